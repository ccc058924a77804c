"""The record of a game: text that a person can read, one order a line, like a chess game's.

::

    fmbook: 1
    system: drill
    scenario: flank
    seed: 1917

    # what follows this sign is for the reader
    attack 0404
    join B1
    ready
    roll = 4
    roll = 2 5 said
    -- what-if 1
    -- turn 2 90518656
    -- undo

A line such as ``# remark: 20.d2 …`` says what a player has remarked there; it is kept, and nothing is played by it.
Beside a roll stands what was thrown, die by die, and ``said`` if it was said aloud in class. ``-- what-if`` opens
another branch, with throws of its own; ``-- turn`` and ``-- end`` carry a digest of all that is true there.
``-- undo``, ``-- redo`` and ``-- seen`` (how many throws of a branch a player has seen) stand only in a journal. A
record holds no state: whoever opens one plays it again, so a forged or a broken one can only be refused.

Saves and journals have one more line in the header, ``check: 5b1c22``, and at the end of every order and mark a check
of its own, ``end-phase #0d41f3``, which covers the header and every line up to there. Whatever check stands there must
hold, so a damaged file cannot be read as another game. Records written by hand need no checks; whoever changes a save
by hand takes the line ``check: …`` out of its header, and then nobody looks at the others.

The grammar stands on one page in ``data/fm/record.ebnf``.
"""

import json
import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b, sha256
from typing import Any, Final, NamedTuple, final

from fmbook.components.setup import Setup
from fmbook.core.dice import Said
from fmbook.core.errors import FmbookError, RecordError
from fmbook.core.orders import Order, order
from fmbook.core.state import State
from fmbook.engine.fingerprints import fingerprint
from fmbook.engine.rulebook import Rule

__all__ = [
    "LONGEST",
    "LONGEST_LINE",
    "MOST_BRANCHES",
    "MOST_LINES",
    "Header",
    "Line",
    "Record",
    "RecordMark",
    "RecordRow",
    "Seal",
    "digest",
    "header",
    "house_name",
    "line_of",
    "must_fit",
    "parse",
    "read",
    "remark",
    "seed_from",
    "seed_of",
    "seen_in",
    "turn_mark",
    "visible",
    "write",
]  # fmt: skip

VERSION: Final = 1
# What a reader reads, and a writer writes, at most.
LONGEST: Final = 4_000_000  # bytes, and characters, of a record
MOST_LINES: Final = 60_000
LONGEST_LINE: Final = 400  # without its check
LONGEST_REMARK: Final = 1_500
LONGEST_HEADER_LINE: Final = 16_000
MOST_BRANCHES: Final = 65_535
KEYS: Final = ("fmbook", "system", "scenario", "seed", "options", "house", "check")
NEEDED: Final = ("fmbook", "system", "scenario", "seed")
MARKS: Final = ("what-if", "turn", "end", "undo", "redo", "seen")
CHANGED: Final = "if you have changed this record by hand, take the line “check: …” out of its header"
REMARK: Final = "remark"  # a line for readers
DIE: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
LARGEST_SEED: Final = 10**18
SEED: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)
THROW: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')
CHECKED: Final = re.compile(r"(.*\S)\s+#([0-9a-f]{6})", re.ASCII)
REMARKED: Final = re.compile(r"# remark: (\S.*)")
SEEN: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))? ([0-9]{1,9})", re.ASCII)


class Header(NamedTuple):
    """What is played, so that another machine can set up the same."""

    system: str
    scenario: str
    seed: int
    options: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"fmbook: {VERSION}", f"system: {self.system}", f"scenario: {self.scenario}", f"seed: {self.seed}"]
        lines += [f"options: {' '.join(self.options)}"] if self.options else []
        lines += [f"house: {' '.join(self.house)}"] if self.house else []
        return "\n".join(lines)


class Line(NamedTuple):
    """One order of a record, with what was thrown for it, and where it stands in the file."""

    order: Order
    thrown: tuple[Said, ...] = ()
    said: bool = False
    number: int = 0

    def __str__(self) -> str:
        thrown = f" = {' '.join(map(_thrown_word, self.thrown))}" if self.thrown else ""
        return f"{self.order}{thrown}{' said' if self.said else ''}"


