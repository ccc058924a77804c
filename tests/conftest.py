"""What holds for all tests: a test that claims a clause must reach a rule that cites it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from fmbook.books.systems import rulebooks
from fmbook.components.setup import forget_tables
from fmbook.engine.claims import citing, reaching
from fmbook.opponents.players import PLAYERS
from fmbook.opponents.search import Effort, thinking

settings.register_profile("no timed assertions", deadline=None)  # they would fail on a busy machine
settings.load_profile("no timed assertions")

CITING = citing(rule for book in rulebooks() for rule in book.rules)


@pytest.fixture(autouse=True)
def claimed_clauses_are_reached(request: pytest.FixtureRequest) -> Iterator[None]:
    """Claiming a clause without reaching its code is a claim that cannot fail."""
    forget_tables()  # what an earlier test's game has worked out, this one's would only look up
    with reaching([clause for mark in request.node.iter_markers("clause") for clause in mark.args], CITING):
        yield


def _raise_again(*_: object) -> None:
    raise


@pytest.fixture
def desk_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games on a desk are kept in a folder of the test, and an error in a callback is one of the test."""
    monkeypatch.setattr("fmbook.widgets.page.guard.RERAISE", True)
    monkeypatch.setattr("fmbook.play.game.LOG.exception", _raise_again)
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)  # tests that are run from a notebook


@pytest.fixture
def hasty_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let who advises think for a moment only: how well it thinks is held elsewhere."""
    hasty = partial(thinking, effort=Effort(8, 2_000))
    players = tuple(replace(each, think=hasty) if each.name == "captain" else each for each in PLAYERS)
    monkeypatch.setattr("fmbook.opponents.advice.PLAYERS", players)
