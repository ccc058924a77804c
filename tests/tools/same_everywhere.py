"""Tell of every game what must be the same on every machine: run by other Pythons, with nothing but the engine.

    python tests/tools/same_everywhere.py RECORD ...

Each record is played and brought back from its code; then a few random orders of every scenario are played, each with
all that may be done next and with what is said against orders that were legal before. Of the lines that are alike
everywhere only a number is told for each game, so that what differs is seen at a glance.
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.core.orders import Order
from fmbook.play.game import Game
from fmbook.record.records import digest

ORDERS = 60


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


def main(records: list[str]) -> None:
    """Print a line for each record and each scenario."""
    told = {Path(name).stem: told_of_record(Path(name)) for name in records}
    for system in fm.systems():
        told |= {f"{system} {name}": told_of_scenario(system, name) for name in fm.scenarios(system)}
    for name, lines in told.items():
        kept = list(lines)
        print(name, len(kept), blake2b("\n".join(kept).encode(), digest_size=8).hexdigest())


if __name__ == "__main__":
    main(sys.argv[1:])
