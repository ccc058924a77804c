"""Whatever a writer acknowledges a reader reads: saves, journals, codes; what cannot be kept is told at that order.

More faults, on demand: ``python tests/faults.py``.
"""

import copy
import errno
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fmbook as fm
from fmbook import codes, journal, records, replays
from fmbook import game as games
from fmbook.errors import FmbookError
from fmbook.game import Game, NotKept
from fmbook.journal import BadName, NotWritten, journals
from fmbook.records import parse
from tests import faults
from tests.crash import stand
from tests.effort import effort
from tests.random_play import play_on


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


def march(*orders: str) -> Game:
    game = fm.new_game("drill", "march", 1)
    for order in orders:
        game.do(order)
    return game


def to_a_roll() -> Game:
    game = fm.new_game("drill", "flank", 3)
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        game.do(order)
    while not game.can("roll"):
        game.do("hold-fire")
    return game


def whole(game: Game) -> tuple[Any, ...]:
    """All that there is to a game: what was taken back, and which throws have been seen, too."""
    return game.record(), stand(game), [step.order for step in game._steps], game._seen


# --- a property -----------------------------------------------------------------------------


@contextmanager
def narrow(**limits: int) -> Iterator[None]:
    """Set limits that are soon reached, for readers and writers alike."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (records, journal, games, replays, codes):
            for name, limit in limits.items():
                patch.setattr(module, name, limit, raising=False) if hasattr(module, name) else None
        yield


def act_at_random(game: Game, chance: Random) -> None:
    drawn = chance.random()
    if drawn < 0.25 and game.orders:
        game.undo()
    elif drawn < 0.4:
        with suppress(fm.RuleViolation):
            game.redo()
    elif drawn < 0.5 and game.can("roll"):
        game.do("roll", roll=chance.randrange(1, 7))
    elif drawn < 0.6 and game.legal():
        order = game.legal()[0]
        if isinstance(order, fm.Move):
            game.do(f"{order} via {' '.join([order.names[1]] * chance.randrange(1, 12))}")
    elif not game.outcome:
        play_on(game, chance)


LIMITS = {"MOST_LINES": 46, "LONGEST_LINE": 48, "LONGEST": 1500, "MOST_BRANCHES": 3, "SLACK": -10, "MOST_ORDERS": 30}


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(fm.scenarios("drill")), st.randoms(use_true_random=False), st.booleans())
@pytest.mark.filterwarnings("ignore::fmbook.game.NotKept")
def test_whatever_is_acknowledged_can_be_read(tmp_path, scenario, chance, is_narrow):
    game = fm.new_game("drill", scenario, chance.randrange(99))
    with narrow(**(LIMITS if is_narrow else {"SLACK": -10})):
        path, told = game.keep_journal(tmp_path), 0
        for _ in range(chance.randrange(70)):
            with suppress(FmbookError):
                act_at_random(game, chance)
            told, before = len(game.notices), told
            assert is_narrow or not game.notices
            if len(game.notices) == before:
                assert whole(fm.load(path)) == whole(game)
        with suppress(FmbookError):
            assert fm.load(game.save(tmp_path / "save.txt")).record() == game.record()
        with suppress(FmbookError):
            code = game.code()
            assert fm.resume(code).record() == game.record()


# --- long -----------------------------------------------------------------------------------


def test_doing_and_undoing_thirty_thousand_times_loses_nothing(tmp_path):
    game = march("move B1 0403")
    path = game.keep_journal(tmp_path)
    for _ in range(30_010):
        game.do("move B2 0303")
        game.undo()
    assert not game.notices
    assert whole(fm.load(path)) == whole(game)
    assert path.read_text().count("\n") < 10_000
