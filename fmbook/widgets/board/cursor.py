"""The keyboard cursor on the map: from place to place by arrow keys."""

from collections.abc import Collection
from math import hypot
from typing import Final

from fmbook.geometry.boards import Board

__all__ = ["Cursor"]

Step = tuple[int, int]
LEAST: Final = 0.35  # the cosine of the widest angle at which a sector still lies ahead


class Cursor:
    """Where the arrow keys have got to. ``place`` is None until the first one is pressed.

    Hexes have no neighbour straight to one pair of sides; there the cursor keeps to the line it began on,
    a step above and a step below it by turns.
    """

    def __init__(self, board: Board, places: Collection[int] = ()) -> None:
        self.board = board
        self._places = frozenset(places or range(len(board.places)))
        self.place: int | None = None
        self._line: tuple[Step, tuple[float, float]] | None = None

    def put(self, place: int) -> None:
        """Lift the cursor and put it down somewhere else."""
        self.place, self._line = place, None

    def step(self, way: Step) -> int:
        """Go one place to the east (1, 0), south (0, 1) and so on; stay where the board, or the part shown, ends.

        The first step of all puts the cursor in the middle.
        """
        if self.place is None:
            self.put(self._middle())
        else:
            self.place = self._next(self.place, way)
        assert self.place is not None
        return self.place

    def _next(self, place: int, way: Step) -> int:
        here = self.board.centre(place)
        if self._line is None or abs(self._line[0][0]) != abs(way[0]):
            self._line = way, here
        start = self._line[1]

        def merit(other: int) -> tuple[float, float]:
            x, y = self.board.centre(other)
            ahead = (x - here[0]) * way[0] + (y - here[1]) * way[1]
            astray = abs((x - start[0]) * way[1]) + abs((y - start[1]) * way[0])
            if self.board.layout.kind != "hex":  # sectors have sides of any slant: the one that lies straightest
                return (ahead / hypot(x - here[0], y - here[1]) - LEAST if ahead > 0 else 0.0), -round(astray, 6)
            return round(ahead, 6), -round(astray, 6)

        best = max(self._places.intersection(self.board.neighbours[place]), key=merit, default=place)
        return best if merit(best)[0] > 0.1 else self._over_a_gap(place, way)

    def _over_a_gap(self, place: int, way: Step) -> int:
        """A board may lie in parts: go to the nearest place ahead in another one, or stay."""
        here, elsewhere = self.board.centre(place), self._places - self._part(place)

        def apart(other: int) -> tuple[float, float]:
            x, y = self.board.centre(other)
            far = hypot(x - here[0], y - here[1])
            return ((x - here[0]) * way[0] + (y - here[1]) * way[1]) / far, far

        ahead = [other for other in elsewhere if apart(other)[0] > LEAST]
        return min(ahead, key=lambda other: (apart(other)[1], other), default=place)

    def _part(self, place: int) -> set[int]:
        """The places that one can walk to."""
        found, to_go_on = {place}, [place]
        while to_go_on:
            new = self._places.intersection(self.board.neighbours[to_go_on.pop()]) - found
            found |= new
            to_go_on += new
        return found

    def _middle(self) -> int:
        corners = [corner for place in self._places for corner in self.board.outline(place)]
        xs, ys = zip(*corners, strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        centres = {place: self.board.centre(place) for place in sorted(self._places)}
        return min(centres, key=lambda place: (centres[place].x - x) ** 2 + (centres[place].y - y) ** 2)
