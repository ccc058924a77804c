"""Wrong answers to the questions that rules settle: what tests/tools/mutate.py puts in their place.

Each is a plausible mistake, or the other reading of a ruling; the words say what it does.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from fmbook.books.fire_and_movement import combat, movement, results, sequence
from fmbook.core.events import Asked, BattleEnded, Event
from fmbook.core.state import Battle, State, Unit
from fmbook.core.verdicts import Closed, Cost
from fmbook.mechanics.odds import Chances
from fmbook.mechanics.retreat import full_hexes
from fmbook.mechanics.zones import adjacent_to
from tests.tools.wrong_answers_eben import WRONG as EBEN
from tests.tools.wrong_answers_europa import WRONG as EUROPA
from tests.tools.wrong_answers_scheldt import WRONG as SCHELDT
from tests.tools.wrong_answers_veritable import WRONG as VERITABLE
from tests.tools.wrong_answers_vimy import WRONG as VIMY

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]


def ignores(code: str) -> Callable[..., Iterator[Event]]:
    """A result that is taken for a blank one."""
    return lambda state, result: results.brought_about(state, "--" if result == code else result)


def shelled_ignores(code: str) -> Callable[..., Iterator[Event]]:
    return lambda state, result: results.shelled(state, "--" if result == code else result)


def half_of(state: State, unit: Unit, rounded_up: bool, attack: bool, defence: bool) -> tuple[int, int]:
    if state.is_full(unit):
        return unit.attack, unit.defence
    more = 1 if rounded_up else 0
    return (
        (unit.attack + more) // 2 if attack else unit.attack,
        (unit.defence + more) // 2 if defence else unit.defence,
    )


def watched(state: State, side: int, *, only_full: bool = False, friends_cancel: bool = False) -> frozenset[int]:
    near = movement.within_a_step(state)
    units = [unit for unit in state.setup.units if unit.side == side and state.where[unit.number] >= 0]
    held = frozenset().union(
        *(near[state.where[unit.number]] for unit in units if not only_full or state.is_full(unit))
    )
    return held - state.forces[1 - side].places if friends_cancel else held


def cut_off(state: State, unit: Unit) -> bool:
    """Enemies on both sides of a unit's row: enough for a wrong rule of supply."""
    here = state.where[unit.number]
    enemies = [place for place in state.forces[1 - unit.side].places if abs(place - here) < 6]
    return min(enemies, default=here) < here < max(enemies, default=here)


def row_if_any_crosses(state: State, battle: Battle) -> Any:
    words = {"clear", *state.board.features[battle.target]}
    words = words.union(*(state.board.border(state.where[unit], battle.target) for unit in battle.attackers))
    return state.setup.tables["crt"].toughest(words)  # type: ignore[attr-defined]


def row_by_word(state: State, battle: Battle) -> Any:
    words = {"clear", *state.board.features[battle.target]}
    if battle.attackers:
        words |= frozenset.intersection(
            *(state.board.border(state.where[unit], battle.target) for unit in battle.attackers)
        )
    return state.setup.tables["crt"].toughest(words)  # type: ignore[attr-defined]


def row_of_guns_too(state: State, battle: Battle) -> Any:
    around = set().union(*(state.board.border(battle.target, near) for near in state.board.neighbours[battle.target]))
    words = {"clear", *state.board.features[battle.target]} | (set() if battle.attackers else around)
    if battle.attackers:
        return combat.toughest_row(state, battle)
    return state.setup.tables["crt"].toughest(words)  # type: ignore[attr-defined]


def mildest_row(state: State, battle: Battle) -> Any:
    table = state.setup.tables["crt"]
    words = {"clear", *state.board.features[battle.target]} - {combat.toughest_row(state, battle).terrain[0]}
    return table.toughest(words or {"clear"})  # type: ignore[attr-defined]


def shifted_sum(by: int) -> Callable[[State], Any]:
    def wrong(state: State) -> Any:
        found = combat.differential(state)
        return replace(found, column=found.table.shifted(found.column, by))

    return wrong


def sum_without_row(state: State) -> Any:
    found = combat.differential(state)
    return replace(found, column=found.table.column(found.attack, found.defence, row="Clear"))


def costs_without(*, hexsides: bool = False, ground: bool = False) -> Callable[..., Iterator[Cost | Closed]]:
    def wrong(edge: Any, mover: str) -> Iterator[Cost | Closed]:
        bare = edge._replace(
            border=frozenset() if hexsides else edge.border, entering=frozenset() if ground else edge.entering
        )
        return movement.ground_and_hexsides(bare, mover)

    return wrong


def roads_anywhere(edge: Any, mover: str) -> Iterator[Cost]:
    if edge.costs.road is not None and "city" not in edge.entering:
        yield Cost(edge.costs.road, "the road", instead=True)


def lost_at_once(state: State, distance: int) -> Iterator[Event]:
    battle = state.battle
    assert battle is not None
    yield from (results.lost(state, unit) for unit in battle.defenders)
    yield BattleEnded()


def one_hex_only(state: State, distance: int) -> Iterator[Event]:
    for event in results.a_step_or_a_retreat(state, 1):
        assert isinstance(event, Asked)
        yield event


