"""Run linters, type checker and tests; time each part; add everything up in one line."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from steps.environment import Environment
from steps.places import CACHE, ROOT, clean_environment, private_jupyter
from steps.saying import say, seconds

SUMMARY = CACHE / "summary.txt"
REQUIRE_BROWSER = "FMBOOK_REQUIRE_BROWSER"
NOTHING_COLLECTED = 5
FEW = 3  # more failures than this are no accident


@dataclass(frozen=True)
class Part:
    """One command of the suite. A part with `counts` is a pytest run and reports its tests."""

    name: str
    command: tuple[str, ...]
    counts: bool = False
    no_skips: bool = False
    second_try: bool = False
    """Tests that depend on programs of others: where a few fail, those are run once more, and it is said."""


@dataclass(frozen=True)
class Result:
    """How a part went."""

    part: Part
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    unsteady: int = 0
    """How many failed at first and passed when they were run again."""

    def __str__(self) -> str:
        outcome = "failed" if self.failed else "ok"
        tests = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped" if self.part.counts else outcome
        if self.unsteady:
            tests += f" ({self.unsteady} of them at the second try: see above which)"
        return f"  {self.part.name:<10} {seconds(self.seconds):>12}   {tests}"


def lint_parts() -> list[Part]:
    """What reads the code, and writes a style sheet that follows from another."""
    return [
        Part("ruff", ("ruff", "check", ".")),
        Part("format", ("ruff", "format", "--check", ".")),
        Part("types", ("mypy",)),
        Part("pictures", ("tests.tools.still_sheet",)),
    ]


def check_parts() -> list[Part]:
    """Everything but the browser."""
    workers = str(min(os.cpu_count() or 1, 4))
    tests = ("pytest", "-q", "-m", "not browser", "--doctest-modules", "-n", workers, "--dist", "loadgroup")
    chapters = ("pytest", "-q", "--nbval-lax", "--nbval-current-env", "-n", workers, "--dist", "loadfile")
    return [
        *lint_parts(),
        Part("tests", (*tests, "fmbook", "tests"), counts=True),
        Part("chapters", (*chapters, "notebooks"), counts=True),
    ]


def test_parts() -> list[Part]:
    """Everything; the browser tests by two workers, each with a server and a browser of its own."""
    strict = bool(os.environ.get(REQUIRE_BROWSER))
    shared_out = ("-n", str(min(os.cpu_count() or 1, 2)), "--dist", "loadgroup")
    command = ("pytest", "-q", "-m", "browser", *shared_out, "tests")
    return [*check_parts(), Part("browser", command, counts=True, no_skips=strict, second_try=True)]


def run_suite(environment: Environment, parts: Sequence[Part], more: Mapping[str, str]) -> int:
    """Run every part even after a failure; the last line says how many tests passed and failed."""
    SUMMARY.unlink(missing_ok=True)
    variables = {**clean_environment(), **private_jupyter(), **more}
    results = [run_with_patience(environment, part, variables) for part in parts]
    say("\nWhat was run:")
    for result in results:
        say(str(result))
    say(f"  {'together':<10} {seconds(sum(result.seconds for result in results)):>12}")
    return conclude(results)


def conclude(results: Sequence[Result]) -> int:
    """Write the summary line; a suite that ran no test at all has failed."""
    passed, failed = sum(r.passed for r in results), sum(r.failed for r in results)
    if not passed and any(result.part.counts for result in results):
        failed = max(failed, 1)
    line = f"{passed} passed, {failed} failed"
    SUMMARY.parent.mkdir(parents=True, exist_ok=True)
    SUMMARY.write_text(line + "\n", encoding="utf-8")
    say(line)
    return 1 if failed else 0


def run_with_patience(environment: Environment, part: Part, variables: Mapping[str, str]) -> Result:
    """Run a part; the few tests that failed in one that may have a second try get it, alone and without hurry."""
    first = run_part(environment, part, variables)
    if not part.second_try or not 0 < first.failed <= FEW or not first.passed:
        return first
    say(f"\n{part.name}: {first.failed} failed. Once more, those alone:")
    alone = (*part.command, "-n", "0", "--last-failed", "--last-failed-no-failures", "none")
    second = run_part(environment, replace(part, command=alone), variables)
    return together(first, second)


def together(first: Result, second: Result) -> Result:
    """Count what passed at the second try as passed, and as unsteady; anything else stays a failure."""
    spent = first.seconds + second.seconds
    mended = second.passed if second.passed + second.failed == first.failed and not second.skipped else 0
    return replace(
        first, seconds=spent, passed=first.passed + mended, failed=first.failed - mended, unsteady=mended
    )  # fmt: skip


def run_part(environment: Environment, part: Part, variables: Mapping[str, str]) -> Result:
    """Run one command with the environment's own Python."""
    say(f"\n--- {part.name}: {' '.join(part.command)}")
    report = CACHE / "junit" / f"{part.name}.xml"
    report.unlink(missing_ok=True)
    command = [str(environment.python), "-m", *part.command]
    if part.counts:
        command.append(f"--junitxml={report}")
    begun = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=dict(variables), stdin=subprocess.DEVNULL, check=False)
    result = Result(part, time.monotonic() - begun)
    if not part.counts:
        return replace(result, failed=1 if done.returncode else 0)
    return judged(read_report(result, report), done.returncode)


def judged(result: Result, code: int) -> Result:
    """Nothing that went wrong may look like a success: crashes, nothing collected, a skipped browser."""
    if code and not result.failed:
        why = "no test was found" if code == NOTHING_COLLECTED else "see above"
        say(f"{result.part.name}: pytest ended with code {code} ({why}).")
        result = replace(result, failed=1)
    if result.part.no_skips and result.skipped:
        say(f"{result.part.name}: {result.skipped} tests were skipped, and {REQUIRE_BROWSER} forbids that.")
        result = replace(result, failed=result.failed + result.skipped, skipped=0)
    return result


def read_report(result: Result, report: Path) -> Result:
    """Count what pytest wrote down."""
    if not report.exists():
        return result
    # the file was written a moment ago by our own pytest
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314
    every, failed, skipped = named(cases), named(cases, "failure", "error"), named(cases, "skipped")
    return replace(result, passed=len(every - failed - skipped), failed=len(failed), skipped=len(skipped - failed))


def named(cases: Sequence[ElementTree.Element], *kinds: str) -> set[tuple[str | None, str | None]]:
    """Which tests there were, or which of them came out as one of these; one that failed twice over is one."""
    found = (case for case in cases if not kinds or any(case.find(kind) is not None for kind in kinds))
    return {(case.get("classname"), case.get("name")) for case in found}
