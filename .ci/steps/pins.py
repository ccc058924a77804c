"""Write exact versions and hashes down: ``binder/requirements.txt`` for readers, the files in ``.ci`` for others.

Run it with the oldest Python that readers have (``make pins PYTHON=/usr/bin/python3`` on Debian 12):
what is new enough for that one suits all later ones, but not the other way round.
"""

import json
import subprocess
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

from steps.environment import PIP_ADVICE
from steps.places import (
    BUILD_PINS,
    DEV_PINS,
    PAGES_PINS,
    PINS,
    ROOT,
    SITE_PINS,
    TEST_PINS,
    clean_environment,
    program,
    this_python,
)
from steps.saying import run_quietly, timed

HEADER = "# {what}; made by `make pins` in a clean environment, not by hand\n"
NOT_PINNED = {"fmbook", "pip", "setuptools", "wheel"}
ASK = Path(__file__).with_name("index.py")


class Pin(NamedTuple):
    """A package, its version, where it is needed, and the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        marker = f" ; {self.marker}" if self.marker else ""
        return " \\\n".join(
            [f"{self.name}=={self.version}{marker}", *(f"    --hash=sha256:{each}" for each in self.hashes)]
        )


def refresh() -> int:
    """Install the newest versions that pyproject.toml allows into clean environments, and note them."""
    with tempfile.TemporaryDirectory() as folder:
        builder = pinned(Path(folder) / "builder", *build_requirements())
        venv, known = Path(folder) / "venv", dict[str, Pin]()
        write(BUILD_PINS, "what builds and installs a checkout", builder)
        for path, what, extra in (
            (PINS, "what a reader needs, server parts included", "lab"),
            (PAGES_PINS, "what the pages of the site are written with besides", "pages"),
            (TEST_PINS, "what tests and benchmarks need besides", "bench"),
            (DEV_PINS, "what maintainers need besides", "dev"),
            (SITE_PINS, "what the book to play in a browser is laid out with besides", "site"),
        ):
            found = pinned(venv, "-e", f"{ROOT}[{extra}]")
            write(path, what, {name: pin for name, pin in found.items() if name not in known})
            known |= found
    return 0


def build_requirements() -> list[str]:
    """What a checkout is built with: an editable one needs one package more."""
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    return [*system["requires"], "editables"]


def pinned(venv: Path, *what: str) -> dict[str, Pin]:
    """Install something into an environment, and pin all that is in it then."""
    python = str(program(venv, "python"))
    if not venv.exists():
        run_quietly([this_python(), "-m", "venv", str(venv)], "pins", clean_environment())
    with timed(f"Installing the newest versions of {what[-1].removeprefix(str(ROOT))} (about a minute)"):
        install = [python, "-m", "pip", "install", "--disable-pip-version-check", *what]
        run_quietly(install, "pins", clean_environment(), PIP_ADVICE)
    listed = answer(python, "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check").splitlines()
    versions = [line for line in listed if line.partition("==")[0].casefold() not in NOT_PINNED]
    with timed(f"Asking for the hashes of {len(versions)} packages"):
        pins = [Pin(*each) for each in json.loads(answer(python, str(ASK), *versions))]
    return {pin.name.casefold(): pin for pin in pins}


def answer(*command: str) -> str:
    """Run a command and return what it prints."""
    return subprocess.run(command, env=clean_environment(), stdout=subprocess.PIPE, text=True, check=True).stdout


def write(path: Path, what: str, pins: dict[str, Pin]) -> None:
    """In alphabetical order."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(str(pins[name]) for name in sorted(pins))
    path.write_text(HEADER.format(what=what) + lines + "\n", encoding="utf-8")
