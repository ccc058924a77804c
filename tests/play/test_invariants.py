"""What holds in every game, whoever plays and however the dice fall.

The suite plays 200 random games of every drill and exercise. Before a release play more:

    FMBOOK_GAMES=10000 python -m pytest tests/play/test_invariants.py -n 2
"""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import pytest

import fmbook as fm
from fmbook.core.events import Event, MarkersDrawn, MarkersReturned, Rebuilt, Supported
from fmbook.core.state import DEAD, OFF_MAP, State
from fmbook.library.agreement import thinkable
from fmbook.play.game import Game
from fmbook.record.records import digest
from tests.tools.other_pythons import other_pythons
from tests.tools.random_play import DRILLS, FIELDS, begin, how_many, play, play_on

GAMES = how_many("FMBOOK_GAMES", 200)
ROOT = Path(__file__).parents[2]
BOUND = {"exercise": 600}
"""No random game may take more orders than this; a drill takes some 30, and never 60."""


@pytest.mark.parametrize("name", FIELDS)
def test_random_games_keep_every_invariant_and_come_to_an_end(name):
    bound = BOUND.get(name.partition("-")[0], 150)
    for seed in range(GAMES if name in DRILLS else GAMES // 10):
        watch = Watch(begin(name, seed))
        chance = Random(seed)
        while not watch.game.outcome:
            play_on(watch.game, chance)
            watch.look()
            assert len(watch.game.orders) < bound, "an endless game"


@dataclass
class Watch:
    """Follows a game and compares each state with the one before."""

    game: Game
    before: State = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.game.state
        self.look()

    def look(self) -> None:
        now = self.game.state
        forces_agree_with_the_map(now)
        nobody_is_crowded(now)
        enemies_keep_apart(now)
        steps_are_possible(self.before, now, self.events)
        markers_are_kept(self.before, now, self.events)
        somebody_decides(self.game)
        self.before = now

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.game.steps[-1].entries] if self.game.steps else []


def forces_agree_with_the_map(state: State) -> None:
    for side, force in enumerate(state.forces):
        found: dict[int, set[int]] = {}
        for unit in state.setup.units:
            place = state.where[unit.number]
            if unit.side == side and place >= 0:
                found.setdefault(place, set()).add(unit.number)
        assert {place: set(stack) for place, stack in force.at.items()} == found
        assert sum(map(len, force.at.values())) == sum(map(len, found.values()))
        assert force.places == found.keys()
        assert state.on_map(side) == set().union(*found.values())
        assert set(state.held(side)) == found.keys()


def nobody_is_crowded(state: State) -> None:
    options = state.setup.book.options
    for force in state.forces:
        for stack in force.at.values():
            if "sectors" in options:  # the last one came to a sector that held less than 80 points
                assert sum(state.steps[unit] for unit in stack[:-1]) < 80
            else:
                assert len(stack) <= (2 if "stacks" in options else 1)


def enemies_keep_apart(state: State) -> None:
    shared = state.forces[0].places & state.forces[1].places
    beach = {state.board.at("beach")} if "landing" in state.setup.book.options else set()
    assert shared <= beach


def steps_are_possible(before: State, now: State, events: list[Event]) -> None:
    rebuilt = {event.unit for event in events if isinstance(event, Rebuilt)}
    for unit in now.setup.units:
        number = unit.number
        assert 0 <= now.steps[number] <= unit.steps
        assert (now.steps[number] == 0) == (now.where[number] == DEAD)
        assert now.where[number] in (*range(len(now.board.places)), OFF_MAP, DEAD)
        if before.where[number] == DEAD:
            assert now.where[number] == DEAD, f"{unit} rose from the dead"
        assert now.steps[number] <= before.steps[number] or unit.id in rebuilt