class RecordMark(NamedTuple):
    """A line that is no order: what-if, turn, end, undo, redo, seen, or a remark; and what it says."""

    kind: str
    value: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"# remark: {self.value}" if self.kind == REMARK else f"-- {self.kind} {self.value}".rstrip()


class RecordRow(NamedTuple):
    """A line of a record that has not been read yet, without its check; and what is wrong if that does not hold."""

    number: int
    text: str
    fault: str = ""


class Record(NamedTuple):
    """A record whose header has been read. Its rows are read one by one, as they are played."""

    head: Header
    rows: tuple[RecordRow, ...]
    torn: bool = False  # whether the last row lacks its line break, so that it may have been cut short
    remarks: tuple[tuple[int, str], ...] = ()  # what players have said, each after so many orders

    @property
    def whole(self) -> tuple[RecordRow, ...]:
        """The rows that cannot have been cut short."""
        return self.rows[:-1] if self.torn else self.rows


@final
class Seal:
    """The checks of a record: each covers the header and all lines up to its own."""

    __slots__ = ("_hash",)

    def __init__(self, head: Header) -> None:
        self._hash = blake2b(str(head).encode("utf-8", "surrogatepass"), digest_size=3)

    def __str__(self) -> str:
        return self._hash.hexdigest()

    def on(self, line: str) -> str:
        """Return the check of the next line."""
        self._hash.update(f"\n{line}".encode("utf-8", "surrogatepass"))
        return self._hash.hexdigest()

    def checked(self, lines: Iterable[Line | RecordMark]) -> Iterator[str]:
        """Write the next lines, each with its check; a remark has none, for nothing is played by it."""
        for line in lines:
            is_remark = isinstance(line, RecordMark) and line.kind == REMARK
            yield str(line) if is_remark else f"{line} #{self.on(str(line))}"

    def copy(self) -> "Seal":
        """Return another one that goes on from here."""
        new = object.__new__(Seal)
        new._hash = self._hash.copy()
        return new


# --- writing ------------------------------------------------------------------------------


def header(setup: Setup, seed: int) -> Header:
    """Say what is played; what no record could say is a RecordError."""
    head = Header(setup.system, setup.scenario, seed, setup.book.options, tuple(map(house_name, setup.book.house)))
    for names in (head.options, head.house):
        line = " ".join(names)
        if tuple(dict.fromkeys(line.split())) != names or len(line) + len("options: ") > LONGEST_HEADER_LINE:
            reason = f"no record can hold the names “{visible(line)}”: they are too long, alike, or have spaces in them"
            raise RecordError(0, reason, "give each house rule a short id of its own")
    return head


def house_name(rule: Rule) -> str:
    """Name a house rule by its id and a hash of its text and of what it reads."""
    return f"{rule.id}#{fingerprint(rule)}"


def line_of(order: Order, thrown: tuple[Said, ...], *, said: bool) -> Line:
    """Make the line of an order."""
    return Line(order, thrown, said)


def write(head: Header, lines: Iterable[Line | RecordMark], *, checked: bool = False) -> str:
    """Write a record: header, blank line, then orders and marks, a line each, with its check if wanted."""
    seal = Seal(head)
    above = [str(head), f"check: {seal}", ""] if checked else [str(head), ""]
    text = "\n".join([*above, *(seal.checked(lines) if checked else map(str, lines)), ""])
    must_fit(text.count("\n"), len(text.encode()))
    return text


def must_fit(lines: int, size: int) -> None:
    """Refuse to write what ``parse`` would refuse to read."""
    if lines > MOST_LINES:
        raise RecordError(0, f"a record has at most {MOST_LINES:,} lines; this has {lines:,}")
    if size > LONGEST:
        raise RecordError(0, f"a record has at most {LONGEST:,} characters; this has {size:,}")


def turn_mark(state: State) -> RecordMark:
    """Make the mark that a record bears here, as a turn begins or when the game is over."""
    return RecordMark("end", digest(state)) if state.outcome else RecordMark("turn", f"{state.turn} {digest(state)}")


