"""Arithmetic coding: symbols packed into as few bytes as they can be told apart by.

How likely a symbol is, is learnt on the way, alike in writing and in reading; so many symbols become one long number
(asymmetric numeral systems, with Python's own integers).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from fmbook.core.errors import RecordError

__all__ = ["Model", "Reader", "Writer", "cut", "measured"]

USUAL: Final = 40  # how much likelier a usual symbol is than another, before any has come
LEARNT: Final = 12  # how much likelier a symbol becomes each time it comes
CHUNK: Final = 2048  # symbols that make one number
T = TypeVar("T")


class Model:
    """How likely each symbol of one kind is, learnt as they come."""

    __slots__ = ("counts", "total")

    def __init__(self, size: int, usual: Iterable[int] = ()) -> None:
        self.counts = [1] * size
        for symbol in usual:
            self.counts[symbol] += USUAL
        self.total = sum(self.counts)

    def span(self, symbol: int) -> tuple[int, int, int]:
        """Return the share of a symbol: where it begins, how much it is, of how much; then learn it."""
        share = sum(self.counts[:symbol]), self.counts[symbol], self.total
        self.learn(symbol)
        return share

    def find(self, point: int) -> tuple[int, tuple[int, int, int]]:
        """Return the symbol that a point falls to, and its share; then learn it."""
        start = 0
        for symbol, count in enumerate(self.counts):
            if point < start + count:
                share = start, count, self.total
                self.learn(symbol)
                return symbol, share
            start += count
        raise AssertionError("a point lies below the total")

    def learn(self, symbol: int) -> None:
        """Make a symbol likelier from now on."""
        self.counts[symbol] += LEARNT
        self.total += LEARNT

    def forget(self, symbol: int) -> None:
        """Make a symbol as likely again as it was before it was learnt."""
        self.counts[symbol] -= LEARNT
        self.total -= LEARNT


class Writer:
    """Collects symbols and packs them into numbers, the last first, as the reader will take them first to last."""

    def __init__(self) -> None:
        self._models: dict[Any, Model] = {}
        self._spans: list[tuple[int, int, int]] = []
        self._learnt: list[tuple[int, Model, int]] = []  # which symbol taught which model what
        self._whole: list[bytes] = []  # the numbers that no further symbol changes

    def __len__(self) -> int:
        return len(self._spans)

    def put(self, kind: Any, symbol: int, size: int, usual: Iterable[int] = ()) -> None:
        """Add a symbol of some kind, which has so many different ones, some of them usual."""
        model = _model(self._models, kind, size, usual)
        self._learnt.append((len(self._spans), model, symbol))
        self._spans.append(model.span(symbol))

    def each(self, kind: str, those: Sequence[T]) -> Iterator[T]:
        """Add how many there are, and give them, to be added one by one."""
        self.put(kind, min(len(those), 15), 16)
        if len(those) >= 15:
            self.evenly(len(those) - 15, 100)
        yield from those

    def evenly(self, symbol: int, size: int) -> None:
        """Add a symbol that is as likely as any other."""
        if not 0 <= symbol < size:
            raise RecordError(0, "this game holds what no code can say", "save it to a file")
        self._spans.append((symbol, 1, size))

    def take_back(self, length: int) -> None:
        """Take back all symbols but so many, and what was learnt from them."""
        del self._spans[length:], self._whole[length // CHUNK :]
        while self._learnt and self._learnt[-1][0] >= length:
            _, model, symbol = self._learnt.pop()
            model.forget(symbol)

    def packed(self) -> bytes:
        """Return the numbers as bytes, each after its length; a longer number would take ever longer to work with."""
        spans, whole = self._spans, self._whole
        while len(spans) > CHUNK * (len(whole) + 1):
            whole.append(measured(_number(spans[CHUNK * len(whole) : CHUNK * (len(whole) + 1)])))
        rest = spans[CHUNK * len(whole) :]
        return b"".join(whole) + (measured(_number(rest)) if rest else b"")


class Reader:
    """Takes symbols from the numbers, first to last."""

    def __init__(self, packed: bytes) -> None:
        self._models: dict[Any, Model] = {}
        self._packed = packed
        self._number, self._left = 1, 0

    def take(self, kind: Any, size: int, usual: Iterable[int] = ()) -> int:
        """Return the next symbol of some kind."""
        self._open()
        model = _model(self._models, kind, size, usual)
        quotient, point = divmod(self._number, model.total)
        symbol, (start, share, _) = model.find(point)
        self._number = share * quotient + point - start
        return symbol

    def count(self, kind: str) -> int:
        """Tell how many there are to be read."""
        number = self.take(kind, 16)
        return number + self.evenly(100) if number == 15 else number

    def evenly(self, size: int) -> int:
        """Return the next symbol of a kind in which all are alike."""
        self._open()
        self._number, symbol = divmod(self._number, size)
        return symbol

    def finish(self) -> None:
        """Refuse what is longer or shorter than what was read from it."""
        if self._number != 1 or self._packed:
            raise RecordError(0, "the code does not end where its game ends", "copy it again, whole")

    def _open(self) -> None:
        if not self._left:
            if self._number != 1 or not self._packed:
                raise RecordError(0, "the code ends before its game does", "copy it again, whole")
            number, self._packed = cut(self._packed)
            self._number, self._left = int.from_bytes(number, "big"), CHUNK
        if not self._number:  # what a writer has written ends at one
            raise RecordError(0, "the code ends before its game does", "copy it again, whole")
        self._left -= 1


def _model(models: dict[Any, Model], kind: Any, size: int, usual: Iterable[int]) -> Model:
    key = kind, size
    found = models.get(key)
    if found is None:
        found = models[key] = Model(size, usual)
    return found


def _number(spans: Sequence[tuple[int, int, int]]) -> bytes:
    number = 1
    for start, share, total in reversed(spans):
        number = number // share * total + start + number % share
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def measured(part: bytes) -> bytes:
    """Put a part's length before it: one byte if it is short, two if not."""
    length = len(part)
    return (bytes([length]) if length < 128 else (length | 0x8000).to_bytes(2, "big")) + part


def cut(whole: bytes) -> tuple[bytes, bytes]:
    """Cut a measured part from what follows it."""
    width = 2 if whole[:1] >= b"\x80" else 1
    length = int.from_bytes(whole[:width], "big") & (0x7FFF if width == 2 else 0x7F)
    if len(whole) < width + length:
        raise RecordError(0, "the code ends before its game does", "copy it again, whole")
    return whole[width : width + length], whole[width + length :]