WRONG: dict[str, Wrong] = {
    "fm:2.3": {
        "depleted units are not halved": lambda state, unit: (unit.attack, unit.defence),
        "rounds down": lambda state, unit: half_of(state, unit, False, True, True),
        "halves the attack only": lambda state, unit: half_of(state, unit, True, True, False),
        "halves the defence only": lambda state, unit: half_of(state, unit, True, False, True),
        "swaps attack and defence": lambda state, unit: combat.depleted_units_are_halved(state, unit)[::-1],
        "halves units that are cut off": lambda state, unit: (
            ((unit.attack + 1) // 2, unit.defence)
            if cut_off(state, unit)
            else combat.depleted_units_are_halved(state, unit)
        ),
    },
    "fm:2.3/class": {"all are leg units": lambda state, unit: "leg", "all are mobile": lambda state, unit: "mobile"},
    "fm:3.0": {"always the first side": lambda setup: 0, "always the second side": lambda setup: 1},
    "fm:4.0": {
        "the other player begins": lambda setup, turn: (
            sequence.one_player_then_the_other(setup, turn)[3:] + sequence.one_player_then_the_other(setup, turn)[:3]
        ),
        "one player alone": lambda setup, turn: sequence.one_player_then_the_other(setup, turn)[:3],
        "both move, then both fight": lambda setup, turn: tuple(
            sorted(sequence.one_player_then_the_other(setup, turn), key=lambda phase: phase.kind == "combat")
        ),
    },
    "fm:4.1": {
        "fights first": lambda setup: ("combat", "movement", "mobile movement"),
        "has no second movement": lambda setup: ("movement", "combat"),
        "has no combat": lambda setup: ("movement", "mobile movement"),
        "moves again before combat": lambda setup: ("movement", "mobile movement", "combat"),
    },
    "fm:5.1/allowance": {
        "one point more": lambda state, unit: unit.allowance + 2,
        "one point less": lambda state, unit: max(unit.allowance - 2, 0),
        "half in the mobile movement phase": lambda state, unit: (
            unit.allowance // 2 if state.phase.kind == "mobile movement" else unit.allowance
        ),
        "half when depleted": lambda state, unit: unit.allowance if state.is_full(unit) else unit.allowance // 2,
        "half when cut off": lambda state, unit: unit.allowance // 2 if cut_off(state, unit) else unit.allowance,
    },
    "fm:5.2": {
        "hexsides cost nothing": costs_without(hexsides=True),
        "all ground costs the same": costs_without(ground=True),
    },
    "fm:5.2/road": {"roads anywhere": roads_anywhere},
    "fm:5.3": {"no hex is ever full": lambda state, side: frozenset()},
    "fm:6.0": {
        "nobody has a zone": lambda state, side: frozenset(),
        "reaches over every hexside": adjacent_to,
        "only of full units": lambda state, side: watched(state, side, only_full=True),
        "friends cancel it": lambda state, side: watched(state, side, friends_cancel=True),
        "only in the owner's turn": lambda state, side: (
            watched(state, side) if state.phase.side == side else frozenset()
        ),
    },
    "fm:6.0/chains": {
        "zones do not cut": lambda state, side: state.forces[1 - side].places,
        "only zones cut": lambda state, side: watched(state, 1 - side) - state.forces[1 - side].places,
    },
    "fm:6.1/infiltration": {
        "costs no more than any step": lambda state, unit, start: frozenset(),
        "who starts in a zone cannot walk out": lambda state, unit, start: (
            movement.within_a_step(state)[start] if start in watched(state, 1 - unit.side) else frozenset()
        ),
        "from outside a zone too": lambda state, unit, start: (
            watched(state, 1 - unit.side) & movement.within_a_step(state)[start]
        ),
    },
    "fm:7.1/reach": {
        "two hexes away": lambda state, unit: state.board.within(state.where[unit], 2),
        "over hexsides that nobody can cross": lambda state, unit: state.board.neighbours[state.where[unit]],
    },
    "fm:7.3": {
        "a column too far right": shifted_sum(1),
        "a column too far left": shifted_sum(-1),
        "the ground has no say": sum_without_row,
    },
    "fm:7.4": {
        "one attacker across is enough": row_if_any_crosses,
        "all must cross the same kind of hexside": row_by_word,
        "hexsides help against guns": row_of_guns_too,
        "the mildest row holds": mildest_row,
    },
    "fm:7.6/odds": {"says that all is certain": lambda state: Chances({"Ex": 1})},
    "fm:7.6/results": {
        f"ignores {code}": ignores(code) for code in ("Ae", "(A)", "A1", "A2", "A3", "Ex", "D2", "D3", "De")
    }
    | {
        "a blank is an exchange": lambda state, result: results.brought_about(state, "Ex" if result == "--" else result)
    },
    "fm:7.7/end": {
        "one hex too early": lambda state, unit, way, count: results.far_enough(state, unit, way, count - 1),
        "one hex too late": lambda state, unit, way, count: results.far_enough(state, unit, way, count + 1),
        "on a friend": lambda state, unit, way, count: len(way) >= count,
        "floods do not shorten it": lambda state, unit, way, count: (
            len(way) >= count and way[-1] not in full_hexes(state, unit.side)
        ),
        "a friend ends it in a hex too few": lambda state, unit, way, count: (
            len(way) == count and way[-1] not in full_hexes(state, unit.side)
        ),
    },
    "fm:7.7.1": {"no choice: the step is lost": lost_at_once, "one hex is enough": one_hex_only},
    "fm:8.2": {"next door only": lambda state, side: adjacent_to(state, side)},
    "fm:8.4/results": {f"ignores {code}": shelled_ignores(code) for code in ("Ex", "D2", "D3", "De")},
}
WRONG |= EBEN | EUROPA | SCHELDT | VERITABLE | VIMY
