"""Units in words: where one stands, what it is worth, what is near, and which are not on the map."""

from collections.abc import Iterator, Sequence

from fmbook.core.state import DEAD, OFF_MAP, Unit
from fmbook.engine.matters import TOLD_OF_A_UNIT
from fmbook.geometry.boards import Board
from fmbook.play.hints import nearest_to
from fmbook.play.positions import Counter, Position
from fmbook.text.wording import counted, direction, either, far, ground, listed, place_name, sentence_of, shown

__all__ = ["elsewhere", "unit_in_words", "unit_line"]


def unit_line(position: Position, unit: Counter) -> str:
    """Say in a line where a unit is and what is near, then what it is worth: a listener may stop halfway."""
    board, number = position.board, position.state.setup.unit_numbers[unit.id]
    here = board.at(unit.place)
    used = " Done for this phase." if number in position.state.spent else ""
    where = f"{_called(unit)} at {place_name(board, here)}, {ground(position.state.setup, here)}.{used}"
    worth = f"{sentence_of(_kind(unit)).rstrip('.')}, {_worth(unit, position)}."
    own = TOLD_OF_A_UNIT.of(position.state.setup)(position.state, position.state.setup.units[number])
    return " ".join([where, _near(position, unit), worth, *own])


def unit_in_words(position: Position, name: str) -> str:
    """Say all there is to know of a unit."""
    unit = position.unit(name)
    printed = position.state.setup.unit(name)
    lines = [f"{_called(unit).rstrip(',')}. {unit.side} {_kind(unit)}."]
    lines.append(f"{_worth(unit, position).capitalize()}.")
    if not unit.full and (unit.attack, unit.defence) != (printed.attack, printed.defence):
        lines.append(f"Printed, at full strength: attack {printed.attack}, defence {printed.defence}.")
    if own := TOLD_OF_A_UNIT.of(position.state.setup)(position.state, printed):
        lines += own
    elif traits := [*sorted(printed.traits), *(f"{what} {much}" for what, much in sorted(printed.also.items()))]:
        lines.append(f"Also: {listed(traits)}.")
    if not unit.place or unit.place == "eliminated":
        return shown("\n".join([*lines, "It is eliminated." if unit.place else _waiting(position, [printed])]))
    board, here = position.board, position.board.at(unit.place)
    lines.append(
        f"It stands at {place_name(board, here)}, {ground(position.state.setup, here)}. {_near(position, unit)}"
    )
    if printed.number in position.state.spent:
        lines.append("It is done for this phase.")
    elif unit.id in position.movers():
        lines.append(f"It may be ordered now: orders {unit.id} says how.")
    return shown("\n".join(lines))


def _called(unit: Counter) -> str:
    return unit.id if unit.name == unit.id else f"{unit.id}, {unit.name},"


def _kind(unit: Counter) -> str:
    group = "" if unit.group.startswith(unit.kind) else unit.group
    return f"{unit.kind}{f' of the {group}' if group else ''}".replace("_", " ")


def _worth(unit: Counter, position: Position) -> str:
    whole = position.state.setup.unit(unit.id).steps
    strength = "full strength" if unit.full else f"{unit.steps} of {counted(whole, 'step')} left"
    marches = f"movement {unit.movement}, " if position.state.setup.unit(unit.id).allowance else ""
    fights = f"attack {unit.attack}, defence {unit.defence}, " if unit.attack or unit.defence else ""
    return f"{fights}{marches}{strength}"


def _near(position: Position, unit: Counter) -> str:
    board, here = position.board, position.board.at(unit.place)
    enemy = next(side for side in position.sides if side != unit.side)
    by_place: dict[str, list[str]] = {}
    for other in position.units(side=enemy, near=unit.place):
        by_place.setdefault(other.place, []).append(other.id)
    if by_place:
        return f"Next to {listed(_beside(board, here, *pair) for pair in by_place.items())}."
    near = nearest_to(position, unit.place, enemy)
    if near is None:
        return "No enemy is on the map."
    where = direction(board, here, board.at(near[0].place))
    return f"Nearest enemy: {near[0].id} at {near[0].place}, {far(board, near[1])} {where}."


def _beside(board: Board, here: int, place: str, enemies: list[str]) -> str:
    there = board.at(place)
    if here == there:
        return f"{listed(enemies)} in the same {board.layout.kind}"
    between = board.border_words(here, there)
    across = f" across {listed(between)}" if between else ""
    return f"{listed(enemies)} at {place} to the {direction(board, here, there)}{across}"


def elsewhere(position: Position, side: str) -> Iterator[str]:
    """Say which units of a side are still to come, and which are lost."""
    state, number = position.state, position.sides.index(side)
    mine = [unit for unit in state.setup.units if unit.side == number]
    alike: dict[tuple[int, frozenset[int]], list[Unit]] = {}
    for unit in mine:
        if state.where[unit.number] == OFF_MAP:
            alike.setdefault((unit.arrives, unit.entry if unit.arrives else frozenset()), []).append(unit)
    yield from (_waiting(position, units) for units in alike.values())
    if lost := [unit.id for unit in mine if state.where[unit.number] == DEAD]:
        yield f"Lost: {listed(lost)}."


def _waiting(position: Position, units: Sequence[Unit]) -> str:
    """Say when units come that come alike."""
    first, names = units[0], listed(unit.id for unit in units)
    verb = "is" if len(units) == 1 else "are"
    if not first.arrives:
        return f"{names} {verb} not on the map."
    places = sorted(place_name(position.board, place) for place in first.entry)
    return f"{names} {verb} to come on turn {first.arrives}{f', at {either(places, most=8)}' if places else ''}."
