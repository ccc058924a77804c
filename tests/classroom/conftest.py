"""One class server for the tests that only knock at its doors."""

from collections.abc import Iterator

import pytest

from tests.tools.class_server import ClassUnderTest


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClassUnderTest]:
    running = ClassUnderTest(tmp_path_factory.mktemp("class") / "games", "drill", "flank", seats=6)
    yield running
    running.end()
