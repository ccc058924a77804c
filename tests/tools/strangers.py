"""What strangers send: real saves and codes, mutated, damaged or forged, and others made up."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import fmbook as fm
from fmbook.core.orders import VERBS
from fmbook.record.arithmetic_coder import cut, measured
from fmbook.record.codes import LONGEST_HEAD, PREFIX, _check, _squeezed
from tests.tools.random_play import play_on

LARGEST_BASE = 500
ODD = (
    "\0", "\x07", "\x1b[2J", "\x7f", "\x85", "\u00ad", "\u0301", "e\u0301\u0301\u0301", "\u061c", "\u200b",
    "\u200d", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ufffd", "\ufffe", "\U000e0041", "💣", "👨\u200d👩",
    "\uff10\uff14", "٠٤", "²", "½", "Ⅷ", "\ud800", "\udfff", "\u017f", "İ", "ß", "\ufb01", "\t", "\v", "\f", "\x1c",
    "\r", "\n", "\n\n", "\r\n", " ", "\u3000",
)  # fmt: skip
PIECES = (
    "{}", "{0}", "{unit}", "{0.__class__.__mro__}", "%s%n", "%00", "${HOME}", "`id`", "$(id)", "<script>", "</svg>",
    "../../etc/passwd", "/dev/zero", "C:\\con", "file:///", "\\\\host\\share", "~root", "'", '"', '"\\ud800"',
    '"\\u0000"', "\\", "--", "-- undo", "-- redo", "-- what-if 65535", "-- what-if 1",
    "-- seen 0-65535 9", "-- seen 1 4", "#0a1b2c", "-- turn 1 00000000", "-- end",
    "=", " = ", " = 4", " = 4 said", " said", " via ", "#", ":", "null", "true", "NaN", "inf", "-1", "0", "1e309",
    "9" * 30, "9" * 5000, "-" * 300, "(" * 400, "[" * 400, '{"a":' * 80, "roll", "end-phase", "move", "attack",
    "seed: 1", "options: stacks", "options: x", "house: x#1", "house: fm:4.1#00000000", "fmbook: 1", "system: vimy",
    "scenario: free",
)  # fmt: skip


class Base(NamedTuple):
    """A real game: its record, its journal with what was taken back, its code."""

    text: str
    journal: str
    code: str
    orders: int


# --- real games ----------------------------------------------------------------------------


@cache
def bases() -> tuple[Base, ...]:
    """Games of every scenario; the long ones come once, the short ones often."""
    found = []
    for system in fm.systems():
        for scenario in fm.scenarios(system):
            found += [_base(system, scenario, seed) for seed in range(6 if system == "drill" else 1)]
    return tuple(found)


def _base(system: str, scenario: str, seed: int) -> Base:
    game, chance = fm.new_game(system, scenario, seed), Random(seed)
    with TemporaryDirectory() as folder:
        journal = game.keep_journal(Path(folder))
        for _ in range(LARGEST_BASE):
            if game.outcome:
                break
            if seed % 2 and game.orders and chance.random() < 0.1:
                game.undo()
                continue
            if seed % 3 == 0 and game.can("roll") and chance.random() < 0.3:
                game.do("roll", roll=chance.randrange(1, 7))
                continue
            play_on(game, chance)
        return Base(game.record(), journal.read_text(encoding="utf-8"), game.code(), len(game.orders))


# --- mutations of text -----------------------------------------------------------------------


def _flip(draw: Random, text: str) -> str:
    place = draw.randrange(len(text) + 1)
    return text[:place] + chr(draw.randrange(1, 0x250)) + text[place + 1 :]


def _delete(draw: Random, text: str) -> str:
    place = draw.randrange(len(text) + 1)
    return text[:place] + text[place + draw.choice((1, 1, 2, 5, 50)) :]


def _insert(draw: Random, text: str) -> str:
    place = draw.randrange(len(text) + 1)
    return text[:place] + draw.choice(draw.choice((ODD, PIECES))) + text[place:]


def _digit(draw: Random, text: str) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    chosen = draw.choice(found)
    new = draw.choice(
        ("0", "1", "2", "3", "4", "5", "6", "7", "-1", "0401", "99999999", "\uff19", "٣", "1e3", "0x1", "4.0")
    )
    return text[: chosen.start()] + new + text[chosen.end() :]


def _cut_short(draw: Random, text: str) -> str:
    return text[: draw.randrange(len(text) + 1)]


def _lines(change: Callable[[Random, list[str]], None]) -> Callable[[Random, str], str]:
    def mutate(draw: Random, text: str) -> str:
        lines = text.split("\n")
        change(draw, lines)
        return "\n".join(lines)

    return mutate


def _double(draw: Random, lines: list[str]) -> None:
    lines.insert(draw.randrange(len(lines) + 1), draw.choice(lines))


def _drop(draw: Random, lines: list[str]) -> None:
    del lines[draw.randrange(len(lines))]


def _swap(draw: Random, lines: list[str]) -> None:
    one, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _splice(draw: Random, lines: list[str]) -> None:
    other = draw.choice(bases()).journal.split("\n")
    begin, place = draw.randrange(len(other)), draw.randrange(len(lines))
    lines[place : place + draw.randrange(4)] = other[begin : begin + draw.randrange(1, 30)]


def _piece(draw: Random, lines: list[str]) -> None:
    lines.insert(draw.randrange(len(lines) + 1), draw.choice(PIECES))


def _word(draw: Random, lines: list[str]) -> None:
    place = draw.randrange(len(lines))
    words, others = lines[place].split(" "), draw.choice(lines).split(" ")
    words[draw.randrange(len(words))] = draw.choice(others)
    lines[place] = " ".join(words)


def _name(draw: Random, lines: list[str]) -> None:
    key = draw.choice(("system", "scenario", "seed", "options", "house", "fmbook"))
    lines.insert(draw.randrange(5), f"{key}: {draw.choice(draw.choice((ODD, PIECES)))}")


def _long(draw: Random, lines: list[str]) -> None:
    lines.insert(draw.randrange(len(lines) + 1), draw.choice("( -#9x") * draw.choice((401, 4001, 1_000_000)))


def _undo(draw: Random, lines: list[str]) -> None:
    place = draw.randrange(5, len(lines)) if len(lines) > 5 else len(lines)
    marks = [draw.choice(("-- undo", "-- redo", "-- undo", "-- what-if 3")) for _ in range(draw.randrange(1, 12))]
    lines[place:place] = marks


LIGHT = (_flip, _delete, _insert, _digit, _cut_short)
HEAVY = tuple(map(_lines, (_double, _drop, _swap, _splice, _piece, _word, _name, _undo)))
MUTATIONS: tuple[Callable[[Random, str], str], ...] = (*LIGHT, *HEAVY)


def _without_checks(text: str) -> str:
    """Take the line out of a header that makes checks count, as people do who change a record by hand."""
    return re.sub(r"^check: .*\n", "", text, count=1, flags=re.MULTILINE)


def mutated(draw: Random) -> str:
    """Take a real record or journal and change it a few times."""
    base = draw.choice(bases())
    text = draw.choice((base.text, base.journal, *[_without_checks(base.journal)] * 2))
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        text = draw.choice(MUTATIONS)(draw, text)
    return _lines(_long)(draw, text) if draw.random() < 0.02 else text


def invented(draw: Random) -> str:
    """Write a record that nobody has played, of names that there are and of others."""
    system = draw.choice((*fm.systems(), "drill", "drill", "fm", "scheldt", draw.choice(PIECES)))
    known = fm.scenarios(system) if system in fm.systems() else ("flank",)
    scenario = draw.choice((*known, draw.choice(PIECES)))
    head = [f"fmbook: {draw.choice(('1',) * 9 + PIECES)}", f"system: {system}", f"scenario: {scenario}"]
    head += [f"seed: {draw.choice((str(draw.randrange(-99, 10**6)),) * 9 + PIECES)}"]
    return "\n".join([*head, "", *(_invented_line(draw) for _ in range(draw.randrange(40)))]) + draw.choice(("", "\n"))


def _invented_line(draw: Random) -> str:
    kind = VERBS[draw.choice(tuple(VERBS))]
    units, hexes = ("B1", "B2", "R1", "R2", "8/3", "ß"), ("0404", "0405", "a1", "b2", "1534", "hill", "-1")
    sorts = {"unit": units, "hex": hexes, "marker": ("+1", "+2", "+99")}
    words = [kind.verb, *(draw.choice((*sorts[sort], draw.choice(PIECES + ODD))) for sort in kind.takes)]
    return draw.choice(("end-phase", " ".join(words), " ".join(words), draw.choice(PIECES), f"{kind.verb} = 3 said"))


# --- mutations of codes -----------------------------------------------------------------------


def damaged(draw: Random) -> str:
    """Take a real code and change it as mail, fingers and enemies do."""
    code = draw.choice(bases()).code
    for _ in range(draw.choice((1, 1, 2, 5))):
        code = draw.choice((_flip, _delete, _insert, _cut_short))(draw, code)
    return code


def forged(draw: Random) -> str:
    """Change a code behind its checksum, and give it the right one."""
    base = draw.choice(bases()).code.removeprefix(PREFIX)
    head, rest = cut(urlsafe_b64decode(base + "=" * (-len(base) % 4))[3:])
    how = draw.randrange(5)
    if how == 0:
        head = _squeezed(_flip(draw, draw.choice(PIECES) + "\n3\n\n\n").encode("utf-8", "replace")[:LONGEST_HEAD])
    elif how == 1:
        head = bytes(draw.choice((byte, draw.randrange(256))) if draw.random() < 0.1 else byte for byte in head)
    elif how == 2:
        rest = rest[:2] + draw.randrange(65536).to_bytes(2, "big") + rest[4:]
    elif how == 3:
        other = bytearray(rest)
        for _ in range(draw.choice((1, 1, 2, 9))):
            other[draw.randrange(4, len(other))] = draw.randrange(256)
        rest = bytes(other)
    else:
        rest = rest[:4] + measured(draw.randbytes(draw.choice((1, 3, 30, 300))))
    body = measured(head) + rest
    return PREFIX + urlsafe_b64encode(_check(body) + body).decode().rstrip("=")


def binary(draw: Random) -> bytes:
    """Change a save behind its letters; or take what is no text at all."""
    if draw.random() < 0.1:
        return draw.randbytes(draw.choice((1, 100, 10_000)))
    journal = draw.choice(bases()).journal
    text = bytearray(draw.choice((journal, _without_checks(journal))).encode())
    for _ in range(draw.choice((1, 1, 2, 9))):
        text[draw.randrange(len(text))] = draw.randrange(256)
    return bytes(text)
