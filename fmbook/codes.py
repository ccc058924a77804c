"""The resume code: a whole game in about two characters an order, to be copied, mailed, or kept by a browser.

Each order is written as symbols: its verb, its unit, how far the hex lies from the unit and which of the hexes at that
distance it is. How likely a symbol is, is learnt on the way, alike in writing and in reading; the symbols of a game
become one long number (asymmetric numeral systems, with Python's own integers). No symbol is an index into a list of
legal orders, so a code survives a corrected rule as long as its orders stay legal.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final, Protocol

from fmbook.dice import Said
from fmbook.errors import RecordError
from fmbook.kit import Kit
from fmbook.orders import VERBS, Move, Order
from fmbook.records import Header
from fmbook.state import State

__all__ = ["Decoded", "decode", "encode"]

PREFIX: Final = "fm1."
LONGEST: Final = 60_000  # characters; about 25,000 orders
MOST_ORDERS: Final = 30_000
WORDS: Final = (
    b"drill scheldt vimy veritable eben_emael europa_41 place enter rebuild bombard stand-fast lose hold-fire support "
    b"roll ready join attack stay-back advance retreat end-phase move 1917 \n"
)


class Stepped(Protocol):
    """What a code needs to know of each step of a game."""

    @property
    def state(self) -> State: ...
    @property
    def order(self) -> Order | None: ...
    @property
    def thrown(self) -> tuple[Said, ...]: ...
    @property
    def said(self) -> bool: ...
    @property
    def branch(self) -> int: ...


# --- numbers ------------------------------------------------------------------------------


class Model:
    """How likely each symbol of one kind is, learnt as they come."""

    __slots__ = ("counts", "total")

    def __init__(self, size: int) -> None:
        self.counts, self.total = [1] * size, size

    def span(self, symbol: int) -> tuple[int, int, int]:
        """Give the share of a symbol: where it begins, how much it is, of how much; then learn it."""
        share = sum(self.counts[:symbol]), self.counts[symbol], self.total
        self.learn(symbol)
        return share

    def find(self, point: int) -> tuple[int, tuple[int, int, int]]:
        """Give the symbol that a point falls to, and its share; then learn it."""
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
        self.counts[symbol] += 12
        self.total += 12


class Writer:
    """Collects symbols and packs them into one number, the last first, as the reader will take them first to last."""

    def __init__(self) -> None:
        self._models: dict[Any, Model] = {}
        self._spans: list[tuple[int, int, int]] = []

    def put(self, kind: Any, symbol: int, size: int) -> None:
        """Add a symbol of some kind, which has so many different ones."""
        self._spans.append(self._models.setdefault((kind, size), Model(size)).span(symbol))

    def evenly(self, symbol: int, size: int) -> None:
        """Add a symbol that is as likely as any other."""
        self._spans.append((symbol, 1, size))

    def packed(self) -> bytes:
        """Give the number as bytes."""
        number = 1
        for start, share, total in reversed(self._spans):
            number = number // share * total + start + number % share
        return number.to_bytes((number.bit_length() + 7) // 8, "big")


class Reader:
    """Takes symbols from the number, first to last."""

    def __init__(self, packed: bytes) -> None:
        self._models: dict[Any, Model] = {}
        self._number = int.from_bytes(packed, "big")

    def take(self, kind: Any, size: int) -> int:
        """Give the next symbol of some kind."""
        model = self._models.setdefault((kind, size), Model(size))
        quotient, point = divmod(self._number, model.total)
        symbol, (start, share, _) = model.find(point)
        self._number = share * quotient + point - start
        return symbol

    def evenly(self, size: int) -> int:
        """Give the next symbol of a kind in which all are alike."""
        self._number, symbol = divmod(self._number, size)
        return symbol


# --- writing ------------------------------------------------------------------------------


def encode(head: Header, steps: Sequence[Stepped]) -> str:
    """Write a game as a code."""
    verbs = tuple(dict.fromkeys(step.order.verb for step in steps if step.order))
    text = "\n".join(
        [head.system, head.scenario, str(head.seed), " ".join(head.options), " ".join(head.house), " ".join(verbs)]
    )
    writer = Writer()
    for before, step in pairwise(steps):
        assert step.order is not None
        _put(writer, verbs, before, step, step.order)
    front = _squeezed(text.encode())
    count = len(steps) - 1
    body = len(front).to_bytes(2, "big") + front + count.to_bytes(2, "big") + writer.packed()
    return PREFIX + urlsafe_b64encode(_check(body) + body).decode().rstrip("=")


def _put(writer: Writer, verbs: Sequence[str], before: Stepped, step: Stepped, order: Order) -> None:
    state = before.state
    kit = state.kit
    context = before.order.verb if before.order else ""
    writer.put(("verb", context), verbs.index(order.verb), len(verbs))
    here = -1
    for sort, name in zip(order.takes, order.names, strict=True):
        number = kit.number(sort, name)
        if sort == "hex":
            _put_place(writer, kit, here, number)
        else:
            writer.put((sort, state.side), number, len(kit.everything(sort)))
            here = state.where[number] if sort == "unit" else here
    via = order.via if isinstance(order, Move) else ()
    writer.put("via", min(len(via), 15), 16)
    for name in via[:15]:
        _put_place(writer, kit, -1, kit.board.at(name))
    writer.put("branch", int(step.branch != before.branch), 2)
    if step.branch != before.branch:
        writer.evenly(min(step.branch, 65535), 65536)
    writer.put("said", min(len(step.thrown), 15) if step.said else 0, 16)
    for shown in step.thrown[:15] if step.said else ():
        _put_said(writer, shown)


def _put_place(writer: Writer, kit: Kit, here: int, place: int) -> None:
    if here < 0:
        writer.evenly(place, len(kit.board.places))
        return
    distance = kit.board.distance(here, place)
    writer.put("distance", min(distance, 31), 32)
    ring = _ring(kit, here, distance)
    if distance >= 31:
        writer.evenly(place, len(kit.board.places))
    else:
        writer.evenly(ring.index(place), len(ring))


def _ring(kit: Kit, here: int, distance: int) -> tuple[int, ...]:
    key = "ring", here, distance
    if key not in kit.memo:
        disc = kit.board.within(here, distance)
        inner = kit.board.within(here, distance - 1) if distance else frozenset()
        kit.memo[key] = tuple(sorted(disc - inner))
    return kit.memo[key]  # type: ignore[no-any-return]


def _put_said(writer: Writer, shown: Said) -> None:
    if isinstance(shown, int):
        writer.put("said kind", 0, 2)
        writer.evenly(shown, 1024)
        return
    writer.put("said kind", 1, 2)
    letters = shown.encode()[:63]
    writer.evenly(len(letters), 64)
    for letter in letters:
        writer.evenly(letter, 256)


# --- reading ------------------------------------------------------------------------------


class Decoded:
    """A code whose shell is sound. Its orders come one by one, as each needs to know how things stand before it."""

    def __init__(self, head: Header, verbs: tuple[str, ...], count: int, packed: bytes) -> None:
        self.head, self.verbs, self.count = head, verbs, count
        self._reader = Reader(packed)
        self._last = ""
        self._branch = 0

    def orders(self, state_now: Callable[[], State]) -> Iterator[tuple[Order, tuple[Said, ...], int]]:
        """Give the orders, with what was said aloud and the branch; each is to be played before the next is asked."""
        for _ in range(self.count):
            yield self._next(state_now())

    def _next(self, state: State) -> tuple[Order, tuple[Said, ...], int]:
        reader, kit = self._reader, state.kit
        verb = self.verbs[reader.take(("verb", self._last), len(self.verbs))]
        self._last, kind, names, here = verb, VERBS[verb], [], -1
        for sort in kind.takes:
            if sort == "hex":
                names.append(kit.board.places[self._place(kit, here)])
                continue
            size = len(kit.everything(sort))
            if not size:
                raise RecordError(0, f"the code speaks of a {sort} where there is none")
            number = reader.take((sort, state.side), size)
            here = state.where[number] if sort == "unit" else here
            names.append(kit.name(sort, number))
        via = tuple(kit.board.places[self._place(kit, -1)] for _ in range(reader.take("via", 16)))
        given = Move(names[0], names[1], via) if kind is Move else kind(*names)
        if reader.take("branch", 2):
            self._branch = reader.evenly(65536)
        said = tuple(self._said() for _ in range(reader.take("said", 16)))
        return given, said, self._branch

    def _place(self, kit: Kit, here: int) -> int:
        places = len(kit.board.places)
        if here < 0:
            return self._reader.evenly(places)
        distance = self._reader.take("distance", 32)
        if distance == 31:
            return self._reader.evenly(places)
        ring = _ring(kit, here, distance)
        if not ring:
            raise RecordError(0, "the code leads off the board")
        return ring[self._reader.evenly(len(ring))]

    def _said(self) -> Said:
        if not self._reader.take("said kind", 2):
            return self._reader.evenly(1024)
        letters = bytes(self._reader.evenly(256) for _ in range(self._reader.evenly(64)))
        return letters.decode("utf-8", "replace")


def decode(code: str) -> Decoded:
    """Open the shell of a code: prefix, checksum, header. Nothing is played yet."""
    body = _opened(code)
    try:
        length = int.from_bytes(body[:2], "big")
        text = _unsqueezed(body[2 : 2 + length]).decode()
        system, scenario, seed, options, house, verbs = text.split("\n")
        head = Header(system, scenario, int(seed), tuple(options.split()), tuple(house.split()))
    except (ValueError, zlib.error):
        raise RecordError(0, "the code is damaged: its head cannot be read", "copy it again, whole") from None
    known = tuple(verbs.split())
    count = int.from_bytes(body[2 + length : 4 + length], "big")
    if count > MOST_ORDERS or (count and not known) or any(verb not in VERBS for verb in known):
        raise RecordError(0, "the code speaks of orders that this fmbook does not know", "a newer fmbook")
    return Decoded(head, known, count, body[4 + length :])


def _opened(code: str) -> bytes:
    plain = "".join(code[: 2 * LONGEST].split())  # mail and chat break long lines
    if not plain.startswith(PREFIX):
        raise RecordError(0, f"a resume code begins with “{PREFIX}”", "copy it whole, from its first character")
    if len(plain) > LONGEST:
        raise RecordError(0, f"a resume code has at most {LONGEST:,} characters")
    letters = plain.removeprefix(PREFIX)
    try:
        whole = urlsafe_b64decode(letters.encode("ascii") + b"=" * (-len(letters) % 4))
    except (NotBase64, ValueError):
        raise RecordError(0, "the code has a character that codes do not have", "copy it again, whole") from None
    if len(whole) < 8 or _check(whole[3:]) != whole[:3]:
        raise RecordError(
            0, "the code is damaged: its checksum is wrong", "copy it again, whole, to its last character"
        )
    return whole[3:]


def _check(body: bytes) -> bytes:
    return blake2b(body, digest_size=3).digest()


def _squeezed(text: bytes) -> bytes:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    return squeezer.compress(text) + squeezer.flush()


def _unsqueezed(front: bytes) -> bytes:
    opener = zlib.decompressobj(-15, WORDS)
    text = opener.decompress(front, 4096)  # a head is short: what is longer is an attack
    if opener.unconsumed_tail or not opener.eof:
        raise ValueError("too long")
    return text
