"""Counters to cut out: fronts on one sheet, backs on the next, mirrored so that both meet when it is turned over."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from fmbook.lessons.guide import Guide
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.widgets.board.counters import card_face

__all__ = ["counter_sheets", "counter_size"]

LEAST: Final = 13.0  # millimetres: what fingers can hold
MOST: Final = 20.0
SHARE: Final = 0.78  # of a hex
GAP: Final = 1.5  # millimetres, and so much again between a counter and its neighbour's line
LINE: Final = 5.0  # millimetres for where it starts
MANY: Final = 2  # steps; whoever has more has them ticked off


class Piece(NamedTuple):
    """A counter: its front, its back and what stands below it."""

    front: str
    back: str
    below: str


def counter_size(hex_width: float) -> float:
    """Return how wide a counter is on hexes of a width, in millimetres."""
    return min(max(hex_width * SHARE, LEAST), MOST)


def counter_sheets(guide: Guide, game: Game, hex_width: float, room: tuple[float, float]) -> Iterator[str]:
    """Yield pairs of sheets, fronts then backs."""
    size = counter_size(hex_width)
    across = int(room[0] // (size + 2 * GAP))
    down = int(room[1] // (size + 2 * GAP + LINE))
    for pieces in _batches(tuple(_pieces(guide, game)), across * down):
        for back in (False, True):
            yield _sheet(pieces, across, size, back=back)


def _batches(pieces: Sequence[Piece], most: int) -> Iterator[Sequence[Piece]]:
    return (pieces[at : at + most] for at in range(0, len(pieces), most))


def _sheet(pieces: Sequence[Piece], across: int, size: float, *, back: bool) -> str:
    rows = [[*row, *[None] * (across - len(row))] for row in _batches(pieces, across)]
    shown = [reversed(row) if back else row for row in rows]
    cells = "".join(_cell(piece, back=back) for row in shown for piece in row)
    grid = f"grid-template-columns:repeat({across},{size + 2 * GAP:.1f}mm);--counter:{size:.1f}mm"
    return f'<div class="counters" style="{grid}">{cells}</div>'


def _cell(piece: Piece | None, *, back: bool) -> str:
    if piece is None:
        return '<div class="counter"></div>'
    below = "" if back else escape(piece.below)
    return f'<div class="counter"><div class="cut">{piece.back if back else piece.front}</div><p>{below}</p></div>'


def _pieces(guide: Guide, game: Game) -> Iterator[Piece]:
    """Units side by side, those that come later last, then the markers of both hands."""
    standing = {unit.id for unit in game.units()}
    units = sorted(game.setup.units, key=lambda unit: (unit.side, unit.id not in standing))
    for unit in units:
        if unit.id in standing or unit.arrives:
            now = game.unit(unit.id)
            place = now.place.rpartition(":")[2]
            below = place or f"turn {unit.arrives}"
            yield Piece(card_face(game, now), _back(guide, game, unit), below)
    yield from _markers(game)


def _back(guide: Guide, game: Game, unit: Any) -> str:
    """The depleted side; of whoever has one step a word, of whoever has many steps boxes to tick."""
    if unit.steps > MANY:
        boxes = "".join("<i></i>" for _ in range(unit.steps))
        return f'<span class="boxes"><b>{escape(unit.id)}</b><span>{boxes}</span></span>'
    if unit.steps < MANY:
        return f'<span class="words"><b>{escape(unit.id)}</b>{escape(guide.back)}</span>'
    steps = bytes(1 if each.number == unit.number else left for each, left in _steps(game))
    worn = Position(game.state.but(steps=steps))
    return card_face(worn, worn.unit(unit.id))


def _steps(game: Game) -> Iterator[tuple[Any, int]]:
    return zip(game.setup.units, game.state.steps, strict=True)


def _markers(game: Game) -> Iterator[Piece]:
    support = game.setup.data["form"].support
    for side, pool in zip(game.sides, support.pools if support else (), strict=False):
        for value in pool:
            back = f'<span class="words"><b>{escape(side)}</b>support fire</span>'
            yield Piece(f'<span class="words large"><b>+{value}</b>support</span>', back, side)
