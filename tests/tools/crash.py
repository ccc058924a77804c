"""A player who is killed while he plays: whatever order was acknowledged must stand in the journal.

python tests/tools/crash.py --kills 300
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.play.game import Game
from fmbook.record.records import digest
from tests.tools.random_play import play_on

WHERE = (("drill", "bombardment"), ("drill", "flank"), ("drill", "march"), ("vimy", "battle"))


PACE = 0.004  # seconds between two acts


class Kill(NamedTuple):
    """What a kill left: so many acts acknowledged, so many found in the journal."""

    acknowledged: int
    found: int
    torn: bool
    over: bool


def acts(seed: int) -> Iterator[Game]:
    """Play, undo and redo at random; the same seed plays the same, act by act."""
    chance = Random(seed)
    game = fm.new_game(*WHERE[seed % len(WHERE)], seed)
    yield game
    while not game.outcome:
        drawn, before = chance.random(), len(game.steps)
        if drawn < 0.1 and before:
            game.undo()
            if chance.random() < 0.5:
                yield game
                game.redo()
        elif drawn < 0.15 and game.can("roll"):
            game.do("roll", roll=chance.randrange(1, 7))
        else:
            play_on(game, chance)
        yield game


def stand(game: Game) -> str:
    """Say how a game stands, what was taken back included."""
    return f"{digest(game.state)} {len(game.steps)} {game.what_if}"


def play(seed: int, folder: Path) -> None:
    """Be the player: keep a journal, and acknowledge each act when it is done."""
    playing = acts(seed)
    path = next(playing).keep_journal(folder)
    print(path, flush=True)
    for number, _ in enumerate(playing, 1):
        os.write(1, f"{number}\n".encode())
        sleep(PACE)


def killed(seed: int, folder: Path) -> Kill:
    """Let a player play, kill him at a random point, and look at what he left."""
    command = [sys.executable, __file__, "--play", str(seed), "--folder", str(folder)]
    player = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert player.stdout
    journal = Path(os.fsdecode(player.stdout.readline().strip()))
    sleep(Random(f"kill {seed}").random() ** 2 * 0.3)
    player.send_signal(signal.SIGKILL)
    heard = player.stdout.read()
    player.wait()
    player.stdout.close()
    acknowledged = int((b"0\n" + heard).splitlines()[-1]) if heard.endswith(b"\n") or not heard else -1
    left = journal.read_bytes()
    return Kill(acknowledged, found_in(journal, seed, acknowledged), not left.endswith(b"\n"), b"-- end" in left)


def found_in(journal: Path, seed: int, acknowledged: int) -> int:
    """Tell after which act the journal stands; it may be one act ahead of what was heard."""
    left = stand(fm.load(journal))
    for number, game in enumerate(acts(seed)):
        if number >= acknowledged and stand(game) == left:
            return number
        if number > acknowledged + 1:
            break
    raise AssertionError(f"{journal}: {acknowledged} acts were acknowledged; the journal stands otherwise: {left}")


def main() -> int:
    """Play, or kill so many players and tell what was lost."""
    parser = argparse.ArgumentParser(description="Kill players and see what is lost.")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--play", type=int)
    parser.add_argument("--folder", type=Path)
    wanted = parser.parse_args()
    if wanted.play is not None:
        play(wanted.play, wanted.folder)
        return 0
    with TemporaryDirectory() as folder:
        kills = [killed(seed, Path(folder)) for seed in range(wanted.kills)]
    told = {
        "kills": len(kills),
        "in the middle of a game": sum(not kill.over for kill in kills),
        "acts acknowledged": sum(kill.acknowledged for kill in kills),
        "acts lost": sum(max(0, kill.acknowledged - kill.found) for kill in kills),
        "journals one act ahead": sum(kill.found > kill.acknowledged for kill in kills),
        "torn last lines": sum(kill.torn for kill in kills),
    }
    print(json.dumps(told, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
