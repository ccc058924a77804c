"""The draw list: a picture as data, before anybody has a pen.

A picture is a tuple of shapes, drawn in order. Each shape is a batch of equal things in one ink, with a
name that says what it stands for (``"woods"``, ``"road"``), so that a test or a reader of the SVG finds it.
Coordinates are CSS pixels from the sheet's top left corner. ``canvas`` and ``svg`` draw the same list.
"""

from dataclasses import dataclass, replace

__all__ = ["Circles", "Ink", "Lettering", "Lines", "Path", "Picture", "Point", "Polygons", "Shape", "Texts"]

Point = tuple[float, float]
Path = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Ink:
    """How an area or a line looks. Colours are ``#rrggbb``; an empty one is not drawn."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    alpha: float = 1.0
    square: bool = False  # ends and corners: round unless said otherwise

    def thinned(self, share: float) -> "Ink":
        """The same ink in thinner lines."""
        return replace(self, width=self.width * share, dash=tuple(dash * share for dash in self.dash))


@dataclass(frozen=True, slots=True)
class Lettering:
    """How words look; ``halo`` is the colour of the paper left clear around them.

    Words are centred on their points, or begin there.
    """

    size: float
    fill: str
    family: str
    weight: int = 400
    italic: bool = False
    halo: str = ""
    halo_width: float = 3.0
    centred: bool = True
    turn: float = 0.0  # degrees, clockwise, around the point of each word
    fits: float = 0.0  # pixels: a word that a reader's own font makes wider is squeezed on a canvas, if this is not 0

    @property
    def font(self) -> str:
        """The CSS shorthand, which a canvas wants in one piece."""
        return f"{'italic ' if self.italic else ''}{self.weight} {self.size:g}px {self.family}"

    @property
    def serif(self) -> bool:
        """Whether the letters have serifs, which makes them wider."""
        return not self.family.endswith("sans-serif")


@dataclass(frozen=True, slots=True)
class Polygons:
    """Closed areas. Rings do not overlap; a hole is cut by a slit (``curves.union``)."""

    name: str
    rings: tuple[Path, ...]
    ink: Ink
    within: tuple[Path, ...] = ()  # only what lies in these rings is seen; all, without any


@dataclass(frozen=True, slots=True)
class Lines:
    """Open lines, each with two points or more."""

    name: str
    paths: tuple[Path, ...]
    ink: Ink
    within: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Circles:
    """Discs or rings of one radius."""

    name: str
    centres: tuple[Point, ...]
    radius: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Texts:
    """Words at their points."""

    name: str
    words: tuple[tuple[str, Point], ...]
    lettering: Lettering


Shape = Polygons | Lines | Circles | Texts


@dataclass(frozen=True, slots=True)
class Picture:
    """A sheet of a certain size with everything drawn on it."""

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]
