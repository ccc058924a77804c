"""Section 14: victory points and levels."""

from collections.abc import Iterator, Mapping
from math import floor

from fmbook.books.veritable.facts import CAPTURED, EXITED, HOST
from fmbook.books.veritable.ground import is_supplied, line_through, on_road_line
from fmbook.books.veritable.sequence import ALLIED, GERMAN, RESERVE, reserves
from fmbook.core.sides import opening
from fmbook.core.state import DEAD, OFF_MAP, Outcome, State
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import HOLDERS, OUTCOME, POINTS, VICTORY_POINTS
from fmbook.engine.rulebook import settles
from fmbook.mechanics.occupation import held_or_denied

HALF = 2  # points are counted in halves


@settles(
    "veritable:14.0", VICTORY_POINTS,
    clauses=("V-14.0-a", "V-14.0-b", "V-14.0-c", "V-14.0-d", "V-14.0-e", "V-14.0-f", "V-14.0-j", "V-14.0-k"),
)  # fmt: skip
def victory_points(state: State) -> tuple[Shift, ...]:
    """Return each line of the score, in half points: what the Allies earned, and what the Germans take away."""
    return tuple(line for line in (*_towns(state), *_reserves(state), *_units(state)) if line.amount)


def _line(points: int, text: str) -> Shift:
    return Shift(points, text, "points", "veritable:14.0")


def _towns(state: State) -> Iterator[Shift]:
    for word, name in (("cleve", "Cleve"), ("goch", "Goch")):
        if state.board.having(word) & CAPTURED.of(state):
            yield _line(HALF, f"{name} taken")


def _reserves(state: State) -> Iterator[Shift]:
    called = [
        unit
        for unit in state.setup.units
        if unit.side == GERMAN and RESERVE in unit.traits and state.where[unit.number] != OFF_MAP
    ]
    yield _line(HALF * len(called), f"{_units_of('German reserve', len(called))} committed")
    if line_through(state):
        waiting = len(reserves(state, ALLIED))
        held = _units_of("Allied reserve", waiting)
        yield _line(2 * HALF * waiting, f"{held} held back, with an open road to the east")


def _units(state: State) -> Iterator[Shift]:
    lost = [unit for unit in state.setup.units if unit.side == ALLIED and state.where[unit.number] == DEAD]
    yield _line(-HALF * len(lost), f"{_units_of('Allied', len(lost))} lost")
    out = EXITED.of(state)
    supplied = [name for name, edge in out if edge in on_road_line(state, afloat=name == HOST.of(state))]
    yield _line(HALF * len(supplied), f"{_units_of('Allied', len(supplied))} off the eastern edge, in supply")
    cut = len(out) - len(supplied)
    cut += sum(not is_supplied(state, unit) for unit in state.units(sorted(state.on_map(ALLIED))))
    yield _line(-cut, f"{_units_of('Allied', cut)} without supply, half a point each")


def _units_of(sort: str, count: int) -> str:
    return f"{count} {sort} unit{'s' * (count != 1)}"


@settles("veritable:14.0/level", OUTCOME, clauses=("V-14.0-a", "V-14.0-l", "V-14.0-m", "V-14.0-n", "V-14.0-r1"))
def level_of_victory(state: State) -> Outcome:
    """The Allied points less the German ones, rounded down: 1 or less is German, 2 to 4 a draw, 5 or more Allied."""
    goal = state.setup.data["goal"]
    if goal.get("kind") == "hold":
        return held_or_denied(state, "veritable:14.0")
    lines = VICTORY_POINTS.of(state.setup)(state)
    halves = sum(line.amount for line in lines)
    why = "; ".join(f"{line.amount / 2:+g} for {line.text}" for line in lines) or "nothing on either side"
    winner, level = level_at(halves)
    name = None if winner is None else state.setup.sides[winner]
    said = "It is a draw" if name is None else f"{opening(name):wins}"
    return Outcome(
        name, level, "veritable:14.0", f"{said}: {halves / 2:g} point{'s' * (abs(halves) != HALF)} net, {why}."
    )


@settles("veritable:14.0/holders", HOLDERS)
def whose_towns(state: State) -> Mapping[int, int]:
    """Cleve and Goch belong to the side that was there last, wherever points decide the game."""
    if state.setup.data["goal"].get("kind") == "hold":
        return {}
    towns, taken = state.board.having("cleve") | state.board.having("goch"), CAPTURED.of(state)
    return {place: ALLIED if place in taken else GERMAN for place in towns}


def halves_of(state: State) -> int:
    """Return the Allied points less the German ones, in halves, as the rulebook counts them."""
    return sum(line.amount for line in VICTORY_POINTS.of(state.setup)(state))


@settles("veritable:14.0/points", POINTS)
def points_counted(state: State) -> float:
    """Count the Allied points less the German ones."""
    return halves_of(state) / HALF


def level_at(halves: int) -> tuple[int | None, str]:
    """Return who has won with so many half points, and how."""
    net = floor(halves / HALF)
    return (GERMAN, "victory") if net <= 1 else (None, "draw") if net <= 4 else (ALLIED, "victory")
