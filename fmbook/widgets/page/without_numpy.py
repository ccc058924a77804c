"""What ipycanvas asks of numpy and Pillow as it sends a drawing, for a browser's Python that has neither.

Pyodide's own distribution brings both, and then nothing in here is used. Where it is laid out without them, ipycanvas
needs no more than arrays of numbers that go to the page as they are; maps are brought ready (``board.prepared``).
"""

import sys
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

__all__ = ["Numbers", "lay_out"]

CODES: Final = {"float32": "f", "float64": "d", "int32": "i", "uint8": "B"}
FAILING: Final = (
    "numpy is not here: of what it is wanted for, only that is shown which was drawn when the site was built"
)


class Numbers(array):  # type: ignore[type-arg]  # of whole numbers or of others
    """A row of numbers, of points, or of lines of as many points, of one kind: what stands for an array of numpy's."""

    flags: Final = {"C_CONTIGUOUS": True}
    shape: tuple[int, ...]
    dtype: str

    @classmethod
    def of(cls, values: Any, shape: tuple[int, ...], dtype: str) -> "Numbers":
        """Make one of numbers that lie one after the other."""
        made = cls(CODES[dtype], values)
        made.shape, made.dtype = shape, dtype
        return made

    @property
    def ndim(self) -> int:
        """1 for numbers, 2 for points, 3 for lines."""
        return len(self.shape)

    def ravel(self) -> "Numbers":
        """The coordinates of all points, one after the other."""
        return self.of(self, (len(self),), self.dtype)

    @property
    def T(self) -> tuple["Numbers", ...]:  # noqa: N802 - numpy's name
        """Each coordinate for itself."""
        rows, wide = self.shape
        return tuple(self.of(self[n::wide], (rows,), self.dtype) for n in range(wide))


def numbers(values: Any, dtype: str = "", **_: Any) -> Numbers:
    """Make an array of numbers, points or lines; one that is made already stays as it is."""
    if isinstance(values, Numbers):
        return values
    if isinstance(values, bytes | bytearray):
        return Numbers.of(values, (len(values),), "uint8")
    flat: list[Any] = list(values)
    shape = [len(flat)]
    while flat and isinstance(flat[0], Sequence):
        shape.append(len(flat[0]))
        flat = [value for row in flat for value in row]
    kind = dtype or ("int32" if all(isinstance(value, int) for value in flat) else "float64")
    return Numbers.of(flat, tuple(shape), kind)


def lay_out() -> None:
    """Let ipycanvas find these in place of numpy and Pillow, in a browser's Python that has none."""
    if sys.platform != "emscripten" or find_spec("numpy"):
        return
    put_in_place()


def put_in_place() -> None:
    """Put the two stand-ins where an import looks first."""
    numpy, pillow, image = _Failing("numpy"), ModuleType("PIL"), ModuleType("PIL.Image")
    made = ("array", "asarray", "ascontiguousarray", "frombuffer", "require")
    vars(numpy).update(dict.fromkeys(made, numbers), ndarray=Numbers)
    vars(numpy).update({kind: kind for kind in (*CODES, "int64", "float16", "int8", "bool_")})
    vars(pillow)["Image"] = image
    sys.modules.update({"numpy": numpy, "PIL": pillow, "PIL.Image": image})


class _Failing(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"{FAILING} (numpy.{name})")
