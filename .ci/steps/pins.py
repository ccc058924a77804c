"""Write exact versions down: ``binder/requirements.txt`` for readers, ``.ci/test-pins.txt`` for tests.

Run it with the oldest Python that readers have (``make pins PYTHON=/usr/bin/python3`` on Debian 12):
what is new enough for that one suits all later ones, but not the other way round.
"""

import subprocess
import tempfile
from pathlib import Path

from steps.environment import PIP_ADVICE
from steps.places import PINS, ROOT, TEST_PINS, clean_environment, program, this_python
from steps.saying import run_quietly, timed

HEADER = "# {what}; made by `make pins` in a clean environment, not by hand\n"
NOT_PINNED = {"fmbook", "pip", "setuptools", "wheel"}


def refresh() -> int:
    """Install the newest versions that pyproject.toml allows into a clean environment and note them."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "venv"
        run_quietly([this_python(), "-m", "venv", str(venv)], "pins", clean_environment())
        lab = newest(venv, "lab")
        tools = {name: line for name, line in newest(venv, "bench").items() if name not in lab}
    write(PINS, "what a reader needs, server parts included", lab)
    write(TEST_PINS, "what tests and benchmarks need besides binder/requirements.txt", tools)
    return 0


def newest(venv: Path, extra: str) -> dict[str, str]:
    """The names and pins of everything that this extra brings."""
    python = str(program(venv, "python"))
    with timed(f"Installing the newest versions of [{extra}] (about a minute)"):
        install = [python, "-m", "pip", "install", "--disable-pip-version-check", "-e", f"{ROOT}[{extra}]"]
        run_quietly(install, "pins", clean_environment(), PIP_ADVICE)
    command = [python, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check"]
    listed = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=True).stdout
    pins = {line.partition("==")[0].casefold(): line for line in listed.splitlines()}
    return {name: line for name, line in pins.items() if name not in NOT_PINNED}


def write(path: Path, what: str, pins: dict[str, str]) -> None:
    """One pin a line, in alphabetical order."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(pins[name] for name in sorted(pins))
    path.write_text(HEADER.format(what=what) + lines + "\n", encoding="utf-8")
