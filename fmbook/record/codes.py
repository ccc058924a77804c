"""The resume code: a whole game in about two characters an order, to be copied, mailed, or kept by a browser.

Each order is written as symbols: its verb, its unit, how far the hex lies from the unit and which of the hexes at that
distance it is; :mod:`fmbook.record.arithmetic_coder` makes letters of them. No symbol is an index into a list of legal
orders, so a code survives a corrected rule as long as its orders stay legal.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Final, Protocol

from fmbook.components.setup import Setup
from fmbook.core.dice import Said
from fmbook.core.errors import RecordError
from fmbook.core.orders import VERBS, Move, Order
from fmbook.core.state import State
from fmbook.record.arithmetic_coder import Reader, Writer, cut, measured
from fmbook.record.records import Header, digest, seed_from

__all__ = ["Decoded", "Encoder", "decode"]

PREFIX: Final = "fm1."
LONGEST: Final = 60_000  # characters; about 25,000 orders
LONGEST_HEAD: Final = 4000
MOST_ORDERS: Final = 30_000
DIGEST: Final = 4  # hexadecimal figures that tell whether the rules still bring about the same
# What follows is part of the form of a code: a change makes every code that was ever given away unreadable.
SPOKEN: Final = (  # orders known by their places in this list
    "move", "end-phase", "attack", "join", "ready", "roll", "lose", "retreat", "stand-fast", "advance", "stay-back",
    "support", "hold-fire", "bombard", "enter", "place", "rebuild",
)  # fmt: skip
USUAL: Final = {  # what usually follows an order; what follows very often stands twice
    "": "move place fly",
    "move": "move move end-phase",
    "end-phase": "move move attack end-phase bombard shell roll enter",
    "attack": "roll join join support hold-fire",
    "join": "join roll ready support hold-fire",
    "ready": "roll support hold-fire",
    "support": "support hold-fire roll",
    "hold-fire": "roll roll support hold-fire",
    "bombard": "support",
    "roll": "end-phase end-phase roll lose retreat attack move advance bombard",
    "lose": "end-phase lose roll advance attack",
    "retreat": "retreat end-phase advance attack",
    "stand-fast": "end-phase advance attack",
    "advance": "end-phase advance attack",
    "stay-back": "end-phase attack",
    "enter": "move enter",
    "place": "place place move",
    "rebuild": "rebuild end-phase fly",
    "shell": "shell end-phase",
    "fly": "end-phase fly",
}
USUAL_BUT_OWN: Final = tuple({*" ".join(USUAL.values()).split()}.difference(SPOKEN))
SLOTS: Final = 48  # and those that only one game has by their places, from the end, in a list of its own
NOT_OURS: Final = dict.fromkeys(map(ord, "\"'`<>\u200b\u200c\u200d\u2060\ufeff\xad"))  # what chat and mail add
WORDS: Final = (
    b"eben_emael\neuropa_41\nscheldt\nveritable\nstacks rebuild return-full return-depleted shell fly"
    b"drill\nlanding\ndrill\nstack\ndrill\nsectors\ndrill\nno_way_out\ndrill\nbombardment\ndrill\nflank\ndrill\nmarch\n"
    b"vimy\nfree\nvimy\nhill_145\nvimy\nfirst_morning\nvimy\nbattle\n1917\n\n\n\n"
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


# --- writing ------------------------------------------------------------------------------


class Encoder:
    """Writes a game as a code, and again after each order: what has been written of it is kept while it goes on."""

    def __init__(self) -> None:
        self._written: list[Stepped] = []
        self._lengths: list[int] = []  # so many symbols had been written after each step
        self._own: dict[str, int] = {}  # verbs that have no place in SPOKEN: which step was the first to say it
        self._slots = _slots(())
        self._writer = Writer()

    def code(self, head: Header, steps: Sequence[Stepped]) -> str:
        """Write a game as a code."""
        self._take_back(_in_common(self._written, steps))
        self._learn_verbs(steps)
        options, house = " ".join(head.options), " ".join(head.house)
        text = "\n".join([head.system, head.scenario, str(head.seed), options, house, " ".join(self._own)])
        if len(steps) > MOST_ORDERS or len(text.encode()) > LONGEST_HEAD or len(self._slots) > SLOTS:
            raise RecordError(0, "this game is too long for a code", "save it to a file")
        self._write(steps)
        count = (len(steps) - 1).to_bytes(2, "big")
        end = bytes.fromhex(digest(steps[-1].state)[:DIGEST])
        body = measured(_squeezed(text.encode())) + end + count + self._writer.packed()
        code = PREFIX + urlsafe_b64encode(_check(body) + body).decode().rstrip("=")
        if len(code) > LONGEST:
            raise RecordError(0, "this game is too long for a code", "save it to a file")
        return code

    def _write(self, steps: Sequence[Stepped]) -> None:
        if not self._written:
            self._written, self._lengths = list(steps[:1]), [0]
        for before, step in pairwise(steps[len(self._written) - 1 :]):
            assert step.order is not None
            try:
                _put(self._writer, self._slots, before, step, step.order)
            except BaseException:  # more than can be said, or an impatient player
                self._writer.take_back(self._lengths[-1])
                raise
            self._written.append(step)
            self._lengths.append(len(self._writer))

    def _take_back(self, count: int) -> None:
        """Forget all steps but the first ones, which are as they were."""
        del self._written[count:], self._lengths[count:]
        self._writer.take_back(self._lengths[-1] if self._lengths else 0)
        self._own = {verb: first for verb, first in self._own.items() if first < count}

    def _learn_verbs(self, steps: Sequence[Stepped]) -> None:
        """Give verbs that have come up their places; what was written counts as long as it would be the same."""
        for number, step in enumerate(steps[len(self._written) :], len(self._written)):
            if step.order and step.order.verb not in SPOKEN:
                self._own.setdefault(step.order.verb, number)
        slots = _slots(self._own)
        if any(slots.get(verb) != self._slots.get(verb) for verb in USUAL_BUT_OWN):
            self._written, self._lengths, self._writer = [], [], Writer()
        self._slots = slots


def _in_common(one: Sequence[Stepped], other: Sequence[Stepped]) -> int:
    """Count the steps at the head of both; as each comes from the one before, the last one tells."""
    count = min(len(one), len(other))
    while count and one[count - 1] is not other[count - 1]:
        count -= 1
    return count


def _slots(verbs: Iterable[str]) -> dict[str, int]:
    own = (verb for verb in verbs if verb not in SPOKEN)
    last = {verb: SLOTS - number for number, verb in enumerate(own, 1)}
    return {verb: number for number, verb in enumerate(SPOKEN)} | last


def _usual(context: str, slots: Mapping[str, int]) -> Iterator[int]:
    return (slots[verb] for verb in USUAL.get(context, "").split() if verb in slots)


def _put(writer: Writer, slots: Mapping[str, int], before: Stepped, step: Stepped, order: Order) -> None:
    state = before.state
    setup = state.setup
    context = before.order.verb if before.order else ""
    writer.put(("verb", context), slots[order.verb], SLOTS, _usual(context, slots))
    here = -1
    for sort, name in zip(order.takes, order.names, strict=True):
        number = setup.number(sort, name)
        if sort == "hex":
            _put_place(writer, setup, here, number)
        else:
            writer.put((sort, state.side), number, len(setup.everything(sort)))
            here = state.where[number] if sort == "unit" else here
    via = order.via if isinstance(order, Move) else ()
    said = step.thrown if step.said else ()
    parts = via, step.branch != before.branch, said
    writer.put("more", int(any(parts)), 2)
    if any(parts):
        for name in writer.each("via", via):
            _put_place(writer, setup, -1, setup.board.at(name))
        for branch in writer.each("branch", [step.branch] * parts[1]):
            writer.evenly(branch - 1, 65535)
        for shown in writer.each("said", said):
            _put_said(writer, shown)


def _put_place(writer: Writer, setup: Setup, here: int, place: int) -> None:
    if here < 0:
        writer.evenly(place, len(setup.board.places))
        return
    distance = setup.board.distance(here, place)
    writer.put("distance", min(distance, 31), 32)
    if distance >= 31:
        writer.evenly(place, len(setup.board.places))
    else:
        ring = _ring(setup, here, distance)
        writer.evenly(ring.index(place), len(ring))


def _ring(setup: Setup, here: int, distance: int) -> tuple[int, ...]:
    key = "ring", here, distance
    if key not in setup.memo:
        disc = setup.board.within(here, distance)
        inner = setup.board.within(here, distance - 1) if distance else frozenset()
        setup.memo[key] = tuple(sorted(disc - inner))
    return setup.memo[key]  # type: ignore[no-any-return]


def _put_said(writer: Writer, shown: Said) -> None:
    writer.put("said kind", int(isinstance(shown, str)), 2)
    if isinstance(shown, int):
        writer.evenly(shown, 10_000)
        return
    letters = shown.encode()
    writer.evenly(len(letters), 256)
    for letter in letters:
        writer.evenly(letter, 256)


# --- reading ------------------------------------------------------------------------------


class Decoded:
    """A code whose shell is sound. Its orders come one by one, as each needs to know how things stand before it."""

    def __init__(self, head: Header, verbs: Iterable[str], digest: str, count: int, packed: bytes) -> None:
        self.head, self.digest, self.count = head, digest, count
        self._slots = _slots(verbs)
        self._verbs = {slot: verb for verb, slot in self._slots.items()}
        self._reader = Reader(packed)
        self._last = ""
        self._branch = 0

    def following(self, state: State) -> tuple[Order, tuple[Said, ...], int]:
        """Return the next order, with what was said aloud and the branch, from how things stand before it."""
        reader, setup = self._reader, state.setup
        slot = reader.take(("verb", self._last), SLOTS, _usual(self._last, self._slots))
        kind = VERBS.get(self._verbs.get(slot, ""))
        if kind is None:
            raise RecordError(0, "the code speaks of orders that this fmbook does not know", "a newer fmbook")
        self._last, names, here = kind.verb, list[str](), -1
        for sort in kind.takes:
            if sort == "hex":
                names.append(setup.board.places[self._place(setup, here)])
                continue
            size = len(setup.everything(sort))
            if not size:
                raise RecordError(0, f"the code speaks of a {sort} where there is none")
            number = reader.take((sort, state.side), size)
            here = state.where[number] if sort == "unit" else here
            names.append(setup.name(sort, number))
        if not reader.take("more", 2):
            return kind(*names), (), self._branch
        via = tuple(setup.board.places[self._place(setup, -1)] for _ in range(reader.count("via")))
        for _ in range(reader.count("branch")):
            self._branch = reader.evenly(65535) + 1
        said = tuple(self._said() for _ in range(reader.count("said")))
        if via and kind is not Move:
            raise RecordError(0, f"the code pins a way for an order to {kind.verb}")
        return (Move(names[0], names[1], via) if via else kind(*names)), said, self._branch

    def finish(self) -> None:
        """Refuse what follows after the last order."""
        self._reader.finish()

    def _place(self, setup: Setup, here: int) -> int:
        places = len(setup.board.places)
        if here < 0:
            return self._reader.evenly(places)
        distance = self._reader.take("distance", 32)
        if distance == 31:
            return self._reader.evenly(places)
        ring = _ring(setup, here, distance)
        if not ring:
            raise RecordError(0, "the code leads off the board")
        return ring[self._reader.evenly(len(ring))]

    def _said(self) -> Said:
        if not self._reader.take("said kind", 2):
            return self._reader.evenly(10_000)
        letters = bytes(self._reader.evenly(256) for _ in range(self._reader.evenly(256)))
        return letters.decode("utf-8", "replace")


def decode(code: str) -> Decoded:
    """Open the shell of a code: prefix, checksum, header. Nothing is played yet."""
    front, rest = cut(_opened(code))
    try:
        system, scenario, seed, options, house, verbs = _unsqueezed(front).decode().split("\n")
    except (ValueError, zlib.error):
        raise RecordError(0, "the code is damaged: its head cannot be read", "copy it again, whole") from None
    head = Header(system, scenario, seed_from(seed), tuple(dict.fromkeys(options.split())), tuple(house.split()))
    count = int.from_bytes(rest[2:4], "big")
    if len(rest) < 4 or count > MOST_ORDERS:
        raise RecordError(0, "the code is damaged: it does not say how many orders it has", "copy it again, whole")
    return Decoded(head, dict.fromkeys(verbs.split()), rest[:2].hex(), count, rest[4:])


def _opened(code: str) -> bytes:
    if len(code) > 2 * LONGEST:
        raise RecordError(0, f"a resume code has at most {LONGEST:,} characters")
    plain = "".join(code.translate(NOT_OURS).split())  # mail and chat break long lines
    if not plain.startswith(PREFIX):
        raise RecordError(0, f"a resume code begins with “{PREFIX}”", "copy it whole, from its first character")
    if len(plain) > LONGEST:
        raise RecordError(0, f"a resume code has at most {LONGEST:,} characters")
    letters = plain.removeprefix(PREFIX)
    try:
        whole = urlsafe_b64decode(letters.encode("ascii") + b"=" * (-len(letters) % 4))
        if urlsafe_b64encode(whole).decode().rstrip("=") != letters:  # Python skips what it cannot read
            raise ValueError(letters)
    except (NotBase64, ValueError):
        raise RecordError(0, "a character in the code is wrong or missing", "copy it again, whole") from None
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
    text = opener.decompress(front, LONGEST_HEAD)  # a head is short: what is longer is an attack
    if opener.unconsumed_tail or opener.unused_data or not opener.eof:
        raise ValueError("too long")
    return text
