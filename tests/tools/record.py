"""Record the playthroughs anew, add one for each scenario that has none, and show what has changed.

    make record
    python tests/tools/record.py [FILE ...] [--system drill ...] [--cut | --anew] [--look]

The orders stay as they are, and so does what was said aloud; throws, branches and digests are worked out again. A
record that the rules refuse is left alone, and the rule is named; ``--cut`` keeps what is good of it, ``--anew`` plays
another game in place of one that was played at random. ``--look`` only shows what would change. The machine players
play their recorded games anew, too.
"""

import argparse
import sys
from collections.abc import Container, Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.play.game import Game
from fmbook.record.records import Line, RecordMark, RecordRow, line_of, parse, read, turn_mark
from tests.tools.same_everywhere import MACHINE_GAMES, told_of_all_players

FOLDER = Path(__file__).parents[1] / "playthroughs"
SEED = 1917
RECORDED = (
    "drill",
    "eben_emael",
    "europa_41",
    "scheldt",
    "veritable",
    "vimy",
)
"""The systems whose every scenario has a playthrough."""


class Renewed(NamedTuple):
    """A record as it plays today; if the rules refuse an order of it, where and why."""

    text: str
    broken: str = ""


def renewed(text: str) -> Renewed:
    """Play a record again, taking its throws as they come, and write it down anew with its remarks."""
    head = parse(text).head
    game = fm.new_game(head.system, head.scenario, head.seed, head.options)
    lines = text.splitlines()
    start = lines.index("") + 1
    kept = [*str(game.header).splitlines(), ""]
    branch = 0
    for number, line in enumerate(lines[start:], start + 1):
        if not line or line.startswith("#"):
            kept.append(line)
            continue
        try:
            branch, written = _again(game, read(RecordRow(number, line)), branch)
        except FmbookError as error:
            return Renewed("\n".join(kept) + "\n", f"line {number}, “{line}”: {error}")
        kept += written
    return Renewed("\n".join(kept) + "\n")


def _again(game: Game, line: Line | RecordMark, branch: int) -> tuple[int, list[str]]:
    if isinstance(line, Line):
        return branch, list(_ordered(game, line, branch))
    if line.kind == "what-if":
        return int(line.value), [str(line)]
    if line.kind in ("undo", "redo"):
        game.undo() if line.kind == "undo" else game.redo()
        return game.what_if, [str(line)]
    return branch, []  # digests come by themselves


def _ordered(game: Game, line: Line, branch: int) -> Iterator[str]:
    turn = game.turn
    step = game.tried(line.order, line.thrown if line.said else (), branch)
    game.take(step)
    yield str(line_of(line.order, step.thrown, said=line.said))
    if game.outcome or game.turn != turn:
        yield str(turn_mark(game.state))


def played_at_random(system: str, scenario: str) -> str:
    """Record a game of a scenario that has none yet."""
    game = fm.new_game(system, scenario, SEED)
    return fm.play_out(game, dict.fromkeys(game.sides, "random")).record()


def unplayed(systems: Iterable[str], folder: Path, broken: Container[Path] = ()) -> dict[Path, str]:
    """Play a game for every scenario of these systems that has no playthrough, or a broken one."""
    names = {
        folder / f"{system}-{scenario}.txt": (system, scenario)
        for system in systems
        for scenario in fm.scenarios(system)
    }
    return {path: played_at_random(*name) for path, name in names.items() if path in broken or not path.exists()}


def show(path: Path, old: str, new: str) -> None:
    """Show how a record has changed."""
    told = unified_diff(old.splitlines(), new.splitlines(), path.name, "as it plays today", lineterm="")
    print("\n".join(told) if old else f"{path.name}: a new record of {len(new.splitlines())} lines")


def main(arguments: list[str] | None = None, folder: Path = FOLDER, machine_games: Path | None = None) -> int:
    """Record anew, and tell; 1 if the rules refuse a record."""
    parser = argparse.ArgumentParser(description="Record the playthroughs anew and show what has changed.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--system", action="append", help="systems whose every scenario has a playthrough")
    parser.add_argument("--cut", action="store_true", help="keep what is good of a broken record")
    parser.add_argument("--anew", action="store_true", help="play another game in place of a broken random one")
    parser.add_argument("--look", action="store_true", help="only show what would change")
    wanted = parser.parse_args(arguments)
    files = wanted.files or sorted(folder.glob("*.txt"))
    changes: dict[Path, str] = {}
    broken: list[Path] = []
    for path in files:
        new = renewed(path.read_text(encoding="utf-8"))
        if new.broken:
            print(f"{path.name} is refused at {new.broken}")
            broken.append(path)
        if not new.broken or wanted.cut:
            changes[path] = new.text
    if not wanted.files:
        changes |= unplayed(wanted.system or RECORDED, folder, broken if wanted.anew else ())
        changes |= {machine_games: "\n".join([*told_of_all_players(), ""])} if machine_games else {}
    for path, text in changes.items():
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if text != old:
            show(path, old, text)
            wanted.look or path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(files)} playthroughs, {len(broken)} refused.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(machine_games=MACHINE_GAMES))
