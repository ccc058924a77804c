"""The same games, lists, refusals, diaries and codes on every machine: any hash seed, any Python."""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import fmbook as fm
from tests.tools import record, same_everywhere
from tests.tools.other_pythons import other_pythons

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("same everywhere")]

TELL = Path(__file__).parents[1] / "tools" / "same_everywhere.py"
RECORDS = sorted(record.FOLDER.glob("*.txt"))


def told(*python: str, hash_seed: str = "random", of: Iterable[str] = tuple(map(str, RECORDS))) -> list[str]:
    """Ask a fresh process of its own."""
    variables = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [*python, str(TELL), *of]
    done = subprocess.run(command, env=variables, check=False, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@cache
def told_here() -> list[str]:
    return told(sys.executable, hash_seed="0")


def test_every_record_and_every_scenario_is_told_of():
    scenarios = [f"{system} {name}" for system in fm.systems() for name in fm.scenarios(system)]
    lines = [line.rsplit(maxsplit=2) for line in told_here()]
    assert [name for name, _, _ in lines] == [path.stem for path in RECORDS] + scenarios
    assert all(int(count) > 10 for name, count, _ in lines if name in scenarios)
    assert len({number for _, _, number in lines}) == len(lines)


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_another_hash_seed_plays_lists_and_refuses_the_same(hash_seed):
    assert told(sys.executable, hash_seed=hash_seed) == told_here()


@pytest.mark.parametrize("python", other_pythons(), ids=" ".join)
def test_another_python_plays_lists_and_refuses_the_same(python):
    assert told(*python) == told_here()


def test_machine_players_of_every_scenario_are_recorded():
    """When this fails: ``make record``."""
    games = [line.split()[:2] for line in same_everywhere.MACHINE_GAMES.read_text().splitlines()]
    assert games == [[system, name] for system, name in same_everywhere.EVERY for _ in same_everywhere.SEEDS]


@pytest.mark.parametrize("python", [(sys.executable,), *other_pythons()], ids=" ".join)
def test_machine_players_play_and_hint_everywhere_as_they_were_recorded(python):
    """When this fails here, players or rules have changed: ``make record``, and measure the balance files anew."""
    assert told(*python, of=["--players"]) == same_everywhere.MACHINE_GAMES.read_text().splitlines()
