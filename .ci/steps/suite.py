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


@dataclass(frozen=True)
class Part:
    """One command of the suite. A part with `counts` is a pytest run and reports its tests."""

    name: str
    command: tuple[str, ...]
    counts: bool = False
    no_skips: bool = False


@dataclass(frozen=True)
class Result:
    """How a part went."""

    part: Part
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        outcome = "failed" if self.failed else "ok"
        tests = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped" if self.part.counts else outcome
        return f"  {self.part.name:<10} {seconds(self.seconds):>12}   {tests}"


def lint_parts() -> list[Part]:
    """What reads the code without running it."""
    return [
        Part("ruff", ("ruff", "check", ".")),
        Part("format", ("ruff", "format", "--check", ".")),
        Part("types", ("mypy",)),
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
    """Everything; the browser tests by two workers, a file at a time, each with a server and a browser of its own."""
    strict = bool(os.environ.get(REQUIRE_BROWSER))
    shared_out = ("-n", str(min(os.cpu_count() or 1, 2)), "--dist", "loadfile")
    browser = Part("browser", ("pytest", "-q", "-m", "browser", *shared_out, "tests"), counts=True, no_skips=strict)
    return [*check_parts(), browser]


def run_suite(environment: Environment, parts: Sequence[Part], more: Mapping[str, str]) -> int:
    """Run every part even after a failure; the last line says how many tests passed and failed."""
    SUMMARY.unlink(missing_ok=True)
    variables = {**clean_environment(), **private_jupyter(), **more}
    results = [run_part(environment, part, variables) for part in parts]
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
    total = failed = skipped = 0
    # the file was written a moment ago by our own pytest
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):  # noqa: S314
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return replace(result, passed=max(total - failed - skipped, 0), failed=failed, skipped=skipped)
