"""How far a march goes: the field against a plain search that asks every rule at every step."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.components.setup import Ways
from fmbook.core.state import State, Unit
from fmbook.core.verdicts import Bar, Excuse, Only
from fmbook.engine.rulebook import GoOn, Step
from fmbook.mechanics import closures, movement
from fmbook.mechanics.reach import Limits, OpenGround
from fmbook.play.game import Game
from tests.bench.exercise import SMALL, exercise_setup
from tests.tools.oracles import March, asked, read_off_the_board
from tests.tools.positions import position
from tests.tools.positions import unit as counter
from tests.tools.random_play import DRILLS, begin, how_many, play_on, positions_from

BOARDS = how_many("FMBOOK_BOARDS", 40)
ROUGH = SMALL._replace(
    ground=(("*", 0.15), ("^", 0.1), ("+", 0.05), ("~", 0.15), ("=", 0.05)), cliffs=0.1, roads=4, units=7
)
PLANS = {"mixed": SMALL, "rough": ROUGH, "crowded": SMALL._replace(width=6, height=6, units=6, cliffs=0.1)}


def marchers(plan: str) -> Iterator[tuple[State, Unit]]:
    """Every unit on the map, on boards drawn by lot, as they begin and after some random orders."""
    for seed in range(BOARDS):
        game, lot = Game(exercise_setup(PLANS[plan], seed), seed), Random(seed)
        for orders in (0, 25):
            for _ in range(orders):
                if not game.outcome:
                    play_on(game, lot)
            yield from on_the_map(game.state)


def on_the_map(state: State) -> Iterator[tuple[State, Unit]]:
    return ((state, unit) for unit in state.setup.units if state.where[unit.number] >= 0)


def field(state: State, unit: Unit) -> dict[int, int | None]:
    found = movement.field_of(state, unit)
    return {place: found.cost(place) for place in found.reach}


@pytest.mark.parametrize("plan", PLANS)
def test_reach_and_prices_are_those_of_a_search_that_asks_every_rule(plan):
    for state, unit in marchers(plan):
        assert field(state, unit) == read_off_the_board(state, unit).reach()


@pytest.mark.parametrize("drill", DRILLS)
def test_reach_and_prices_in_the_drills(drill):
    for found in positions_from(drill, 40):
        for state, unit in on_the_map(found.state):
            assert field(state, unit) == asked(state, unit).reach()


@pytest.mark.parametrize("plan", PLANS)
def test_what_is_left_of_open_ground_is_what_a_search_from_nothing_finds(plan):
    """A field that is asked for again is found in another way than before."""
    spared = 0
    for state, unit in marchers(plan):
        ways, bounds = state.setup.ways(movement.mover(state, unit)), movement.limits(state, unit)
        start, most = state.where[unit.number], movement.allowance(state, unit)
        plain = Limits(bounds.closed, bounds.halts, frozenset())
        found, left = movement.spread(ways, start, most, plain), OpenGround(ways, start, most).less(plain)
        assert left.reach == found.reach
        assert {place: left.cost(place) for place in left.reach} == {p: found.cost(p) for p in found.reach}
        spared += 0 < len(left.reach) < len(movement.spread(ways, start, most, Limits(*[frozenset()] * 3)).reach)
    assert spared > BOARDS, "hardly anything stood in the way: the test tells nothing"


@pytest.mark.parametrize("plan", PLANS)
def test_the_cheapest_way_costs_what_the_field_says_and_is_legal_at_every_step(plan):
    lot = Random(plan)
    for state, unit in marchers(plan):
        march, reached = read_off_the_board(state, unit), field(state, unit)
        for to in lot.sample(range(len(state.board.places)), 4):
            found = movement.shortest(state, unit, to)
            assert (found and found[0]) == reached.get(to)
            if found:
                assert (found[1][0], found[1][-1]) == (march.start, to)
                assert march.price_of(found[1]) == found[0]


@pytest.mark.parametrize("plan", PLANS)
def test_the_way_by_default_is_one_of_the_cheapest(plan):
    lot = Random(plan)
    for state, unit in marchers(plan):
        march, reached = read_off_the_board(state, unit), field(state, unit)
        for to in lot.sample(sorted(reached), min(4, len(reached))):
            assert march.price_of((march.start, *movement.track(state, unit, to))) == reached[to]


@pytest.mark.parametrize("plan", PLANS)
def test_a_pinned_way_passes_its_hexes_and_is_the_cheapest_that_does(plan):
    lot, ways = Random(plan), 0
    for state, unit in marchers(plan):
        march = read_off_the_board(state, unit)
        reached = sorted(march.reach())
        if reached and lot.random() < 0.4:
            to, via = lot.choice(reached), tuple(lot.choices(reached, k=lot.choice((1, 1, 2))))
            found = movement.way(state, unit, to, via)
            assert (found and found[0]) == march.cheapest_by(via, to)
            if found:
                ways += 1
                assert march.price_of(found[1]) == found[0]
                assert passes(found[1], (*via, to))
    assert ways > BOARDS / 2, "hardly any pinned way was open: the test tells nothing"


def passes(way: tuple[int, ...], goals: tuple[int, ...]) -> bool:
    left = iter(way[1:])
    return all(goal in left for goal in goals)


def test_the_lots_hold_what_they_are_for():
    """Infiltration, halts, flooded first steps, cliffs, roads and passed friends all come about."""
    seen = {name for state, unit in marchers("rough") for name in said_of(read_off_the_board(state, unit))}
    assert seen == {"slips", "halted", "floods", "cliff", "road", "watched", "alone", "friend passed"}


def said_of(march: March) -> Iterator[str]:
    state, board, start = march.state, march.state.board, march.start
    near, reached = board.neighbours[start], march.reach()
    yield "watched" if march.halts(start) else "alone"
    if any(march.slips(there) and there in reached for there in near):
        yield "slips"
    if any("flooded" in board.features[there] and there in reached for there in near):
        yield "floods"
    if any("cliff" in board.border(start, there) for there in near):
        yield "cliff"
    if any("road" in board.border(start, there) for there in near):
        yield "road"
    if any(march.halts(there) and reached[there] < march.points for there in reached):
        yield "halted"
    if reached.keys() & state.forces[march.unit.side].places:
        yield "friend passed"


# --- house rules on the march -----------------------------------------------------------------


@fm.forbids("house:no_swimming", Step, bars="hexes")
def tanks_do_not_swim(state: State, unit: Unit) -> Iterator[Bar]:
    """Mobile units do not enter flooded hexes."""
    if "mobile" in unit.traits:
        yield Bar(state.board.having("flooded"), "{to} is flooded")


@fm.forbids("house:woods_halt", GoOn, bars="hexes")
def woods_halt(state: State, unit: Unit) -> Iterator[Bar]:
    """A march ends in the first wood."""
    yield Bar(state.board.having("woods"), "the march would have to stop in the woods at {hex}")


@fm.forbids("house:near", Step, bars="hexes")
def nobody_strays(state: State, unit: Unit) -> Iterator[Only]:
    """Nobody goes further than three hexes from where he stands."""
    yield Only(state.board.within(state.where[unit.number], 3), "{to} is more than three hexes away")


@fm.excuses("house:scouts", from_rule="fm:6.1/stop")
def scouts_go_on(state: State, unit: Unit) -> Iterator[Excuse]:
    """Mobile units need not stop beside woods."""
    if "mobile" in unit.traits:
        yield Excuse(state.board.having("woods"), "scouts")


HOUSE = (tanks_do_not_swim, woods_halt, nobody_strays, scouts_go_on)


@pytest.mark.parametrize("house", [*[(rule,) for rule in HOUSE], HOUSE], ids=lambda rules: rules[-1].__name__)
def test_house_rules_of_the_march_hold_in_the_field_and_in_the_search(house: Any):
    for seed in range(8):
        setup = exercise_setup(ROUGH, seed, house_rules=house)
        for state, unit in on_the_map(Game(setup, seed).state):
            march, reached = asked(state, unit), field(state, unit)
            assert reached == march.reach()
            for to in range(0, len(state.board.places), 5):
                found = movement.shortest(state, unit, to)
                assert (found and found[0]) == reached.get(to)


@fm.settles("house:engineers", "dear first steps", replaces="fm:6.1/infiltration")
def only_engineers_slip(state: State, unit: Unit, start: int) -> frozenset[int]:
    """Nobody slips past the enemy but engineers, and they slip anywhere."""
    return frozenset(state.board.neighbours[start]) if "engineers" in unit.traits else frozenset()


def test_two_units_in_one_hex_march_each_by_its_own_rules():
    game = position(
        "a   b   c   d\n  e   f   g   h",
        "B1 1-1-5 b", counter("B2 1-1-5 b", traits=("engineers",)), "R1 1-1-5 d",
        options=("stacks",), house_rules=[only_engineers_slip],
    )  # fmt: skip
    line, engineers = (game.state.setup.unit(name) for name in ("B1", "B2"))
    for each in (line, engineers, line):
        assert field(game.state, each) == asked(game.state, each).reach()
    assert field(game.state, line) != field(game.state, engineers)


def test_a_ferry_to_a_hex_that_is_not_next_door_is_a_step_like_any_other():
    board = position("a   b   c   d   e", "B1 1-1-5 a", "R1 1-1-1 e").board
    prices = {(here, there): 2 for here, near in enumerate(board.neighbours) for there in near}
    ferry = {(board.at("b"), board.at("e")): 2}
    nobody = Limits(frozenset(), frozenset(), frozenset())
    found = movement.spread(Ways(prices | ferry, board.bit_index), board.at("a"), 8, nobody)
    assert {board.places[place]: found.cost(place) for place in found.reach} == {"b": 2, "c": 4, "d": 6, "e": 4}


# --- the edges --------------------------------------------------------------------------------


@pytest.mark.parametrize(("allowance", "reached"), [(0, {}), (1, {"b": 2, "d": 2})])
def test_a_whole_allowance_takes_a_unit_somewhere_only_if_it_has_one(allowance, reached):
    game = position("b~  c   d   e   f", f"B1 1-1-{allowance} c", "R1 1-1-1 f")
    unit, board = game.state.setup.unit("B1"), game.board
    assert {board.places[place]: cost for place, cost in field(game.state, unit).items()} == reached
    for name in "bd":
        found = movement.shortest(game.state, unit, board.at(name))
        assert (found and found[0]) == reached.get(name)


def test_every_refused_march_says_why():
    lot = Random(1)
    for state, unit in marchers("rough"):
        refused = sorted(state.setup.all_places - movement.field_of(state, unit).reach)
        for to in lot.sample(refused, 3):
            assert list(closures.why_not(state, unit, to)), state.board.places[to]


def test_a_march_to_where_one_stands_is_refused_in_those_words():
    game = begin("march", 1)
    assert "B1 stands at 0401 already" in str(game.can("move B1 0401"))


@pytest.mark.parametrize(("halves", "words"), [(0, "0"), (1, "½"), (2, "1"), (5, "2½"), (8, "4"), (13, "6½")])
def test_points_are_written_as_people_do(halves, words):
    assert movement.points(halves) == words
