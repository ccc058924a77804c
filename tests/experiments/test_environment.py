"""Other people's players: every scenario as an environment that passes PettingZoo's own tests."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.systems import playable
from fmbook.experiments.actions import Actions
from fmbook.opponents import OPPONENTS

zoo = pytest.importorskip("pettingzoo.test")

EVERY = [(system, name) for system in playable() for name in fm.scenarios(system)]
each_scenario = pytest.mark.parametrize(("system", "scenario"), EVERY, ids=map("-".join, EVERY))

# PettingZoo's tests know its own board games by name and let them do what all others are warned of: here, too, an
# observation with a mask is a dictionary, who has to wait may do nothing, and agents bear the names of their sides
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{said}")
    for said in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "We recommend agents to be named",
        "Action mask numpy array is all zeros",
    )
]


@each_scenario
def test_pettingzoos_api_test_passes(system, scenario):
    zoo.api_test(fm.env(system, scenario), num_cycles=100)


@each_scenario
def test_pettingzoos_seed_test_passes(system, scenario):
    zoo.seed_test(lambda: fm.env(system, scenario), num_cycles=60)


class Hurried:
    """A clock that goes twenty times too fast: PettingZoo's benchmark plays for five seconds, whatever is played."""

    def __init__(self) -> None:
        from time import time

        self._time = time

    def time(self) -> float:
        return 20 * self._time()


@each_scenario
def test_pettingzoos_performance_benchmark_runs_through(system, scenario, monkeypatch, capsys):
    monkeypatch.setattr(zoo.performance_benchmark.__globals__["time"], "time", Hurried().time)
    zoo.performance_benchmark(fm.env(system, scenario))
    assert "Finished performance benchmark" in capsys.readouterr().out


# --- ours ------------------------------------------------------------------------------------------


def played(env: Any, seed: int) -> Any:
    """Play a game by lot, through the environment alone."""
    lot = Random(seed)
    env.reset(seed=seed)
    for _ in env.agent_iter():
        seen, _, over, _, _ = env.last()
        env.step(None if over else lot.choice(seen["action_mask"].nonzero()[0].tolist()))
    return env


@each_scenario
def test_every_legal_order_has_numbers_of_its_own_and_no_number_means_another_order(system, scenario):
    """Two games of other seeds, two lists of actions that were made apart."""
    game, lot = fm.new_game(system, scenario, 5), Random(5)
    one, other = Actions(game.setup), Actions(fm.new_game(system, scenario, 6).setup)
    assert one.count == other.count
    for _ in range(60):
        if game.outcome:
            break
        orders = game.legal()
        numbers = [one.of(order) for order in orders]
        assert len(set(numbers)) == len(orders)
        assert numbers == [other.of(order) for order in orders]
        for order, chosen in zip(orders, numbers, strict=True):
            assert " ".join(map(one.words, chosen)) == str(order)
        menu = one.menu(orders)
        for order, (first, *place) in zip(orders, numbers, strict=True):
            found = menu[first]
            assert (found[place[0]] if isinstance(found, dict) else found) == order
        game.do(OPPONENTS["random"](game.seen_by(game.side), lot))


def test_a_game_by_numbers_is_a_game_by_the_rules_and_ends_with_a_reward():
    env = played(fm.env("vimy", "first_morning"), 7)
    again = fm.replay(env.game.record())
    assert again.outcome == env.game.outcome
    assert again.seed == 7
    assert env.agents == []


def test_who_wins_gets_one_and_who_loses_minus_one():
    env = fm.env("drill", "march")
    won = set()
    for seed in range(6):
        rewards, lot = dict.fromkeys(env.possible_agents, 0.0), Random(seed)
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            rewards[agent] += reward
            env.step(None if over else lot.choice(seen["action_mask"].nonzero()[0].tolist()))
        assert env.game.outcome
        winner = env.game.outcome.winner
        won.add(winner)
        assert rewards == {side: 0 if winner is None else 1 if side == winner else -1 for side in env.possible_agents}
    assert len(won) > 1


def test_the_same_seed_and_the_same_actions_make_the_same_game_and_another_seed_another():
    records = [played(fm.env("scheldt", "braakman"), seed).game.record() for seed in (3, 3, 4)]
    assert records[0] == records[1] != records[2]


def test_an_observation_does_not_tell_what_the_other_side_holds_in_hand():
    env = fm.env("scheldt", "braakman")
    env.reset(seed=1)
    mine, theirs = env.possible_agents
    seen = env.observe(mine)["observation"].tolist()
    hands = [column for column in env.columns if column.endswith("in hand")]
    shown = {column: seen[env.columns.index(column)] for column in hands}
    assert sum(shown.values()) == len(env.game.hand(mine)) > 0
    assert seen[env.columns.index("unseen markers")] == len(env.game.hand(theirs)) > 0


def test_a_place_is_chosen_after_what_is_to_be_done_there():
    env = fm.env("scheldt", "braakman")
    env.reset(seed=1)
    first, then = env.actions.of(fm.order("move 9/3 2540"))
    side = env.agent_selection
    env.step(first)
    assert (env.agent_selection, env.game.orders) == (side, ())
    seen = env.observe(side)
    assert seen["observation"][env.columns.index("begun")] == first + 1
    assert {env.actions.words(number) for number in seen["action_mask"].nonzero()[0]} == {
        order.names[1] for order in env.game.legal("9/3")
    }
    env.step(then)
    assert [str(order) for order in env.game.orders] == ["move 9/3 2540"]


@pytest.mark.parametrize("action", [0, -1, 10**9])
def test_what_may_not_be_done_is_refused_in_a_sentence_and_nothing_happens(action):
    env = fm.env("drill", "march")
    env.reset(seed=1)
    assert not env.observe(env.agent_selection)["action_mask"][0]
    with pytest.raises(fm.FmbookError, match="may not be done now"):
        env.step(action)
    assert env.game.orders == ()


def test_the_words_say_how_things_stand_and_number_what_may_be_done():
    env = fm.env("scheldt", "braakman")
    env.reset(seed=1)
    said = env.render()
    assert "Biervliet" in said
    mask = env.observe(env.agent_selection)["action_mask"]
    assert all(f"\n{number}: {env.actions.words(number)}" in said for number in mask.nonzero()[0])


def test_without_pettingzoo_one_sentence_says_what_to_install():
    script = "import sys; sys.modules['pettingzoo'] = None; import fmbook as fm; fm.env('drill')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith(
        "This needs pettingzoo, which is not installed. What to do: pip install 'fmbook[gym]'"
    )
