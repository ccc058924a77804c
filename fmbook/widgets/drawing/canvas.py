"""A picture on ipycanvas, and the one place that knows ipycanvas's traps.

===========================  =================================================================================
trap                         what this module does
===========================  =================================================================================
a thousand messages          `held`: one message a redraw, batch calls for everything but words
an exception while held      `held` takes back what was not sent and lets go; the old picture stays
a page that was reloaded     draw again when the page asks for it; name the canvas in every message
blurred on sharp screens     the backing store has as many pixels as the screen
bitmaps are never let go     a sheet that nobody looks at rests: its canvases shrink to one pixel
clicks beside the mark       no border and no padding on the canvas (its box may have them)
each layer sets off all   what is drawn first is drawn before the page is told to put the layers together
a word for every move        presses are read by ``shell.js``; of moves and touches the kernel is told nothing
forgotten styles             every shape sets all that it needs; a resized canvas has forgotten everything
===========================  =================================================================================

The keyboard's trap (Tab never leaves) and the finger's (the page never scrolls) are undone in ``shell.js``.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from math import radians
from threading import RLock
from typing import Any

import numpy as np
from ipycanvas import Canvas, MultiCanvas
from ipycanvas.canvas import _CANVAS_MANAGER
from ipycanvas.utils import array_to_binary
from ipywidgets import Layout

from fmbook.core.language import told
from fmbook.widgets import theme
from fmbook.widgets.drawing.shapes import Circles, Ink, Lettering, Lines, Path, Point, Polygons, Shape, Texts
from fmbook.widgets.parcels import took

__all__ = ["SHARPEST", "Sheet", "draw", "held", "reopen", "shared"]

SHARPEST = 2  # pixels of the backing store for each of the layout: each is four bytes, six times over
_DRAWING = RLock()
_IDLE: list[Canvas] = []


def shared() -> tuple[Any, ...]:
    """What all canvases of a kernel have in common."""
    return _CANVAS_MANAGER, *_IDLE, *(each.layout for each in _IDLE)


def _rest() -> None:
    """Leave the page's pen on a canvas of one pixel.

    A page composes the canvas anew that the pen was left on when a message came, whether it is drawn on or not.
    """
    if _CANVAS_MANAGER._commands_cache:
        if not _IDLE:
            _IDLE.append(Canvas(width=1, height=1))
        _IDLE[0].clear()


def _send() -> None:
    """Send what was kept back, in as few letters as may be: ipycanvas writes blanks, and escapes what is not ASCII."""
    manager = _CANVAS_MANAGER
    if manager._commands_cache:
        commands = list(map(_in_short, manager._commands_cache))
        words = json.dumps(commands, separators=(",", ":"), ensure_ascii=False)
        about, packed = array_to_binary(np.frombuffer(words.encode(), dtype=np.uint8))
        buffers = [packed, *manager._buffers_cache]
        if not took(manager, {"method": "custom", "content": about}, buffers):
            manager.send(about, buffers=buffers)
        manager._commands_cache, manager._buffers_cache = [], []


def _in_short(command: Sequence[Any]) -> list[Any]:
    """A command without the number of its buffers where it has none."""
    name, said, *counted = command
    return [name, list(map(_said_in_short, said)), *filter(None, counted)]


def _said_in_short(said: Any) -> Any:
    """A number without noughts behind its point; of a row of numbers only what the page asks for: not how many."""
    match said:
        case float() if said.is_integer():
            return int(said)
        case {"shape": [_], "dtype": kind, "idx": at}:
            return {"dtype": kind, "idx": at}
    return said


def reopen() -> None:
    """Open again what all canvases have in common, if ``Widget.close_all`` has closed it."""
    if _CANVAS_MANAGER.comm is None:
        _CANVAS_MANAGER.open()
        _IDLE.clear()


@contextmanager
def held() -> Iterator[None]:
    """Send everything drawn inside as one message; if it fails, send nothing of it.

    ipycanvas has one queue for all canvases of a kernel, and its own ``hold_canvas`` leaves it shut for
    ever after an exception. This one may be nested, also in the other.
    """
    with _DRAWING:
        was_held = _CANVAS_MANAGER._caching
        commands, buffers = len(_CANVAS_MANAGER._commands_cache), len(_CANVAS_MANAGER._buffers_cache)
        _CANVAS_MANAGER._caching = True
        # a page that has just been loaded does not know which canvas the last message was about
        _CANVAS_MANAGER._current_canvas = None
        try:
            yield
            if not was_held:
                _rest()
                _send()
        except BaseException:
            del _CANVAS_MANAGER._commands_cache[commands:]
            del _CANVAS_MANAGER._buffers_cache[buffers:]
            raise
        finally:
            _CANVAS_MANAGER._current_canvas = None
            _CANVAS_MANAGER._caching = was_held


class Layers(MultiCanvas):  # type: ignore[misc]  # ipycanvas has no types
    """Canvases one upon the other, of one pixel each until the sheet is wanted.

    ipycanvas gives each a look that nobody sees, and each tells the kernel when it is made. A page puts all of them
    together for each that has changed: until the first drawing is done it is told of none.
    """

    def __init__(self, count: int, **about: Any) -> None:
        nobody_sees = Layout()
        one = {"width": 1, "height": 1}
        self.canvases = [Canvas(layout=nobody_sees, _send_client_ready_event=False, **one) for _ in range(count)]
        super(MultiCanvas, self).__init__(_canvases=[], **one, **about)
        self.on_msg(self.canvases[-1]._handle_frontend_event)  # the uppermost one hears the keys

    def put_together(self) -> None:
        """Let the page put them together, now and whenever one of them changes."""
        self._canvases = self.canvases

    def resize(self, width: int, height: int) -> None:
        """Make all of one size; they are empty then, and a page holds no more pixels than these."""
        for each in (*self.canvases, self):
            with each.hold_sync():
                each.width, each.height = width, height


class Sheet:
    """A stack of layers to draw on, crisp on sharp screens.

    ``widget`` goes into a box. Points are CSS pixels of the sheet's full size, however wide it is shown. At first it
    rests: it holds one pixel, and what is drawn on it is lost.
    """

    def __init__(self, width: int, height: int, layers: int = 1, *, sharpness: int = 0) -> None:
        reopen()
        self.size, floor = (width, height), min(width, theme.MAP_FLOOR)
        look = {"width": f"{width}px", "max_width": "100%", "min_width": f"{floor}px", "height": "auto"}
        self.widget = Layers(layers, layout=look)
        self.sharpness = 0
        """Pixels of the backing store for each of the layout; 0 while the sheet rests."""
        if sharpness:
            self.resize(sharpness)

    def resize(self, sharpness: int) -> None:
        """Hold so many pixels for each of the layout, all of them empty; 0 lets the sheet rest."""
        self.sharpness = sharpness
        width, height = (max(1, side * sharpness) for side in self.size)
        self.widget.resize(width, height)

    def fetch(self, layer: int) -> None:
        """Let the page fetch paper for a layer: of double sharpness it is many million pixels."""
        with held():
            self.widget.canvases[layer].clear()

    def show(self, layer: int, shapes: Iterable[Shape], tint: Sequence[Shape] = (), gaps: Sequence[Shape] = ()) -> None:
        """Put these shapes, and only these, on one layer, above a tint that has gaps."""
        if not self.sharpness:
            return
        canvas = self.widget.canvases[layer]
        with held():
            canvas.set_transform(self.sharpness, 0, 0, self.sharpness, 0, 0)
            canvas.clear()
            draw(canvas, *tint)
            if tint and gaps:
                with _wiping(canvas):
                    draw(canvas, *gaps)
            draw(canvas, *shapes)

    def patch(self, layer: int, boxes: Sequence[tuple[float, float, float, float]], shapes: Iterable[Shape]) -> None:
        """Wipe some boxes (left, top, width, height) of a layer and draw there alone; the rest stays as it is."""
        if not self.sharpness:
            return
        canvas = self.widget.canvases[layer]
        with held():
            canvas.set_transform(self.sharpness, 0, 0, self.sharpness, 0, 0)
            canvas.save()
            canvas.begin_path()
            for box in boxes:
                canvas.rect(*(round(edge, 1) for edge in box))
            canvas.clip()
            for box in boxes:
                canvas.clear_rect(*(round(edge, 1) for edge in box))
            draw(canvas, *shapes)
            canvas.restore()

    def on_key(self, typed: Callable[[str], None]) -> None:
        """Call with the name of each key that ``shell.js`` lets through."""
        self.widget.canvases[-1].on_key_down(lambda key, *_modifiers: typed(key))


Known = dict[str, object]
"""What a pen was last told within one message."""


def draw(canvas: Canvas, *shapes: Shape) -> None:
    """Draw batches in order, leaving nothing to what was set before; those with one mask in a row share it."""
    known: Known = {}
    for rings, run in groupby(shapes, key=_mask):
        if rings:
            with _masked(canvas, rings):
                inside: Known = {}
                for shape in run:
                    _draw(canvas, shape, inside)
        else:
            for shape in run:
                _draw(canvas, shape, known)


def _mask(shape: Shape) -> tuple[Path, ...]:
    return shape.within if isinstance(shape, Polygons | Lines) else ()


def _draw(canvas: Canvas, shape: Shape, known: Known) -> None:
    match shape:
        case Polygons(rings=rings, ink=ink) if rings:
            points = _points(rings)
            _set_ink(canvas, ink, known)
            if ink.fill:
                canvas.fill_polygons(*points)
            if ink.stroke:
                canvas.stroke_polygons(*points)
        case Lines(paths=paths, ink=ink) if paths:
            _set_ink(canvas, ink, known)
            if ink.stroke:
                canvas.stroke_line_segments(*_points(paths))
        case Circles(centres=centres, radius=radius, ink=ink) if centres:
            x, y = np.array(centres, dtype=np.float32).T
            _set_ink(canvas, ink, known)
            if ink.fill:
                canvas.fill_circles(x, y, radius)
            if ink.stroke:
                canvas.stroke_circles(x, y, radius)
        case Texts(words=words, lettering=lettering):
            _write(canvas, words, lettering, known)


@contextmanager
def _masked(canvas: Canvas, rings: Iterable[Path]) -> Iterator[None]:
    """Let the pen leave no trace outside some rings; what it was told inside is forgotten."""
    canvas.save()
    canvas.begin_path()
    for (x, y), *others in rings:
        canvas.move_to(round(x, 1), round(y, 1))
        for to_x, to_y in others:
            canvas.line_to(round(to_x, 1), round(to_y, 1))
        canvas.close_path()
    canvas.clip()
    yield
    canvas.restore()


@contextmanager
def _wiping(canvas: Canvas) -> Iterator[None]:
    """Let the pen take away what the layer holds: what lies on lower layers is seen there as it is."""
    canvas.save()
    canvas.global_composite_operation = "destination-out"
    yield
    canvas.restore()


def _points(paths: Sequence[Path]) -> tuple[np.ndarray, ...]:
    """The points of all paths, and how many each has, unless all have as many."""
    if len({len(path) for path in paths}) == 1:
        return (np.array(paths, dtype=np.float32),)
    flat = np.array([point for path in paths for point in path], dtype=np.float32)
    return flat, np.array([len(path) for path in paths], dtype=np.int32)


def _set(canvas: Canvas, known: Known, name: str, value: object) -> None:
    if known.get(name) != value:
        known[name] = value
        setattr(canvas, name, value)


def _set_ink(canvas: Canvas, ink: Ink, known: Known) -> None:
    _set(canvas, known, "global_alpha", ink.alpha)
    if ink.fill:
        _set(canvas, known, "fill_style", ink.fill)
    if ink.stroke:
        _set(canvas, known, "stroke_style", ink.stroke)
        _set(canvas, known, "line_width", round(ink.width, 2))
        _set(canvas, known, "line_cap", "butt" if ink.square else "round")
        _set(canvas, known, "line_join", "miter" if ink.square else "round")
        if known.get("dash") != ink.dash:
            known["dash"] = ink.dash
            canvas.set_line_dash(list(ink.dash))


def _write(canvas: Canvas, words: Sequence[tuple[str, tuple[float, float]]], style: Lettering, known: Known) -> None:
    _set_ink(canvas, Ink(fill=style.fill, stroke=style.halo, width=style.halo_width), known)
    _set(canvas, known, "font", style.font)
    _set(canvas, known, "text_align", "center" if style.centred else "left")
    _set(canvas, known, "text_baseline", "middle")
    for word, at in ((told(word), at) for word, at in words):
        with _turned(canvas, at, style.turn) as (x, y):
            if style.halo:
                canvas.stroke_text(word, x, y)
            canvas.fill_text(word, x, y, style.fits or None)


@contextmanager
def _turned(canvas: Canvas, at: Point, turn: float) -> Iterator[Point]:
    """Turn the paper around a point; gives the point to write at."""
    x, y = round(at[0], 1), round(at[1], 1)
    if not turn:
        yield x, y
        return
    canvas.save()
    canvas.translate(x, y)
    canvas.rotate(radians(turn))
    yield 0.0, 0.0
    canvas.restore()