def _thrown_word(shown: Said) -> str:
    """Write what was thrown; a name that would be read as something else stands in quotation marks."""
    if isinstance(shown, int):
        return str(shown)
    match = THROW.fullmatch(shown)
    plain = match and match[1] == shown and shown[0] not in '"#' and shown != "said" and not DIE.fullmatch(shown)
    return shown if plain and shown.isprintable() else json.dumps(shown, ensure_ascii=not shown.isprintable())


def digest(state: State) -> str:
    """Return a short hash of all that is true in a state: equal states, equal digests, on every machine."""
    battle = state.battle and tuple(getattr(state.battle, name) for name in state.battle.__struct_fields__)
    asks = tuple(tuple(getattr(ask, name) for name in ask.__struct_fields__) for ask in state.asks)
    outcome = state.outcome and (state.outcome.winner, state.outcome.level, state.outcome.rule)
    facts = sorted((name, _plain(value)) for name, value in state.facts.items())
    whole = (
        state.turn, state.phase.name, outcome, state.where, tuple(state.steps), sorted(state.spent),
        sorted(state.struck), state.hands, battle, asks, state.thrown, facts,
    )  # fmt: skip
    return sha256(repr(whole).encode()).hexdigest()[:8]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted(((key, _plain(each)) for key, each in value.items()), key=repr)
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value), key=repr)
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


# --- reading ------------------------------------------------------------------------------


def parse(text: str) -> Record:
    """Read the header of a record and cut the rest into rows; whatever is wrong is a RecordError with its line."""
    must_fit(0, len(text))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    must_fit(plain.count("\n"), len(text))
    rows = [RecordRow(number, line.strip()) for number, line in enumerate(plain.split("\n"), 1)]
    torn = bool(rows[-1].text)  # a finished line ends with a line break
    first = next((place for place, row in enumerate(rows) if row.text), len(rows))
    blank = next((place for place, row in enumerate(rows[first:], first) if not row.text), len(rows))
    head, seal = _header(rows[first:blank])
    body = tuple(_body(rows[blank:], seal, rows[-1].number if torn else 0))
    cut = torn and bool(body) and body[-1].number == rows[-1].number
    return Record(head, body, cut, tuple(_remarks(rows[blank:])))


