"""Switch the rules of a book off one by one, and see whether the tests that claim their clauses notice.

    python tests/tools/mutate.py fm                     all rules, about a minute
    python tests/tools/mutate.py fm --sample 6 --seed 3  a change of each of some rules, drawn by lot
    python tests/tools/mutate.py fm --rule fm:7.8        one rule

A rule that forbids, costs, shifts or follows is made to say nothing. One that brings events about is made to do
nothing, and to leave out each kind of event that it brings about. One that settles a question answers wrongly, in the
ways that tests/tools/wrong_answers.py holds. Only a test's own failure counts: that a test no longer reaches the rule
that it claims says nothing about what the test would have noticed.
"""

import argparse
import io
import json
import os
import random
import resource
import signal
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a script, this file's own folder stands there instead

from fmbook.books.systems import system  # noqa: E402
from fmbook.components.scenarios import _SETUPS  # noqa: E402
from fmbook.core.events import Event  # noqa: E402
from fmbook.engine.rulebook import Rule, Rulebook  # noqa: E402
from fmbook.library.coverage import cited_in_tests  # noqa: E402
from tests.tools.wrong_answers import WRONG  # noqa: E402

LONGEST = 2
"""Seconds of work for a test, however busy the machine is: a rule that does nothing may leave it playing for ever."""
LIMITS = {resource.RLIMIT_DATA: 2 << 30, resource.RLIMIT_CPU: 600}
"""Bytes and seconds for all tests of a change: one that plays for ever may fill the memory before its time is up."""
BRINGING = "does", "follows", "answers", "settles"
"""The marks of rules that may bring events about."""
RAN_AWAY = "it ran out of memory or time"
FULL = 77  # how a child ends whose memory is full


@dataclass(frozen=True)
class Change:
    """One rule made wrong in one way."""

    rule: Rule
    how: str
    function: Callable[..., Any]

    def __str__(self) -> str:
        return f"{self.rule.id} ({self.rule.function.__name__}): {self.how}"


