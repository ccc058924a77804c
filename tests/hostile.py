"""A stranger's saves and codes: real ones mutated, and others made up. Each must be refused, or play by the rules.

    python tests/hostile.py --cases 100000 --jobs 2
    python tests/hostile.py --only 4711

Every case has a number and is the same on every run.
"""

import argparse
import re
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import fmbook as fm
from fmbook.codes import LONGEST_HEAD, PREFIX, _check, _squeezed
from fmbook.game import Game
from fmbook.orders import VERBS
from fmbook.packing import cut, measured
from fmbook.records import Line, digest, parse, read
from tests.random_play import play_on

LIMIT = 0.050  # seconds of this processor, for bases of up to 500 orders
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
    '"\\u0000"', "\\", "--", "-- undo", "-- redo", "-- what-if 65535", "-- what-if 1", "-- turn 1 00000000", "-- end",
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


class Verdict(NamedTuple):
    """What came of a case."""

    number: int
    kind: str
    seconds: float
    came: str  # "refused", "played", or what went wrong


def slack() -> int:
    """Give a busy machine twice the time, and one that measures coverage much more."""
    measuring = "coverage" in sys.modules and sys.modules["coverage"].Coverage.current() is not None
    return 20 if measuring or sys.gettrace() else 2


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


def mutated(draw: Random) -> str:
    """Take a real record or journal and change it a few times."""
    base = draw.choice(bases())
    text = draw.choice((base.text, base.journal))
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
    text = bytearray(draw.choice(bases()).journal.encode())
    for _ in range(draw.choice((1, 1, 2, 9))):
        text[draw.randrange(len(text))] = draw.randrange(256)
    return bytes(text)


# --- judging ----------------------------------------------------------------------------------


def attempt(number: int, seed: int, folder: Path) -> tuple[str, Callable[[], Game]]:
    """Give what a case is called and what it tries."""
    draw = Random(f"{seed}/{number}")
    kind = draw.choice(("mutated",) * 5 + ("invented", "damaged", "damaged", "forged", "forged", "binary"))
    if kind in ("mutated", "invented"):
        text = (mutated if kind == "mutated" else invented)(draw)
        return kind, lambda: fm.replay(text)
    if kind == "binary":
        path = folder / "save.txt"
        path.write_bytes(binary(draw))
        return kind, lambda: fm.load(path)
    code = (damaged if kind == "damaged" else forged)(draw)
    return kind, lambda: fm.resume(code)


def judge(number: int, seed: int, folder: Path) -> Verdict:
    """Try a case, and look at whatever is accepted with suspicion."""
    kind, act = attempt(number, seed, folder)
    seconds, came, game = _timed(act)
    for _ in range(4):  # the machine may have been busy with something else
        seconds = min(seconds, _timed(act)[0]) if seconds > LIMIT else seconds
    if game is not None:
        came = suspicion(game)
    return Verdict(number, kind, seconds, came)


def _timed(act: Callable[[], Game]) -> tuple[float, str, Game | None]:
    begin, game, came = process_time(), None, "refused"
    try:
        game = act()
    except fm.RecordError as error:
        str(error).encode()  # it can be shown anywhere
    except Exception as error:
        came = f"{type(error).__name__}: {str(error)[:200]!r}"
    return process_time() - begin, came, game


def suspicion(game: Game) -> str:
    """Play an accepted game again, strictly; say “played”, or what is wrong with it."""
    try:
        record = game.record()
        again, strict = fm.replay(record), strictly(record)
        resumed = fm.resume(game.code())
    except Exception as error:
        return f"an accepted game breaks: {type(error).__name__}: {str(error)[:200]!r}"
    if any(other.record() != record or digest(other.state) != digest(game.state) for other in (again, strict, resumed)):
        return "an accepted game plays otherwise a second time"
    return "played"


def strictly(record: str) -> Game:
    """Play a record with nothing of the reader's own player: ask for leave before each order."""
    opened = parse(record)
    head = opened.head
    game = fm.new_game(head.system, head.scenario, head.seed, head.options)
    branch = 0
    for row in opened.rows:
        line = read(row)
        if not isinstance(line, Line):
            branch = int(line.value) if line.kind == "what-if" else branch
            continue
        assert game.can(line.order), f"{line} is not legal"
        assert str(line.order) in map(str, game.legal()) or " via " in str(line.order), f"{line} is not listed"
        game.give(line.order, line.thrown if line.said else (), branch)
        assert game.steps[-1].thrown == line.thrown
    return game


def judge_some(numbers: range, seed: int) -> list[Verdict]:
    """Judge a range of cases."""
    with TemporaryDirectory() as folder:
        return [judge(number, seed, Path(folder)) for number in numbers]


def judge_all(cases: int, seed: int, jobs: int) -> Iterator[Verdict]:
    """Judge all cases, in as many processes as wanted."""
    parts = [range(begin, min(begin + 500, cases)) for begin in range(0, cases, 500)]
    with ProcessPoolExecutor(jobs) as pool:
        for verdicts in pool.map(judge_some, parts, [seed] * len(parts)):
            yield from verdicts


def main() -> int:
    """Judge and tell."""
    parser = argparse.ArgumentParser(description="Feed strangers' saves and codes to fmbook.")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, help="a single case")
    wanted = parser.parse_args()
    if wanted.only is not None:
        print(judge_some(range(wanted.only, wanted.only + 1), wanted.seed))
        return 0
    verdicts = list(judge_all(wanted.cases, wanted.seed, wanted.jobs))
    for (kind, came), count in sorted(Counter((v.kind, v.came) for v in verdicts).items()):
        print(f"{count:8,d}  {kind:9} {came}")
    slowest = sorted(verdicts, key=lambda verdict: -verdict.seconds)[:5]
    print(f"{sum(v.seconds > LIMIT for v in verdicts):8,d}  took more than {LIMIT * 1000:.0f} ms of processor time")
    print("slowest:", ", ".join(f"{v.seconds * 1000:.0f} ms ({v.kind}, case {v.number})" for v in slowest))
    bad = [verdict for verdict in verdicts if verdict.came not in ("refused", "played")]
    for verdict in bad[:20]:
        print("BAD:", verdict)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