def more(text: str) -> tuple[tuple[RecordRow, ...], tuple[str, ...]]:
    """Cut lines that go on with a record into rows, and the remarks among them."""
    rows = [RecordRow(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    return tuple(_body(rows, None, 0)), tuple(said for _, said in _remarks(rows))


def _remarks(rows: Iterable[RecordRow]) -> Iterator[tuple[int, str]]:
    """Find the remarks that players have made, each with the number of orders that stood then."""
    given = 0
    for row in rows:
        if match := REMARKED.fullmatch(row.text):
            yield given, match[1]
        elif row.text[:1] not in ("#", "-", ""):
            given += 1
        elif row.text[:7] in ("-- undo", "-- redo"):
            given += 1 if row.text[3] == "r" else -1


def remark(text: str) -> RecordMark:
    """Make a remark of what a player has said: one line, without the sign that checks begin with."""
    plain = " ".join(visible(text, LONGEST_REMARK).replace("#", "").split())
    return RecordMark(REMARK, plain)


def _body(rows: Iterable[RecordRow], seal: Seal | None, torn: int) -> Iterator[RecordRow]:
    """Part rows from their checks, and leave out what is for the reader."""
    for number, line, _ in rows:
        match = CHECKED.fullmatch(line) if line[-7:-6] == "#" else None
        text, check = (match[1], match[2]) if match else (line, "")
        remark = line[:1] == "#"
        if seal is None or not line or (remark and not check):
            if line and not remark:
                yield RecordRow(number, text)
            continue
        right = check in (seal.on(text), "") and (check or number != torn)
        yield RecordRow(
            number, text, "" if right else "this line, or one that stood before it, is not as it was written"
        )


def _header(rows: list[RecordRow]) -> tuple[Header, Seal | None]:
    found: dict[str, str] = {}
    for number, line, _ in rows:
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise RecordError(number, f"the header has no line “{visible(line)}”", f"begin with {', '.join(KEYS)}")
        if key in found:
            raise RecordError(number, f"“{key}” stands twice in the header")
        if len(line) > LONGEST_HEADER_LINE:
            raise RecordError(number, f"a line of the header has at most {LONGEST_HEADER_LINE:,} characters")
        found[key] = value.strip()
    last = rows[-1].number if rows else 1
    head = _needed(found, last)
    if "check" not in found:
        return head, None
    seal = Seal(head)
    if found["check"] != str(seal):
        raise RecordError(last, "the header is not as it was written: its check does not hold", CHANGED)
    return head, seal


def _needed(found: dict[str, str], number: int) -> Header:
    for key in NEEDED:
        if not found.get(key):
            raise RecordError(number, f"the header lacks “{key}: …”", "paste the whole record, from its first line")
    if found["fmbook"] != str(VERSION):
        reason = f"it is of version “{visible(found['fmbook'])}”, and this fmbook reads version {VERSION}"
        raise RecordError(number, reason, "a newer fmbook")
    options, house = (tuple(dict.fromkeys(found.get(key, "").split())) for key in ("options", "house"))
    return Header(found["system"], found["scenario"], seed_from(found["seed"], number), options, house)


def seed_of(seed: object) -> int:
    """Take a seed as a caller gives it."""
    short = isinstance(seed, int) and -LARGEST_SEED < seed < LARGEST_SEED
    return seed_from(str(seed) if short or not isinstance(seed, int) else "a longer number")


def seed_from(text: str, number: int = 0) -> int:
    """Read a seed; whatever is none is a RecordError."""
    if not SEED.fullmatch(text):
        raise RecordError(number, f"“{visible(text)}” is no seed: a whole number of at most 18 digits")
    return int(text)


def read(row: RecordRow) -> Line | RecordMark:
    """Read one row of a record: an order or a mark."""
    number, text, fault = row
    if fault:
        raise RecordError(number, fault, CHANGED)
    if len(text) > LONGEST_LINE:
        raise RecordError(number, f"a line has at most {LONGEST_LINE} characters; this has {len(text):,}")
    if not text.startswith("--"):
        return _line(text, number)
    kind, _, value = text[2:].strip().partition(" ")
    if kind not in MARKS:
        raise RecordError(number, f"“-- {visible(kind)}” is no mark of a record", f"one of: {', '.join(MARKS)}")
    if value and kind in ("undo", "redo"):
        raise RecordError(number, f"nothing follows “-- {kind}”, and here stands “{visible(value)}”")
    return RecordMark(kind, value.strip(), number)


def seen_in(mark: RecordMark) -> tuple[range, int]:
    """Read a mark such as ``-- seen 1-3 14``: the branches, and how many throws of each have been seen."""
    match = SEEN.fullmatch(mark.value)
    branches = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
    if not match or not branches or branches[-1] > MOST_BRANCHES:
        raise RecordError(
            mark.number, "a mark of what has been seen names branches and throws, such as: -- seen 1-3 14"
        )
    return branches, int(match[3])


def _line(text: str, number: int) -> Line:
    spoken, equals, rest = text.partition(" = ")
    throws = _throws(rest)
    said = len(throws) > 1 and rest.endswith(" said")
    try:
        given = order(spoken)
    except FmbookError as error:
        raise RecordError(number, visible(str(error), LONGEST_LINE)) from None
    if bool(equals) != bool(throws):
        raise RecordError(number, f"“{visible(text)}” does not say what was thrown", "write, for example: roll = 4")
    return Line(given, throws[:-1] if said else throws, said, number)


def _throws(text: str) -> tuple[Said, ...]:
    found: list[Said] = []
    end = 0
    while match := THROW.match(text, end):
        word, end = match[1], match.end()
        found.append(int(word) if DIE.fullmatch(word) else _name(word))
    return tuple(found) if not text[end:].strip() else ()


def _name(word: str) -> str:
    try:
        return str(json.loads(word)) if word.startswith('"') else word
    except ValueError:
        return word


def visible(text: str, most: int = 60) -> str:
    """Show a stranger's text in a message: short, and with no character that a terminal or a page would act on."""
    clean = "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text[:most])
    return f"{clean}…" if len(text) > most else clean