@dataclass
class Watcher:
    """A plugin that counts tests and stops at the first that fails by itself."""

    ran: int = 0
    failed: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.ran += 1
            if report.failed:
                self.failed.append(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        if self.failed:
            item.session.shouldstop = "noticed"
        return result


def too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the test plays for ever")


# --- the changes ------------------------------------------------------------------------------------


def silent(*_: Any) -> Iterator[Any]:
    return iter(())


def without(function: Callable[..., Any], kind: type[Event]) -> Callable[..., Any]:
    def changed(*about: Any) -> Iterator[Event]:
        return (event for event in function(*about) if type(event) is not kind)

    return changed


def changes_of(rule: Rule, brings: set[type[Event]]) -> Iterator[Change]:
    if rule.mark not in ("settles", "advises") or brings:
        yield Change(rule, "says and does nothing", silent)
    for kind in sorted(brings, key=lambda kind: kind.__name__) if len(brings) > 1 else ():
        yield Change(rule, f"leaves out {kind.__name__}", without(rule.function, kind))
    for how, wrong in WRONG.get(rule.id, {}).items():
        yield Change(rule, how, wrong)


@contextmanager
def changed(book: Rulebook, functions: dict[str, Callable[..., Any]]) -> Iterator[None]:
    """Let some rules of a book do something else; books that build on it share them."""
    rules = book.rules
    new = tuple(replace(rule, function=functions.get(rule.id, rule.function)) for rule in rules)
    _SETUPS.clear()
    object.__setattr__(book, "rules", new)
    try:
        yield
    finally:
        object.__setattr__(book, "rules", rules)
        _SETUPS.clear()


# --- the tests --------------------------------------------------------------------------------------


def all_tests(book: Rulebook) -> list[str]:
    """The tests of a book; those of the standard rules are played by the drill, whose goals end the games."""
    names = (book.id, "drill") if book.id == "fm" else (book.id,)
    found = [path for name in names for path in (ROOT / "tests" / "books").rglob(f"test_{name}_*.py")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def tests_of(book: Rulebook, rule: Rule) -> list[str]:
    """The tests that claim a clause of the rule; all of the book's, if it has none."""
    if not rule.clauses:
        return all_tests(book)
    found = {test for clause in rule.clauses for test in cited_in_tests().get(clause, ())}
    return sorted(test for test in found if "::" in test and test.partition("::")[0] in all_tests(book))


def run_apart(tests: Iterable[str]) -> Watcher:
    """Run tests in a child with limits; one that breaks them has noticed."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        _run_and_tell(tests, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb") as told:
        said = told.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == FULL:
        return Watcher(1, [RAN_AWAY])
    return Watcher(**json.loads(said))


def _run_and_tell(tests: Iterable[str], to: int) -> NoReturn:
    for what, most in LIMITS.items():
        resource.setrlimit(what, (most, most))
    try:
        os.write(to, json.dumps(asdict(run(tests))).encode())
    except MemoryError:
        os._exit(FULL)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def run(tests: Iterable[str]) -> Watcher:
    watcher = Watcher()
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", *tests], plugins=[watcher])
    return watcher


def brought_by(book: Rulebook, tests: Iterable[str]) -> dict[str, set[type[Event]]]:
    """Run tests with the rules as they are, and note which kinds of events each rule brings about."""
    seen: dict[str, set[type[Event]]] = defaultdict(set)

    def noting(rule: Rule) -> Callable[..., Any]:
        def noted(*about: Any) -> Any:
            said = rule.function(*about)
            if type(said) is tuple:
                return tuple(note(rule.id, said))
            return note(rule.id, said) if isinstance(said, Iterator) else said

        return noted

    def note(rule: str, said: Iterable[Any]) -> Iterator[Any]:
        for each in said:
            if isinstance(each, Event):
                seen[rule].add(type(each))
            yield each

    with changed(book, {rule.id: noting(rule) for rule in book.rules}):
        found = run(tests)
    if found.failed:
        raise SystemExit(f"with the rules as they are this fails already: {found.failed[0]}")
    return seen


def drawn(book: Rulebook, rules: list[Rule], count: int, lot: random.Random) -> tuple[list[Rule], list[str]]:
    """Draw so many rules, and list the tests that show what they bring about, and what those without a model do."""
    some = lot.sample(rules, min(count, len(rules)))
    telling = [rule for rule in some if rule.mark in BRINGING]
    telling += [rule for rule in rules if rule.mark in ("settles", "advises") and rule.id not in WRONG]
    return some, sorted({test for rule in telling for test in tests_of(book, rule)})


def unnoticed(book: Rulebook, wanted: list[Change], *, talk: bool) -> list[str]:
    missed = []
    for change in wanted:
        tests = tests_of(book, change.rule)
        with changed(book, {change.rule.id: change.function}):
            found = run_apart(tests) if tests else Watcher()
        if not found.failed:
            missed.append(f"{change}  [{found.ran} tests]")
        if talk:
            how = f"  [{RAN_AWAY}]" if RAN_AWAY in found.failed else ""
            print(f"{'noticed' if found.failed else 'MISSED '}  {change}{how}", flush=True)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("book")
    parser.add_argument("--sample", type=int, default=0, help="a change of each of so many rules, by lot; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", default="", help="only rules whose id begins so")
    parser.add_argument("--quiet", action="store_true", help="name only what no test notices")
    said = parser.parse_args()
    os.chdir(ROOT)
    signal.signal(signal.SIGPROF, too_long)
    book = system(said.book).book
    rules, lot = [rule for rule in book.rules if rule.id.startswith(said.rule)], random.Random(said.seed)
    some, tests = drawn(book, rules, said.sample, lot) if said.sample else (rules, all_tests(book))
    brings = brought_by(book, tests)
    changes = {rule.id: list(changes_of(rule, brings.get(rule.id, set()))) for rule in rules}
    unchanged = [name for name, found in changes.items() if not found]
    each = [changes[rule.id] for rule in some if changes[rule.id]]
    wanted = [lot.choice(found) for found in each] if said.sample else list(chain.from_iterable(each))
    missed = unnoticed(book, wanted, talk=not said.quiet)
    ids = {change.rule.id for change in wanted}
    print(f"{book.id}: {len(wanted)} changes to {len(ids)} rules, {len(missed)} unnoticed")
    print("\n".join([*missed, *(f"{rule}: no wrong answer is known, write one" for rule in unchanged)]))
    return 1 if missed or unchanged else 0


if __name__ == "__main__":
    sys.exit(main())
