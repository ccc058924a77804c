"""The record of a game: text that a person can read, one order a line, like a chess game's.

::

    fmbook: 1
    system: drill
    scenario: flank
    seed: 1917

    attack 0404
    join B1
    ready
    roll = 4
    roll = 2 5 said           said aloud in class
    -- what-if 1              from here on another branch, with throws of its own
    -- turn 2 90518656        a digest of all that is true as a turn begins
    -- undo                   only in a journal: the last order was taken back

A record holds no state: whoever opens one plays it again, so a forged or a broken one can only be refused.
"""

import inspect
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple

from fmbook.dice import Said
from fmbook.errors import FmbookError, RecordError
from fmbook.kit import Kit
from fmbook.orders import Order, order
from fmbook.rulebook import Rule
from fmbook.state import State

__all__ = ["Header", "Line", "Mark", "Record", "digest", "fingerprint", "header", "line_of", "parse", "write"]

VERSION: Final = 1
LONGEST: Final = 4_000_000  # characters of a record
LONGEST_LINE: Final = 400
KEYS: Final = ("fmbook", "system", "scenario", "seed", "options", "house")
NEEDED: Final = ("fmbook", "system", "scenario", "seed")
DIE: Final = re.compile(r"[0-9]{1,4}", re.ASCII)
SEED: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)


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
        thrown = f" = {' '.join(map(str, self.thrown))}" if self.thrown else ""
        return f"{self.order}{thrown}{' said' if self.said else ''}"


class Mark(NamedTuple):
    """A line that is no order: what-if, turn, end, undo, redo; and what it says."""

    kind: str
    value: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"-- {self.kind} {self.value}".rstrip()


class Record(NamedTuple):
    """A record that has been read, not yet played."""

    head: Header
    lines: tuple[Line | Mark, ...]
    torn: str = ""  # a last line that was not finished


# --- writing ------------------------------------------------------------------------------


def header(kit: Kit, seed: int) -> Header:
    """Say what is played."""
    house = tuple(f"{rule.id}#{fingerprint(rule)}" for rule in kit.book.house)
    return Header(kit.system, kit.scenario, seed, kit.book.options, house)


def fingerprint(rule: Rule) -> str:
    """Give a short hash of a house rule's text, so that another rule of that name is not taken for it."""
    try:
        text = inspect.getsource(rule.function)
    except (OSError, TypeError):  # typed into a bare interpreter
        text = f"{rule.function.__doc__}"
    return sha256(text.encode()).hexdigest()[:8]


def line_of(order: Order, thrown: tuple[Said, ...], *, said: bool) -> Line:
    """Make the line of an order."""
    return Line(order, thrown, said)


def write(head: Header, lines: Iterable[Line | Mark]) -> str:
    """Write a record: header, blank line, then orders and marks, a line each."""
    return "\n".join([str(head), "", *map(str, lines)]) + "\n"


def digest(state: State) -> str:
    """Give a short hash of all that is true in a state: equal states, equal digests, on every machine."""
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
        return sorted((key, _plain(each)) for key, each in value.items())
    return sorted(value) if isinstance(value, frozenset | set) else value


# --- reading ------------------------------------------------------------------------------


def parse(text: str) -> Record:
    """Read a record without playing it; whatever is wrong is a RecordError with its line."""
    if len(text) > LONGEST:
        raise RecordError(0, f"a record has at most {LONGEST:,} characters; this has {len(text):,}")
    lines = text.replace("\r\n", "\n").split("\n")
    torn = lines.pop() if lines else ""  # a finished line ends with a line break
    head, start = _header(lines)
    return Record(head, tuple(_body(lines, start)), torn)


def _header(lines: list[str]) -> tuple[Header, int]:
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            return _checked(found, number), number
        key, colon, value = line[:LONGEST_LINE].partition(":")
        if not colon or key not in KEYS:
            raise RecordError(number, f"the header has no line “{_shown(line)}”", f"begin with {', '.join(KEYS)}")
        if key in found:
            raise RecordError(number, f"“{key}” stands twice in the header")
        found[key] = value.strip()
    return _checked(found, len(lines)), len(lines)


def _checked(found: dict[str, str], number: int) -> Header:
    for key in NEEDED:
        if key not in found:
            raise RecordError(number, f"the header lacks “{key}: …”", "paste the whole record, from its first line")
    if found["fmbook"] != str(VERSION):
        reason = f"it is of version “{_shown(found['fmbook'])}”, and this fmbook reads version {VERSION}"
        raise RecordError(number, reason, "a newer fmbook")
    if not SEED.fullmatch(found["seed"]):
        raise RecordError(number, f"“{_shown(found['seed'])}” is no seed: a whole number of at most 18 digits")
    options, house = found.get("options", "").split(), found.get("house", "").split()
    return Header(found["system"], found["scenario"], int(found["seed"]), tuple(options), tuple(house))


def _body(lines: list[str], start: int) -> Iterator[Line | Mark]:
    for number, line in enumerate(lines[start:], start + 1):
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"a line has at most {LONGEST_LINE} characters; this has {len(line):,}")
        if line.startswith("--"):
            kind, _, value = line[2:].strip().partition(" ")
            yield Mark(kind, value.strip(), number)
        elif line.strip():
            yield _line(line, number)


def _line(line: str, number: int) -> Line:
    said = line.endswith(" said")
    spoken, equals, thrown = line.removesuffix(" said").partition(" = ")
    try:
        given = order(spoken)
    except FmbookError as error:
        raise RecordError(number, str(error)) from None
    throws = tuple(int(word) if DIE.fullmatch(word) else word for word in thrown.split())
    if bool(equals) != bool(throws) or (said and not throws):
        raise RecordError(number, f"“{_shown(line)}” does not say what was thrown", "write, for example: roll = 4")
    return Line(given, throws, said, number)


def _shown(text: str) -> str:
    """Show a stranger's text in a message: short, and with no character that a terminal would act on."""
    clean = "".join(letter if letter.isprintable() else "�" for letter in text[:60])
    return f"{clean}…" if len(text) > 60 else clean
