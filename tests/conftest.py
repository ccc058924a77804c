"""What holds for all tests: a test that claims a clause must reach a rule that cites it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fmbook.books.systems import rulebooks
from fmbook.engine.claims import citing, reaching

settings.register_profile("no timed assertions", deadline=None)  # they would fail on a busy machine
settings.load_profile("no timed assertions")

CITING = citing(rule for book in rulebooks() for rule in book.rules)


@pytest.fixture(autouse=True)
def claimed_clauses_are_reached(request: pytest.FixtureRequest) -> Iterator[None]:
    """Claiming a clause without reaching its code is a claim that cannot fail."""
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
