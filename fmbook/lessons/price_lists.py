"""What a step costs on a board, as a list to hold beside a question about a march."""

from collections.abc import Iterator, Mapping

from fmbook.components.listings import ListedLine, Listing
from fmbook.components.scenarios import movement_chart
from fmbook.core.state import Unit
from fmbook.core.verdicts import ALL
from fmbook.geometry.boards import Board, Provenance
from fmbook.mechanics.movement import mover, points
from fmbook.play.game import Game

__all__ = ["price_list"]

TITLE = "What the ground costs, in movement points"
FOOT = "The hex that is entered, and on top of it the hexside that is crossed."
ON_A_ROAD = "A road is followed from hex to hex."


def price_list(game: Game, unit: Unit) -> Listing:
    """List what this board's ground costs this unit; what lies nowhere on it is left out."""
    board, costs, chart = game.board, game.setup.costs, movement_chart(game.setup.system)
    kinds, there = {mover(game.state, unit), *unit.traits}, _there(game)
    lines = [*_lines(board, costs.enter, kinds, there), *_lines(board, costs.cross, kinds, there, " hexside")]
    has_roads = costs.road is not None and any(path.kind == "road" for path in board.paths)
    if has_roads:
        lines.append(ListedLine("along a road", _written(costs.road)))
    foot = f"{FOOT} {ON_A_ROAD}" if has_roads else FOOT
    return Listing(TITLE, Provenance(chart.provenance, chart.source), tuple(lines), foot)


def _there(game: Game) -> frozenset[str]:
    """What lies on a board, and what a booklet treats some of it as."""
    board, treated = game.board, game.setup.costs.treated
    words = frozenset({"clear"}).union(*board.features, *board.borders.values())
    return words | {treated[word].march for word in words & treated.keys()}


def _lines(
    board: Board, prices: Mapping[str, int | None], kinds: set[str], there: frozenset[str], kind: str = ""
) -> Iterator[ListedLine]:
    """One line a kind of ground; where a chart has a price for some units alone, the one that holds for this unit."""
    known: dict[str, int | None] = {}
    for name, price in prices.items():
        word, _, whose = name.partition(" ")
        if word in there and (not whose or whose in kinds):
            known[word] = price
    for word, price in known.items():
        if (written := _written(price)) != word:  # what is barred is barred
            yield ListedLine(f"{board.said(word)}{kind}", written)


def _written(price: int | None) -> str:
    return "barred" if price is None else "a whole march" if price == ALL else points(price)
