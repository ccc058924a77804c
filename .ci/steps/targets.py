"""The targets: what can be asked of ``make`` or of ``python3 .ci/make.py``."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from steps import chromium, drawings, links, pins, site, suite
from steps.environment import CONTAINS, Environment
from steps.places import CACHE, ROOT, SITE_VENV, VENV, clean_environment, private_jupyter
from steps.saying import SetupError, complain, say

LEFTOVERS = ("build", "dist", "site", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", "htmlcov")

NIGHTLY = (("hostile.py", "--cases", "100000"), ("crash.py", "--kills", "300"), ("faults.py",), ("oldest_lab.py",))


def book() -> int:
    """Set up, then open the book in JupyterLab (PORT=8899, BROWSER=none)."""
    environment = Environment()
    try:
        environment.ensure("lab")
    except SetupError as trouble:
        if not environment.covered("lab"):
            raise
        complain(trouble)
        say("The packages could not be renewed; opening the book with those that are installed.")
    drawings.ensure(environment)
    command = [str(environment.python), "-m", "fmbook", "open"]
    if os.name != "nt":
        os.chdir(ROOT)
        sys.stdout.flush()
        os.execve(command[0], command, clean_environment())  # noqa: S606 - so that Ctrl-C and kill reach it
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode


def test() -> int:
    """Set up, find or install a Chromium, then run everything."""
    environment = Environment()
    environment.ensure("test")
    drawings.ensure(environment)
    found = chromium.ensure(environment)
    return suite.run_suite(environment, suite.test_parts(), {"CHROMIUM": found} if found else {})


def check() -> int:
    """Run the same without a browser."""
    environment = Environment()
    environment.ensure("test")
    drawings.ensure(environment)
    return suite.run_suite(environment, suite.check_parts(), {})


def lint() -> int:
    """Only read the code: style, format and types."""
    environment = Environment()
    environment.ensure("test")
    return suite.run_suite(environment, suite.lint_parts(), {})


def bench() -> int:
    """Run the benchmarks in tests/bench and print their numbers."""
    environment = Environment()
    environment.ensure("bench")
    drawings.ensure(environment)
    scripts = sorted((ROOT / "tests" / "bench").glob("bench_*.py"))
    say(f"Benchmarks: {', '.join(script.stem for script in scripts)}")
    variables = {**clean_environment(), **private_jupyter()}
    runs = [[environment.python, script] for script in scripts]
    codes = [subprocess.run(run, cwd=ROOT, env=variables, check=False).returncode for run in runs]
    return 1 if any(codes) else 0


def nightly() -> int:
    """Try 100,000 forged saves, kill 300 players, let files fail, open the oldest JupyterLab: about an hour."""
    environment = Environment()
    environment.ensure("test")
    found = chromium.ensure(environment)
    variables = {**clean_environment(), **({"CHROMIUM": found} if found else {})}
    return _run_tools(environment, NIGHTLY, variables)


def _run_tools(environment: Environment, scripts: Iterable[Sequence[str]], variables: Mapping[str, str]) -> int:
    """Run some of the tools of the tests, one after the other, whatever came of the one before."""
    codes = []
    for script, *given in scripts:
        command = [str(environment.python), str(ROOT / "tests" / "tools" / script), *given]
        codes.append(subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode)
    return 1 if any(codes) else 0


def record() -> int:
    """Record the playthroughs of the tests anew and show what has changed."""
    environment = Environment()
    environment.ensure("test")
    command = [environment.python, ROOT / "tests" / "tools" / "record.py"]
    return subprocess.run(command, cwd=ROOT, env=clean_environment(), check=False).returncode


def bench_desk() -> int:
    """Measure the desk in a browser, beside an SVG and a matplotlib board of the same hexes."""
    environment = Environment()
    environment.ensure("bench")
    drawings.ensure(environment)
    found = chromium.ensure(environment)
    variables = {**clean_environment(), **private_jupyter(), **({"CHROMIUM": found} if found else {})}
    script = ROOT / "tests" / "bench" / "bench_desk.py"
    return subprocess.run([environment.python, script], cwd=ROOT, env=variables, check=False).returncode


def setup() -> int:
    """Only set up (EXTRA=lab, pages, test, bench, docs or dev)."""
    extra = os.environ.get("EXTRA", "lab")
    if extra not in CONTAINS:
        raise SetupError(f"There is no extra “{extra}”; there are {', '.join(CONTAINS)}.")
    environment = Environment()
    environment.ensure(extra)
    drawings.ensure(environment)
    say(f"Ready: {VENV.name} has what [{extra}] needs.")
    return 0


def build_site() -> int:
    """Build the public site in the folder site: every chapter as a page, to read and to play in the browser."""
    environment = Environment(SITE_VENV)
    environment.ensure("site")
    return site.build(environment)


def site_test() -> int:
    """Play the built site: read, attack, reload, go on (CHAPTERS=all: every chapter, numpy from a stand-in host)."""
    environment = Environment()
    environment.ensure("test")
    found = chromium.ensure(environment)
    scripts = [["play_site.py", str(site.SITE)]]
    if os.environ.get("CHAPTERS") == "all":
        scripts = [[*scripts[0], "--all"], ["public_host.py", str(site.SITE)]]
    variables = {**clean_environment(), **({"CHROMIUM": found} if found else {})}
    return _run_tools(environment, scripts, variables)


def renew_pins() -> int:
    """Write the newest versions that work into binder/requirements.txt, and the badge that leads to them."""
    return pins.refresh() or links.refresh()


def renew_links() -> int:
    """Write badge and launch links from the address in pyproject.toml."""
    return links.refresh()


def environment_tag() -> int:
    """Print the tag of which Binder builds its image; CI sets it where it is missing."""
    say(links.environment())
    return 0


def clean() -> int:
    """Remove the environment, the caches and what was built; keep your games."""
    for folder in (VENV, CACHE, *(ROOT / name for name in LEFTOVERS)):
        shutil.rmtree(folder, ignore_errors=True)
    drawings.remove()
    for part in ("fmbook", "tests", ".ci"):
        for folder in (ROOT / part).rglob("__pycache__"):
            shutil.rmtree(folder, ignore_errors=True)
    return 0


TARGETS: dict[str, Callable[[], int]] = {
    "book": book,
    "test": test,
    "check": check,
    "lint": lint,
    "bench": bench,
    "bench-desk": bench_desk,
    "nightly": nightly,
    "record": record,
    "setup": setup,
    "site": build_site,
    "site-test": site_test,
    "pins": renew_pins,
    "links": renew_links,
    "environment": environment_tag,
    "clean": clean,
}


def run(arguments: list[str]) -> int:
    """Do one target; NAME=VALUE arguments count as environment variables, as with make."""
    for setting in (argument for argument in arguments if "=" in argument):
        name, _, value = setting.partition("=")
        os.environ[name] = value
    names = [argument for argument in arguments if "=" not in argument]
    if len(names) != 1 or names[0] not in TARGETS:
        return usage(names)
    try:
        return TARGETS[names[0]]()
    except SetupError as trouble:
        complain(trouble)
        return 2
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130


def usage(names: list[str]) -> int:
    """List the targets, one line each."""
    for name, target in TARGETS.items():
        say(f"  {name:<11} {target.__doc__}")
    if not names or names == ["help"]:
        return 0
    complain(SetupError(f"There is no target “{' '.join(names)}”; the lines above are all there are."))
    return 2
