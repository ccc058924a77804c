"""How large counters are on a sheet, and the room that those of one place take: words keep clear of it."""

from fmbook.widgets import theme
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.drawing.shapes import Point
from fmbook.widgets.drawing.text_size import Box

__all__ = ["fan", "size_on", "stack_box"]


def size_on(frame: Frame) -> float:
    """Return the width of a counter: on small hexes it fills more of its hex."""
    if frame.large:
        return max(frame.hex * theme.COUNTER_LARGE, theme.COUNTER_LEAST)
    return frame.hex * (theme.COUNTER_SMALL if frame.hex < theme.SMALL_HEX else theme.COUNTER)


def fan(count: int) -> float:
    """How far the counters of a stack lie apart, in hexes: a high one stays within its hex."""
    return min(theme.FAN, theme.FAN_MOST / (count - 1)) if count > 1 else 0.0


def stack_box(frame: Frame, middle: Point, count: int) -> Box:
    """The room of so many counters on a hex: the last lies as high as one alone, the others lower and to the left."""
    wide, lean = size_on(frame), fan(count) * frame.hex * max(count - 1, 0)
    down = lean * theme.FAN_UP
    return Box(middle[0], middle[1] + frame.low + down / 2, wide + lean, wide + down)
