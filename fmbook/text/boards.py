"""The board in words: what the map shows, in headings and short lines that read well aloud.

Nothing hangs on how the lines are set: a screen reader reads one after the other, and each stands alone.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fmbook.core.rulenames import cited_in
from fmbook.core.sides import noun, opening
from fmbook.core.state import Outcome
from fmbook.engine.matters import TOLD_OF_A_PLACE, TOLD_OF_THE_GAME
from fmbook.geometry.boards import Board
from fmbook.play.hints import Goal, goals, nearest_to
from fmbook.play.positions import Position, held_in_words
from fmbook.text.units import elsewhere, unit_line
from fmbook.text.wording import counted, direction, far, ground, listed, marks, place_name, shown, words_of

__all__ = [
    "Section",
    "board_in_words",
    "board_sections",
    "ending_in_words",
    "hex_in_words",
    "prompt_in_words",
]

MOST_PLACES = 12


class Section(NamedTuple):
    """A heading and its lines; a page makes a real heading of it."""

    heading: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.heading}:", *self.lines])


def board_in_words(position: Position, *, compact: bool = False) -> str:
    """Say how things stand, as far as this position shows it: all of it, or a line a side."""
    return shown("\n\n".join(map(str, board_sections(position, compact=compact))))


def board_sections(position: Position, *, compact: bool = False) -> tuple[Section, ...]:
    """Return the board in words, by headings."""
    found = [_situation(position)]
    if battle := tuple(_battle(position)):
        found.append(Section("The combat in progress", battle))
    for side in position.sides:
        units = position.units(side=side)
        if compact:
            lines = [f"{listed(f'{unit.id} at {unit.place}' for unit in units)}."] if units else []
        else:
            lines = [unit_line(position, unit) for unit in units]
        found.append(Section(f"{side}, {counted(len(units), 'unit')} on the map", (*lines, *elsewhere(position, side))))
    if not compact and (places := tuple(_places(position))):
        found.append(Section("Places to know", places))
    return tuple(found)


def prompt_in_words(position: Position) -> str:
    """Say what is asked, of whom, by which rule."""
    prompt, ask = position.prompt, position.state.ask
    rule = cited_in(prompt.rule, position.state.setup.system)
    if position.outcome:
        return f"{ending_in_words(position.outcome)} {rule}"
    about = ""
    if ask and ask.units:
        units = [position.unit(position.state.setup.units[number].id) for number in ask.units]
        about = f" This is about {listed(f'{unit.id} at {unit.place}' for unit in units if unit.place)}."
    return f"{prompt.text}{about} {rule}"


def ending_in_words(outcome: Outcome) -> str:
    """Say how a game has ended, and who has won."""
    winner = f"{opening(outcome.winner):has} won" if outcome.winner else "Nobody has won"
    return f"The game is over. {outcome.text} {winner}."


# --- how things stand -------------------------------------------------------------------------


def _situation(position: Position) -> Section:
    setup = position.state.setup
    form = setup.data.get("form")
    title = form.title if form else f"{setup.system}, {setup.scenario}"
    turn = f"{position.turn_word.capitalize()} {position.turn} of {setup.turns}"
    lines = [f"{turn}, {position.phase}."] if not position.outcome else []
    lines.append(prompt_in_words(position))
    lines += [line for goal in goals(position) for line in _goal(position, goal)]
    lines += TOLD_OF_THE_GAME.of(position.state.setup)(position.state)
    hands = ((side, position.hand(side)) for side in position.sides)
    lines += [f"{opening(side):has} in hand: {listed(hand)}." for side, hand in hands if hand]
    return Section(title, tuple(lines))


def _goal(position: Position, goal: Goal) -> Iterator[str]:
    until = f"turn {position.state.setup.turns}"
    task = {
        "reach": f"reach it by the end of {until}",
        "hold": f"hold it when {until} ends",
        "clear": f"leave no enemy there by the end of {until}",
    }.get(goal.kind, "have it")
    for place in goal.places:
        near = nearest_to(position, place, goal.side)
        said = [f"Goal: {place_name(position.board, place)}.", f"{opening(goal.side)} must {task}."]
        if holders := [unit.id for unit in position.units(at=place)]:
            said.append(f"{listed(holders)} {'stands' if len(holders) == 1 else 'stand'} there.")
        if near and near[1] and not position.outcome:
            said.append(f"{near[0].id} is the nearest {goal.side} unit, {far(position.board, near[1])} away.")
        yield " ".join(said)


def _battle(position: Position) -> Iterator[str]:
    battle, setup = position.state.battle, position.state.setup
    if battle is None:
        return
    attackers, defenders = ([setup.units[n].id for n in units] for units in (battle.attackers, battle.defenders))
    target = place_name(position.board, battle.target)
    yield f"{battle.kind.capitalize()} on {target} by {noun(position.sides[battle.side])}."
    if attackers:
        yield f"Attacking: {listed(attackers)}."
    if defenders:
        yield f"Defending: {listed(defenders)}."
    for side, markers in enumerate(battle.support):
        if markers:
            yield f"Support fire of {noun(position.sides[side])}: {listed(setup.markers[n].name for n in markers)}."


# --- places -----------------------------------------------------------------------------------


def hex_in_words(position: Position, name: str) -> str:
    """Say what is in a hex, and what lies around it, clockwise."""
    board, here = position.board, position.board.at(name)
    lines = [_place(position, here, wanted=True)]
    if marked := words_of(position.board, marks(position.state.setup, here)):
        lines.append(f"Also marked: {listed(marked)}.")
    lines += [unit_line(position, unit) for unit in position.units(at=name)]
    if eyes := position.watched_by(name):
        lines.append(f"In the zone of the {listed(eyes)} side{'s' if len(eyes) > 1 else ''}.")
    lines.append("Around it:")
    for there in board.neighbours[here]:
        between = board.border_words(here, there)
        across = f" Between: {listed(between)}." if between else ""
        lines.append(f"To the {direction(board, here, there)}, {_place(position, there)}{across}")
    return shown("\n".join(lines))


def _places(position: Position) -> Iterator[str]:
    """What the sides play for comes first, then where they fight, then the names on the map that are nearest by."""
    board = position.board
    wanted = list(dict.fromkeys(board.at(place) for goal in goals(position) for place in goal.places))
    fought = sorted(set(_fought_over(position)) - set(wanted))
    about = {*wanted, *(place for force in position.state.forces for place in force.places)}
    named = sorted(set(board.labels) - {*wanted, *fought}, key=lambda place: (_away(board, place, about), place))
    found = [*wanted, *fought, *named]
    for place in found[:MOST_PLACES]:
        yield _place(position, place, wanted=True)
    if len(found) > MOST_PLACES:
        left = len(found) - MOST_PLACES
        yield f"… and {left} more; look and a name or number tells of any {board.layout.kind}."


def _away(board: Board, place: int, about: Iterable[int]) -> int:
    return min((board.distance(place, other) for other in about), default=0)


def _fought_over(position: Position) -> Iterable[int]:
    """The places whose units have an enemy next door."""
    board, (ours, theirs) = position.board, (force.places for force in position.state.forces)
    return (
        place
        for mine, enemies in ((ours, theirs), (theirs, ours))
        for place in mine
        if not enemies.isdisjoint((place, *board.neighbours[place]))
    )


def _place(position: Position, place: int, *, wanted: bool = False) -> str:
    board = position.board
    said = [f"{place_name(board, place)}: {ground(position.state.setup, place)}."]
    if wanted and (players := [goal.side for goal in goals(position) if board.name(place) in goal.places]):
        said.append(f"The goal of {listed(map(noun, players))}.")
    units = position.units(at=board.name(place))
    sides = ((side, [unit.id for unit in units if unit.side == side]) for side in position.sides)
    said += [f"{side}: {listed(there)}." for side, there in sides if there]
    if wanted and not units:
        said.append("Nobody is there.")
    said += filter(None, [held_in_words(position.state, place)])
    return " ".join([*said, *TOLD_OF_A_PLACE.of(position.state.setup)(position.state, place)])
