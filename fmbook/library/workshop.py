"""A workshop: a small book of one's own in a folder, with its card, its rule, its test, held to the same checks."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from importlib import import_module
from io import StringIO
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from textwrap import dedent
from types import ModuleType
from typing import Any, Final, NamedTuple, final
from weakref import finalize
from xml.etree import ElementTree

from fmbook.books.cards import WrittenBook, read_book
from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError
from fmbook.engine.rulebook import Rule, Rulebook
from fmbook.library.coverage import Coverage, coverage_at

__all__ = ["Ran", "Workshop", "WorkshopReport", "rules_in", "silence", "workshop"]

SYSTEM: Final = "toy"
PATIENCE: Final = 60  # seconds for all tests of a workshop
SILENCED: Final = "FMBOOK_SILENCED"
NO_PYTEST: Final = "The tests were not run: pytest is not installed here (pip install pytest)."
QUIETLY: Final = ("-B", "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider")
NO_PLUGINS: Final = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
AFTER: Final = 'failed on teardown with "AssertionError: '  # how pytest begins what the watch says
SKELETON: Final = {
    "data/toy/rulebook.toml": 'id     = "toy"\ntitle  = "Toy"\nsource = "written in a workshop"\n',
    "rules.py": '"""The rules of the toy book."""\n',
    "tests/conftest.py": '''\
"""The watch over the book's own tests: a test that claims a clause must reach a rule that cites it."""

import os

import pytest
import rules
from fmbook.components.setup import forget_tables
from fmbook.engine.claims import citing, reaching
from fmbook.library.workshop import SILENCED, rules_in, silence

SILENT = os.environ.get(SILENCED, "")
CITING = {} if SILENT else citing(rules_in(rules))
silence(rules, SILENT)


def pytest_configure(config):
    config.addinivalue_line("markers", "clause(id, ...): the clauses that this test holds")


@pytest.fixture(autouse=True)
def claimed_clauses_are_reached(request):
    forget_tables()
    with reaching([clause for mark in request.node.iter_markers("clause") for clause in mark.args], CITING):
        yield