def markers_are_kept(before: State, now: State, events: list[Event]) -> None:
    """A hand changes only as markers are drawn, played and returned, and never holds what its pool has not."""
    setup = now.setup
    pools = setup.data["pools"]
    for side in (0, 1):
        hand = Counter(before.hands[side])
        for event in events:
            if isinstance(event, Supported) and event.side == side:
                assert hand[setup.marker_numbers[event.marker]] > 0
                hand[setup.marker_numbers[event.marker]] -= 1
            elif isinstance(event, MarkersDrawn) and event.side == side:
                hand = Counter(setup.marker_numbers[name] for name in event.markers)
            elif isinstance(event, MarkersReturned):
                hand.clear()
        played = now.battle.support[side] if now.battle else ()
        assert +hand == Counter(now.hands[side])
        assert Counter(now.hands[side]) + Counter(played) <= Counter(pools[side])


def somebody_decides(game: Game) -> None:
    assert bool(game.legal()) != bool(game.outcome), "an empty list before the end, or orders after it"
    assert game.side in game.sides
    assert game.prompt.text
    assert not set("{}") & set(game.prompt.text)
    assert bool(game.state.battle) or not any(ask.what in ("attackers", "roll") for ask in game.state.asks)


# --- what does not change -----------------------------------------------------------------------


@pytest.mark.parametrize("name", FIELDS)
def test_a_refused_order_changes_nothing(name):
    lot = Random(name)
    for game in play(name, 5):
        state, orders, diary, kept = game.state, game.orders, str(game.diary), digest(game.state)
        for order in lot.sample(thinkable(game), 5):
            if not game.can(order):
                with pytest.raises(fm.RuleViolation) as refused:
                    game.do(order)
                assert refused.value.reasons == game.can(order).reasons
        assert game.state is state
        assert (game.orders, str(game.diary), digest(game.state)) == (orders, diary, kept)


@pytest.mark.parametrize("name", FIELDS)
def test_undo_and_redo_give_back_the_same_objects(name):
    states = []
    for game in play(name, 9):
        states.append(game.state)
        assert game.at(-1).state is game.state
    orders = game.orders
    kept = [digest(state) for state in states]
    assert all(game.at(number).state is state for number, state in enumerate(states))
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state is state
    for state in states[1:]:
        game.redo()
        assert game.state is state
    assert game.orders == orders
    assert [digest(state) for state in states] == kept, "a state has changed"


@pytest.mark.parametrize("name", DRILLS)
def test_the_same_seed_and_orders_give_the_same_game(name):
    for seed in range(10):
        *_, first = play(name, seed)
        again = begin(name, seed)
        for order in first.orders:
            again.do(str(order))
        assert digest(again.state) == digest(first.state)
        assert again.record() == first.record()
        assert str(again.diary) == str(first.diary)


@pytest.mark.parametrize("name", DRILLS)
def test_the_same_orders_with_the_dice_said_aloud_give_the_same_position(name):
    *_, first = play(name, 3)
    again = fm.new_game("drill", name, seed=77)
    for step in first.steps:
        again.do(str(step.order), roll=step.thrown or None)
    assert digest(again.state) == digest(first.state)


PLAY_AND_TELL = """
import sys
from random import Random
import fmbook as fm
from fmbook.opponents import opponent
from fmbook.record.records import digest

for name in fm.scenarios("drill"):
    for seed in range(12):
        game = fm.play_out(fm.new_game("drill", name, seed), {"Blue": "random", "Red": "random"})
        print(name, seed, len(game.orders), digest(game.state), game.legal(), hash(game.record()) and "")
        game.undo()
        print(" ".join(map(str, game.legal())))
"""


def told_by(*python: str, hash_seed: str) -> str:
    variables = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [*python, "-c", PLAY_AND_TELL]
    return subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True, text=True).stdout


@cache
def told_here() -> str:
    return told_by(sys.executable, hash_seed="0")


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_another_hash_seed_gives_the_same_games(hash_seed):
    assert told_by(sys.executable, hash_seed=hash_seed) == told_here()


def test_other_pythons_give_the_same_games():
    assert [python for python in other_pythons() if told_by(*python, hash_seed="random") != told_here()] == []
