"""What any rule of any book bars, keeps within or excuses is obeyed by every list, every march and every way back.

House rules are laid over positions of random games of every scenario. Without them the same positions are asked too:
a test that finds no march to stop, or no rule to lift, fails.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.eben_emael.orders import FallBack, Sally
from fmbook.books.europa_41.orders import Disembark, Overrun, Train
from fmbook.books.europa_41.waters import Passage, chart_of
from fmbook.books.scheldt.orders import Land
from fmbook.components.setup import Setup
from fmbook.core.facts import Fact
from fmbook.core.orders import Advance, Enter, Leave, Move, Order, Retreat
from fmbook.core.state import Force, State
from fmbook.core.verdicts import Bar, Excuse, Only, Reason
from fmbook.engine.legality import legal, reasons_against
from fmbook.engine.rulebook import SORTS, GoOn, Rule, Step
from fmbook.mechanics.movement import way
from fmbook.mechanics.retreat import Flee

FIELDS = [(system, name) for system in fm.systems() for name in fm.scenarios(system)]
ACTS: tuple[type[Order], ...] = (Step, GoOn, Flee, Passage)
KEPT = 3
"""At so many positions of a scenario every rule is tried."""
SEEDS = {"europa_41": 24}
"""So many random games are played where they are short; two of the others."""


@cache
def positions(system: str, scenario: str) -> tuple[State, ...]:
    """Sample the positions of random games: first one for every sort of order that was met, then any."""
    met: list[State] = []
    for seed in range(SEEDS.get(system, 2)):
        game, lot = fm.new_game(system, scenario, seed), Random(seed)
        while not game.outcome and len(game.steps) < 400:
            met.append(game.state)
            game.do(lot.choice(game.legal()))
    lot, sorts = Random(scenario), defaultdict[str, list[State]](list)
    for state in met:
        for order in legal(state):
            sorts[sort_of(state, order)].append(state)
    rare = {id(state): state for state in map(lot.choice, sorts.values())}
    return (*rare.values(), *lot.sample(met, min(KEPT, len(met))))


def sort_of(state: State, order: Order) -> str:
    """Say what is done, and who does it: ships, aircraft, or others."""
    traits = state.setup.unit(order.names[0]).traits if order.takes[:1] == ("unit",) else ()
    return f"{next((word for word in ('ship', 'air') if word in traits), '')} {order.verb}".strip()


@cache
def setup_with(system: str, scenario: str, *rules: Any) -> Setup:
    return fm.new_game(system, scenario, house_rules=rules).setup


def under(state: State, setup: Setup) -> State:
    """Suppose that a position was come to under other rules: nothing is remembered from before."""
    first, second = (Force(force.at) for force in state.forces)
    return state.but(setup=setup, forces=(first, second))


def everything(state: State, about: type[Order], grain: str) -> frozenset[int]:
    """Return all units, hexes or markers there are; a passage speaks of the links between waters."""
    if about is Passage and grain == "hexes":
        return frozenset(range(len(chart_of(state).links)))
    return state.setup.everything(next(sort for sort, word in SORTS.items() if word == grain))


def kinds(setup: Setup) -> list[type[Order]]:
    """List all that rules can speak of in a game: the acts, and the orders that answer its questions."""
    offered = {kind for asked in setup.book.questions.values() for kind in asked.offers}
    return [*ACTS, *sorted(offered, key=lambda kind: kind.verb)]


def house(name: str, about: type[Order], grain: Any, says: Callable[[State, Any], Iterable[Bar]]) -> Any:
    def rule(state, about):
        """A house rule."""
        return says(state, about)

    return fm.forbids(f"house:{name}", about, bars=grain)(rule)


def written(state: State) -> list[str]:
    return [str(order) for order in legal(state)]


# --- an Only of everything, a Bar of nothing --------------------------------------------------------


def forbidding_nothing(about: type[Order], grain: str) -> Any:
    def says(state: State, _: Any) -> Iterator[Bar]:
        yield Only(everything(state, about, grain), "never said")
        yield Bar(frozenset(), "never said")

    return house(f"nothing_{about.__name__}_{grain}", about, grain, says)


NOTHING: Callable[[Any, str], Any] = cache(forbidding_nothing)


@pytest.mark.parametrize(("system", "scenario"), FIELDS)
def test_an_only_of_everything_and_a_bar_of_nothing_forbid_nothing(system, scenario):
    plain = setup_with(system, scenario)
    rules = [NOTHING(kind, grain) for kind in kinds(plain) for grain in dict.fromkeys(SORTS[s] for s in kind.takes)]
    setup = setup_with(system, scenario, *rules)
    for state in positions(system, scenario):
        there, here = under(state, setup), under(state, plain)
        assert written(there) == written(here)
        for order in legal(here):
            assert not reasons_against(there, order)


# --- excuses ------------------------------------------------------------------------------------------


OFF = "house:off"
"""The fact that names the rule which is lifted in a position."""


def silenced(rule: Rule) -> Any:
    """Write a rule anew, so that it says nothing where it is lifted."""

    def same(*about):
        """The same rule."""
        return () if about[0].facts.get(OFF) == rule.id else rule.function(*about)

    return fm.forbids(house_name(rule.id), rule.about, bars=rule.grain, replaces=rule.id, listed=rule.listed)(same)


def excused(rule: Rule) -> Any:
    """Let everybody off a rule where it is lifted."""

    def lifted(state, about):
        """Everybody is let off."""
        if state.facts.get(OFF) == rule.id:
            these = () if rule.grain == "order" else everything(state, rule.about, rule.grain)
            yield Excuse(frozenset(these), "lifted")

    return fm.excuses(house_name(rule.id), from_rule=rule.id)(lifted)


def is_within(rule: Rule, state: State) -> bool:
    """Tell whether a rule can matter in a position: it is about an act, or about an order that is due."""
    asked = state.setup.book.questions[state.ask.what if state.ask else state.phase.kind]
    return issubclass(rule.about, ACTS) or rule.about in asked.offers


@pytest.mark.parametrize("system", fm.systems())
def test_an_excuse_lifts_every_rule_as_if_it_did_not_stand_there(system):
    moved = Counter[str]()
    for scenario in fm.scenarios(system):
        plain = setup_with(system, scenario)
        rules = [rule for rule in plain.book.rules if rule.mark == "forbids"]
        lifted = setup_with(system, scenario, *map(EXCUSED, rules))
        gone = setup_with(system, scenario, *map(SILENCED, rules), *map(MOVED, excuses_in(plain, rules)))
        for state in positions(system, scenario):
            as_it_is = written(under(state, plain))
            for rule in rules:
                if is_within(rule, state):
                    off = state.with_fact(OFF, rule.id)
                    left = written(under(off, lifted))
                    assert left == written(under(off, gone)), rule.id
                    moved[rule.id] += left != as_it_is
    assert sum(count > 0 for count in moved.values()) > 4, "hardly any rule was lifted: the test tells nothing"


def excuses_in(setup: Setup, rules: list[Rule]) -> list[Rule]:
    return [rule for rule in setup.book.rules if rule.mark == "excuses" and rule.excused in {r.id for r in rules}]


def moved_along(excuse: Rule) -> Any:
    """Let an excuse of the book hold for the rule written anew."""

    def same(*about):
        """The same excuse."""
        return excuse.function(*about)

    return fm.excuses(house_name(excuse.id), from_rule=house_name(excuse.excused))(same)


def house_name(id_: str) -> str:
    return f"house:{id_.replace(':', '_')}"


EXCUSED, SILENCED, MOVED = cache(excused), cache(silenced), cache(moved_along)


# --- all hexes closed ---------------------------------------------------------------------------------


def all_closed(about: type[Order]) -> Any:
    def says(state: State, _: Any) -> Iterator[Bar]:
        yield Bar(everything(state, about, "hexes"), "the house keeps {to} shut")

    return house(f"no_{about.__name__}", about, "hexes", says)


CLOSED: Callable[[Any], Any] = cache(all_closed)
MARCHES = (Move, Train, Overrun)


def marches(state: State) -> list[Order]:
    """List the orders that enter a hex on the march; who leaves the map from where it stands enters none."""
    return [order for order in legal(state) if isinstance(order, MARCHES) or enters_an_edge(state, order)]


def enters_an_edge(state: State, order: Order) -> bool:
    return isinstance(order, Leave) and state.board.at(order.hex) != state.where[state.setup.unit_numbers[order.unit]]


SORTS_OF_MARCHES = {
    "drill": {"move"},
    "eben_emael": {"move"},
    "europa_41": {"move", "ship move", "air move", "train", "overrun", "leave"},
    "scheldt": {"move"},
    "veritable": {"move", "leave"},
    "vimy": {"move"},
}


@pytest.mark.parametrize("system", fm.systems())
def test_a_rule_that_closes_all_hexes_stops_every_kind_of_march(system):
    stopped = set[str]()
    for scenario in fm.scenarios(system):
        plain, setup = setup_with(system, scenario), setup_with(system, scenario, CLOSED(Step))
        for state in positions(system, scenario):
            stopped |= {sort_of(state, order) for order in marches(under(state, plain))}
            closed = under(state, setup)
            assert marches(closed) == []
            for order in marches(under(state, plain)):
                assert reasons_against(closed, order)
    assert stopped == SORTS_OF_MARCHES[system]


@pytest.mark.parametrize("system", fm.systems())
def test_whoever_is_kept_from_a_march_is_told_by_the_rule_that_closed_the_hex(system):
    told, asked = Counter[str](), Counter[str]()
    for scenario in fm.scenarios(system):
        plain, setup = setup_with(system, scenario), setup_with(system, scenario, CLOSED(Step))
        for state in positions(system, scenario):
            for order in legal(under(state, plain)):
                if isinstance(order, Move):
                    reasons: tuple[Reason, ...] = reasons_against(under(state, setup), order)
                    told[sort_of(state, order)] += "house:no_Step" in {reason.rule for reason in reasons}
                    asked[sort_of(state, order)] += 1
    asked["ship move"] = min(asked["ship move"], told["ship move"])  # the way that was open may not be the shortest
    assert told == +asked
    assert told.keys() == {sort for sort in SORTS_OF_MARCHES[system] if "move" in sort}


@pytest.mark.parametrize("system", fm.systems())
def test_a_rule_that_halts_everybody_leaves_marches_of_one_step(system):
    shorter = 0
    for scenario in fm.scenarios(system):
        plain, setup = setup_with(system, scenario), setup_with(system, scenario, CLOSED(GoOn))
        for state in positions(system, scenario):
            before, halted = under(state, plain), under(state, setup)
            left = marches(halted)
            assert set(left) <= set(marches(before))
            for order in left:
                if isinstance(order, Move):
                    unit = state.setup.unit(order.unit)
                    found = way(halted, unit, state.board.at(order.to))
                    assert found
                    assert len(found[1]) == 2, order
            shorter += len(marches(before)) > len(left)
    assert shorter


@pytest.mark.parametrize("system", fm.systems())
def test_one_closed_hex_is_never_marched_through(system):
    """The hexes of a march keep to what rules close, wherever its way is worked out."""
    lot, kept_out = Random(system), 0
    for scenario in fm.scenarios(system):
        plain = setup_with(system, scenario)
        for state in positions(system, scenario):
            before = under(state, plain)
            usual = [order for order in marches(before) if isinstance(order, Move)]
            entered = [place for order in lot.sample(usual, min(5, len(usual))) for place in path(before, order)]
            if entered:
                place = lot.choice(entered)
                after = under(SHUT.supposed(state, place), setup_with(system, scenario, one_is_closed))
                left = [order for order in marches(after) if isinstance(order, Move)]
                for order in lot.sample(left, min(20, len(left))):
                    assert place not in path(after, order), order
                kept_out += 1
    assert kept_out > 4


def path(state: State, order: Move) -> tuple[int, ...]:
    """Return the hexes that a march enters; of a river, which has two banks, a ship enters neither."""
    unit, seas = state.setup.unit(order.unit), state.board.having("sea")
    found = way(state, unit, state.board.at(order.to))
    assert found
    return tuple(place for place in found[1][1:] if "ship" not in unit.traits or place in seas)


SHUT = Fact("house:shut", int, "the hex that is shut")


@fm.forbids("house:shut", Step, bars="hexes")
def one_is_closed(state, unit):
    """One hex is shut."""
    if SHUT.is_kept(state):
        yield Bar(frozenset({SHUT.of(state)}), "{to} is shut")


# --- nobody falls back, advances, comes or lands ------------------------------------------------------

LANDINGS: tuple[type[Order], ...] = (Retreat, Advance, FallBack, Flee, Enter, Land, Disembark, Sally)
DONE_BY = {Retreat: "Retreated", Flee: "Retreated", FallBack: "Retreated", Advance: "Advanced"}


@pytest.mark.parametrize("about", LANDINGS)
def test_a_rule_that_closes_all_hexes_to_an_order_leaves_no_such_order_and_no_dead_end(about):
    done = Counter[str]()
    for system, scenario in FIELDS:
        plain = setup_with(system, scenario)
        if about in kinds(plain) and (about is not Flee or Retreat in kinds(plain)):
            done += seen_under(system, scenario, about)
    assert done["usual"], "nobody ever did: the test tells nothing"
    assert not done["still"]


def seen_under(system: str, scenario: str, about: type[Order]) -> Counter[str]:
    """Count how often such an order, or what it brings about by itself, was seen without the rule and with it."""
    seen = Counter[str]()
    word = DONE_BY.get(about, about.__name__)
    for name, rules in (("usual", ()), ("still", (CLOSED(about),))):
        for seed in range(SEEDS.get(system, 1)):
            game, lot = fm.new_game(system, scenario, seed, house_rules=rules), Random(seed)
            while not game.outcome and len(game.steps) < 150:
                orders = game.legal()
                assert orders, f"{system} {scenario}: a dead end, {game.prompt}"
                seen[name] += sum(type(order) is about for order in orders)
                events = game.do(lot.choice(orders))
                seen[name] += sum(type(event).__name__ == word for event in events)
    return seen