''',
}


class Ran(NamedTuple):
    """A test that was run: its name, and what it complains of, if it does."""

    name: str
    complaint: str = ""

    def __str__(self) -> str:
        return f"FAILED {self.name}: {self.complaint}" if self.complaint else f"passed {self.name}"


class _Said:
    def __repr__(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


@final
class WorkshopReport(_Said):
    """What the checks say of a workshop; true when nothing is missing and no test fails."""

    def __init__(self, coverage: Coverage, strangers: tuple[str, ...], ran: tuple[Ran, ...], trouble: str) -> None:
        self.coverage, self.strangers, self.ran, self.trouble = coverage, strangers, ran, trouble

    def __bool__(self) -> bool:
        return not (self.coverage.gaps or self.strangers or self.trouble) and not any(
            each.complaint for each in self.ran
        )

    def __str__(self) -> str:
        lines = [str(self.coverage), *(f"  {each}" for each in self.strangers), *map(str, self.ran)]
        lines += [self.trouble] if self.trouble else []
        return "\n".join([*lines, "All of it is held." if self else "Not yet: see above."])


@final
class Change(_Said):
    """Each rule of a workshop made silent in turn, and whether a test noticed."""

    def __init__(self, noticed: dict[str, str]) -> None:
        self.noticed = noticed

    def __bool__(self) -> bool:
        return bool(self.noticed) and all(self.noticed.values())

    def __str__(self) -> str:
        return "\n".join(
            f"noticed  {rule}: says and does nothing  (by {test})"
            if test
            else f"MISSED   {rule}: says and does nothing"
            for rule, test in self.noticed.items()
        )


@final
class Workshop(_Said):
    """A folder with a book called toy. Write files into it, and let them be checked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._loaded = count()
        for name, text in SKELETON.items():
            self._put(self.folder / name, text)

    def write(self, name: str, text: str) -> str:
        """Write a file of the workshop, in place of what it held."""
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder):
            raise FmbookError(f"“{name}” lies outside the workshop. Name a file inside, such as rules.py.")
        self._put(path, dedent(text).strip() + "\n")
        return f"{name}: {len(path.read_text(encoding='utf-8').splitlines())} lines"

    @property
    def book(self) -> WrittenBook:
        """The written side, read afresh."""
        return read_book(SYSTEM, root=self.folder / "data")

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The marked functions of ``rules.py``, read afresh."""
        path = self.folder / "rules.py"
        module = ModuleType(f"toy_rules_{next(self._loaded)}")
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))  # noqa: S102  # the reader's own
        return rules_in(module)

    def coverage(self) -> Coverage:
        """Tell for each clause which code, tests and chapters hold it, as `fm.coverage` does for the book."""
        return coverage_at(self.folder, self.book, self.rules)

    def check(self) -> WorkshopReport:
        """Ask what the book's own tests ask: a card for each rule, code and a test for each clause, tests that pass."""
        cards = {card.id for card in self.book.cards.values()}
        strangers = (f"{rule.id} has no card" for rule in self.rules if rule.section not in cards)
        ran, trouble = self._run()
        return WorkshopReport(self.coverage(), tuple(strangers), ran, trouble)

    def mutate(self) -> Change:
        """Let each rule say and do nothing, one after the other, and see whether a test notices."""
        return Change({rule.id: self._complaint_without(rule) for rule in self.rules})

    def __str__(self) -> str:
        files = sorted(path for path in self.folder.rglob("*") if path.is_file() and path.suffix in (".toml", ".py"))
        return "\n".join(path.relative_to(self.folder).as_posix() for path in files)

    def _complaint_without(self, rule: Rule) -> str:
        ran, _ = self._run(silenced=rule.id)
        return next((each.name for each in ran if each.complaint), "")

    def _run(self, silenced: str = "") -> tuple[tuple[Ran, ...], str]:
        """Run the tests in a process of their own, which knows nothing of earlier versions of the files."""
        if not any((self.folder / "tests").glob("test_*.py")):
            return (), ""
        with TemporaryDirectory() as aside:
            report = Path(aside) / "report.xml"
            command = [sys.executable, *QUIETLY, f"--junitxml={report}", f"--rootdir={self.folder}", "tests"]
            told = _called(command, self.folder, silenced)
            return (tuple(_read(report)), "") if report.is_file() else ((), told)

    def _put(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


LONGEST = 80


@checked
def workshop(folder: str | Path | None = None) -> Workshop:
    """Open a workshop in a folder, or in a passing one that goes with the workshop.

    >>> import fmbook as fm
    >>> print(fm.workshop())
    data/toy/rulebook.toml
    rules.py
    tests/conftest.py
    """
    if folder is None:
        passing = Workshop(Path(mkdtemp(prefix="fmbook-")))
        finalize(passing, rmtree, passing.folder, ignore_errors=True)
        return passing
    try:
        return Workshop(Path(folder))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FmbookError(f"{str(folder)[:LONGEST]!r} cannot be the folder of a workshop: {why}.") from None


def rules_in(module: ModuleType) -> tuple[Rule, ...]:
    """Return the marked functions of a module, in the order in which they are written."""
    return Rulebook.of(SYSTEM, "Toy", module).rules


def silence(module: ModuleType, rule_id: str) -> None:
    """Let one rule of a module say and do nothing."""
    for function in vars(module).values():
        rule = getattr(function, "rule", None)
        if isinstance(rule, Rule) and rule.id == rule_id:
            function.rule = replace(rule, function=lambda *_: iter(()))


def _called(command: list[str], folder: Path, silenced: str) -> str:
    """Call pytest in a folder; what it says, should it not get as far as a report."""
    places = (str(folder), str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", ""))
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, places)), SILENCED: silenced, **NO_PLUGINS}
    if sys.platform == "emscripten":
        return _called_inside(command[1 + QUIETLY.index("pytest") + 1 :], folder, environment)
    try:
        done = subprocess.run(  # noqa: S603  # our own command
            command,
            cwd=folder,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"The tests were stopped after {PATIENCE} seconds."
    missing = "No module named pytest" in done.stderr
    return NO_PYTEST if missing else f"The tests did not run: {(done.stderr or done.stdout).strip()[-400:]}"


def _called_inside(arguments: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Call pytest in this process: a browser's Python can start no other. Nothing of the workshop stays in it."""
    before, path, here, bytecode = dict(os.environ), [*sys.path], Path.cwd(), sys.dont_write_bytecode
    said = StringIO()
    try:
        os.environ.update(environment)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        os.chdir(folder)
        with redirect_stdout(said), redirect_stderr(said):
            import_module("pytest").main([*arguments, "--capture=sys", "-p", "no:faulthandler"])
    except ImportError:
        return NO_PYTEST
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
        sys.path[:], sys.dont_write_bytecode = path, bytecode
        for name, module in [*sys.modules.items()]:
            if str(getattr(module, "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
    return f"The tests did not run: {said.getvalue().strip()[-400:]}"


def _read(report: Path) -> Iterator[Ran]:
    """What the tests' own report says, once for each test; the first complaint counts."""
    told: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314  # written by our own pytest a moment ago
        name = case.get("name", "")
        faults = [fault for fault in case if fault.tag in ("failure", "error")]
        said = next((fault.get("message", "").splitlines()[0] for fault in faults), "")
        told[name] = told.get(name) or said.removeprefix(AFTER).removesuffix('"')
    return (Ran(name, said) for name, said in told.items())
