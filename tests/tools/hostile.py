"""A stranger's saves and codes: real ones mutated, and others made up. Each must be refused, or play by the rules.

    python tests/tools/hostile.py --cases 100000 --jobs 2
    python tests/tools/hostile.py --only 4711

Every case has a number and is the same on every run.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.play.game import Game
from fmbook.record.records import Line, digest, parse, read
from tests.tools.effort import effort
from tests.tools.strangers import binary, damaged, forged, invented, mutated


class Meter(NamedTuple):
    """What a case may cost at most, for bases of up to 500 orders, and how that is measured."""

    limit: float
    of: Callable[[Callable[[], object]], float]


def _seconds(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return process_time() - begin


def _calls(act: Callable[[], object]) -> float:
    with effort() as made:
        act()
    return made.calls


SECONDS = Meter(0.050, _seconds)  # of this processor
CALLS = Meter(500_000, _calls)  # the same on every machine


class Verdict(NamedTuple):
    """What came of a case."""

    number: int
    kind: str
    cost: float
    came: str  # "refused", "played", or what went wrong


def attempt(number: int, seed: int, folder: Path) -> tuple[str, Callable[[], Game]]:
    """Return what a case is called and what it tries."""
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


def judge(number: int, seed: int, folder: Path, meter: Meter) -> Verdict:
    """Try a case, and look at whatever is accepted with suspicion."""
    kind, act = attempt(number, seed, folder)
    tried = Tried(act)
    cost = meter.of(tried)
    for _ in range(4):  # the first time a board is read; and the machine may have been busy with something else
        cost = min(cost, meter.of(tried)) if cost > meter.limit else cost
    return Verdict(number, kind, cost, tried.came if tried.game is None else suspicion(tried.game))


class Tried:
    """What comes of a case, each time that it is tried."""

    def __init__(self, act: Callable[[], Game]) -> None:
        self.act = act
        self.game: Game | None = None
        self.came = ""

    def __call__(self) -> None:
        """Try it."""
        self.game, self.came = None, "refused"
        try:
            self.game = self.act()
        except fm.RecordError as error:
            str(error).encode()  # it can be shown anywhere
        except Exception as error:
            self.came = f"{type(error).__name__}: {str(error)[:200]!r}"


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


def judge_some(numbers: range, seed: int, meter: Meter = SECONDS) -> list[Verdict]:
    """Judge a range of cases."""
    with TemporaryDirectory() as folder:
        return [judge(number, seed, Path(folder), meter) for number in numbers]


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
    slowest, limit = sorted(verdicts, key=lambda verdict: -verdict.cost)[:5], SECONDS.limit
    print(f"{sum(v.cost > limit for v in verdicts):8,d}  took more than {limit * 1000:.0f} ms of processor time")
    print("slowest:", ", ".join(f"{v.cost * 1000:.0f} ms ({v.kind}, case {v.number})" for v in slowest))
    bad = [verdict for verdict in verdicts if verdict.came not in ("refused", "played")]
    for verdict in bad[:20]:
        print("BAD:", verdict)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
