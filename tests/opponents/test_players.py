"""The machine players: who they are, that each is stronger than the one before, and that thinking is fair."""

from random import Random

import pytest

import fmbook as fm
from fmbook.engine.legality import allows
from fmbook.opponents import OPPONENTS, Player
from fmbook.opponents.search import Choice, Effort, thinking
from fmbook.play.positions import Position
from tests.opponents.test_opponents import Sealed
from tests.tools.vimy_positions import FIELD, FIGHT, ridge


def wins(player: str, against: str, system: str, scenario: str, seeds: range) -> int:
    """How many games a player wins, once on each side for each seed."""
    count = 0
    for seed in seeds:
        for side in (0, 1):
            game = fm.new_game(system, scenario, seed)
            own, other = game.sides[side], game.sides[1 - side]
            outcome = fm.play_out(game, {own: player, other: against}).outcome
            count += outcome is not None and outcome.winner == own
    return count


def chosen(seen: Position, seed: int, work: int = 8_000) -> tuple[Choice, int]:
    """The choice of a search, and how many steps it took."""
    steps, thought = 0, thinking(seen, Random(seed), Effort(100, work))
    while True:
        try:
            next(thought)
            steps += 1
        except StopIteration as end:
            return end.value, steps


def test_players_are_listed_weakest_first_and_say_what_they_do():
    assert [player.name for player in fm.players()] == ["random", "cadet", "sergeant", "captain"]
    assert all(player.says.endswith(".") for player in fm.players())
    assert OPPONENTS["greedy"] is OPPONENTS["sergeant"]


def test_a_player_that_is_no_level_any_more_is_played_by_the_one_that_was_as_strong():
    game = fm.new_game("drill", "march")
    assert OPPONENTS["colonel"] is OPPONENTS["captain"]
    assert fm.play_out(game, {"Blue": "random", "Red": "colonel"}).outcome is not None


@pytest.mark.parametrize(
    ("weaker", "stronger", "scenario", "seeds"),
    [
        ("random", "cadet", "march", 4),
        ("cadet", "sergeant", "bombardment", 4),
        ("sergeant", "captain", "bombardment", 2),
    ],
)
def test_a_player_is_stronger_than_the_one_before(weaker, stronger, scenario, seeds):
    """On the drill ground, with the same seeds for both: a small ladder; the whole one is played by a command."""
    games = wins(stronger, weaker, "drill", scenario, range(seeds))
    assert games > seeds, f"the {stronger} won {games} of {2 * seeds} games against the {weaker}"


def test_the_same_seed_makes_the_same_choice_on_any_machine_however_fast():
    game = fm.new_game("drill", "flank", 3)
    once, again = chosen(game, 5), chosen(game, 5)
    assert once == again
    assert once[1] > 100, "it lets others go on meanwhile"


def test_what_was_tried_is_told_the_best_first_with_its_chances():
    choice, _ = chosen(fm.new_game("drill", "flank", 3), 5)
    shares = [tried.share for tried in choice.tried]
    assert shares == sorted(shares, reverse=True)
    assert all(0 <= share <= 1 for share in shares)
    assert choice.order in [tried.order for tried in choice.tried]
    assert choice.tried[0].results


def test_nobody_looks_into_the_other_hand_and_as_many_markers_are_dealt_as_are_held():
    game = ridge(FIELD, "A1 5-4-6 b2", "G1 2-4-4 b3", phase=FIGHT)
    state = game.seen_by(game.side).state
    hands = tuple(hand if side == state.side else Sealed() for side, hand in enumerate(state.hands))
    choice, _ = chosen(Position(state.but(hands=hands), unseen=2), 1)
    assert allows(game.state, choice.order)


def test_a_side_is_told_how_many_markers_the_other_holds_but_not_which():
    game = fm.new_game("vimy", "hill_145", 3)
    held = [len(hand) for hand in game.state.hands]
    assert sum(held) > 0
    for number, side in enumerate(game.sides):
        seen = game.seen_by(side)
        assert seen.unseen == held[1 - number]
        assert seen.state.hands[1 - number] == ()


def test_who_looks_through_another_pair_of_eyes_is_told_of_the_hand_that_those_do_not_see():
    game = fm.new_game("vimy", "hill_145", 3)
    held = [len(hand) for hand in game.state.hands]
    assert held[0] != held[1]
    for number, side in enumerate(game.sides):
        seen = game.seen_by(side)
        assert seen.seen_by(side).unseen == held[1 - number]
        assert seen.seen_by(game.sides[1 - number]).unseen == held[number]


@pytest.mark.parametrize("player", fm.players(), ids=lambda player: player.name)
def test_every_player_ends_a_game_with_legal_orders_alone(player):
    game, chance = fm.new_game("drill", "landing", 4), Random(4)
    assert isinstance(player, Player)
    while not game.outcome:
        order = player(game.seen_by(game.side), chance)
        assert game.can(order)
        game.do(order)


def test_where_nothing_is_at_stake_no_time_is_spent():
    game = fm.new_game("drill", "flank", 1)
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        if game.can(order):
            game.do(order)
    for _ in range(40):
        if game.state.ask and game.state.ask.what in {"retreat", "advance"}:
            choice, steps = chosen(game, 1)
            assert (choice.tried, steps) == ((), 0)
            return
        game.do(next(iter(game.legal())))
    raise AssertionError("nobody had to retreat")


@pytest.mark.parametrize(("system", "scenario"), [("vimy", "battle"), ("scheldt", "campaign"), ("drill", "flank")])
def test_a_thought_costs_no_more_orders_on_a_full_map_than_its_budget(system, scenario):
    """Each order that is played out counts the units on the map; only the two that are always tried may go beyond."""
    game = fm.new_game(system, scenario, 1)
    while len(game.legal()) < 3:
        game.do(game.legal()[0])
    units = len(game.units())
    choice, steps = chosen(game.seen_by(game.side), 1, 30_000)
    assert len(choice.tried) > 1
    assert steps * units < 4 * 30_000


def test_more_units_on_the_map_mean_fewer_orders_that_are_tried():
    def tried(system: str, scenario: str) -> int:
        game = fm.new_game(system, scenario, 1)
        while "movement" not in game.phase:
            game.do(game.legal()[-1])
        return len(chosen(game.seen_by(game.side), 1, 30_000)[0].tried)

    assert tried("vimy", "battle") < tried("drill", "march")
