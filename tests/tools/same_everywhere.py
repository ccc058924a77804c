"""Tell of every game what must be the same on every machine: run by other Pythons, with nothing but the engine.

    python tests/tools/same_everywhere.py [--players] [RECORD ...]

Each record is played and brought back from its code; then a few random orders of every scenario are played, each with
all that may be done next and with what is said against orders that were legal before. With ``--players`` only the
machine players play, every scenario with a hint now and then; what they did when they were last recorded stands in
``machine_games.txt``. Of the lines that are alike everywhere only a number is told for each game, so that what differs
is seen at a glance.
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.core.orders import Order
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.record.records import digest

ORDERS = 60
PLAYED = 150
"""So many orders machine players give in a scenario, each side at its best; whole games take minutes."""
HINTED = 10
"""After so many orders hints are asked for again."""
SEEDS = 11, 12, 13
MACHINE_GAMES = Path(__file__).parents[1] / "record" / "machine_games.txt"


def told_of_record(path: Path) -> Iterator[str]:
    """Play a record, and bring its game back from its code."""
    game = fm.load(path)
    yield from (digest(game.state), game.record(), str(game.diary), digest(fm.resume(game.code()).state))


def told_of_scenario(system: str, scenario: str) -> Iterator[str]:
    """Play on at random; list and refuse at every position."""
    game, lot = fm.new_game(system, scenario, 5), Random(f"{system} {scenario}")
    listed: list[Order] = list(game.legal())
    while not game.outcome and len(game.orders) < ORDERS:
        game.do(lot.choice(listed))
        before, listed = listed, list(game.legal())
        named = [str(unit) for unit in game.movers()]
        yield from (str(game.prompt), digest(game.state), *named, *map(str, listed), *_refused(game, lot, before))


def _refused(game: Game, lot: Random, before: list[Order]) -> Iterator[str]:
    return (str(game.can(order)) for order in lot.sample(before, min(3, len(before))))


def told_of_players(system: str, scenario: str, seed: int) -> Iterator[str]:
    """Let machine players begin a game, and ask for hints as they go."""
    game, lot = fm.new_game(system, scenario, seed), Random(seed)
    play = opponent("greedy")
    while not game.outcome and len(game.orders) < PLAYED:
        if len(game.orders) % HINTED == 0:
            yield from (str(game.seen_by(game.side).hint(level)) for level in (1, 2, 3))
        game.do(play(game.seen_by(game.side), lot))
    yield game.record()


EVERY = [(system, name) for system in fm.systems() for name in fm.scenarios(system)]


def told_of_all_players() -> Iterator[str]:
    """Return a line for each game of machine players."""
    games = [(*scenario, seed) for scenario in EVERY for seed in SEEDS]
    return (in_short(" ".join(map(str, game)), told_of_players(*game)) for game in games)


def told_of_all(records: list[str]) -> Iterator[str]:
    """Return a line for each record and each scenario."""
    for name in records:
        yield in_short(Path(name).stem, told_of_record(Path(name)))
    for system, name in EVERY:
        yield in_short(f"{system} {name}", told_of_scenario(system, name))


def in_short(name: str, lines: Iterator[str]) -> str:
    """Write a name, how many lines there are of it, and a digest of them."""
    kept = list(lines)
    return f"{name} {len(kept)} {blake2b(chr(10).join(kept).encode(), digest_size=8).hexdigest()}"


if __name__ == "__main__":
    asked = sys.argv[1:]
    for line in told_of_all_players() if asked[:1] == ["--players"] else told_of_all(asked):
        print(line, flush=True)
