"""The virtual environment: made when missing, made again when broken, left alone when right."""

import hashlib
import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from steps.places import PINS, ROOT, SHARED, TEST_PINS, VENV, clean_environment, program, this_python
from steps.saying import Advice, SetupError, run_quietly, say, timed

# each extra with those that it contains, so that `make book` after `make test` has nothing to do
CONTAINS = {
    "lab": {"lab"},
    "test": {"test", "lab"},
    "bench": {"bench", "test", "lab"},
    "docs": {"docs", "lab"},
    "dev": {"dev", "docs", "test", "lab"},
}
WHAT = {
    "lab": "JupyterLab and the widgets (about a minute)",
    "test": "JupyterLab, the widgets and the test tools (one to two minutes)",
    "bench": "the test tools, and what the desk is measured beside (two minutes)",
    "docs": "JupyterLab, the widgets and nbconvert (about a minute)",
    "dev": "everything that a contributor needs (two minutes)",
}
NO_ENSUREPIP = (
    "This Python cannot make a virtual environment: its ensurepip module is missing.\n"
    "On Debian and Ubuntu: apt install python3-venv   (as root, or with sudo in front). Then try again."
)
PIP_ADVICE = Advice(
    "If the lines above do not help, remove the folder .venv and try again.",
    (
        "The disk is full: make room (about 1 GB is needed) and try again.",
        ["no space left on device", "disk quota"],
    ),
    (
        "A secure connection could not be made. Behind a school's proxy, set PIP_CERT to its certificate "
        "and HTTPS_PROXY to its address, then try again.",
        ["certificate_verify_failed", "sslerror"],
    ),
    (
        "The packages could not be fetched. Check the network connection (behind a proxy set HTTPS_PROXY), "
        "then try again.",
        [
            "newconnectionerror",
            "name resolution",
            "refused",
            "timed out",
            "unreachable",
            "from versions: none",
        ],
    ),
    ("A file could not be written: check who owns the folder .venv, or remove it.", ["permission denied"]),
)

PINS_DO_NOT_FIT = ("ResolutionImpossible", "requires a different Python", "Requires-Python")


class Environment:
    """One virtual environment and what is known to be installed in it."""

    def __init__(self, folder: Path = VENV) -> None:
        self.folder = folder
        self.python = program(folder, "python")
        self.stamp = folder / "fmbook-installed.json"
        self.marker = folder / "fmbook-installing"

    def ensure(self, extra: str) -> None:
        """Have this extra installed, at the pinned versions, as pyproject.toml stands now."""
        self._refuse_if_busy()
        if self.is_broken():
            say(f"{self.folder.name} is unfinished or no longer works: making it anew.")
            shutil.rmtree(self.folder)
        if not self.folder.exists():
            self._create()
        if not self.has(extra):
            self._install(extra)

    def has(self, extra: str) -> bool:
        """Whether the last complete installation covers this extra and is not out of date."""
        stamp = self.read_stamp()
        return stamp.get("state") == self.wanted_state() and any(
            extra in CONTAINS[installed] for installed in stamp.get("extras", [])
        )

    def covered(self, extra: str) -> bool:
        """Whether this extra was once installed here, perhaps at older versions."""
        return any(extra in CONTAINS[installed] for installed in self.read_stamp().get("extras", []))

    def is_broken(self) -> bool:
        """Half made, moved here from elsewhere, or its Python is gone."""
        if not self.folder.exists():
            return False
        moved = self.read_stamp().get("folder", str(self.folder)) != str(self.folder)
        return moved or self.marker.exists() or not starts(self.python, "import pip")

    def read_stamp(self) -> dict[str, Any]:
        """What was installed; nothing when there is no stamp or it cannot be read."""
        try:
            stamp: dict[str, Any] = json.loads(self.stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp

    def wanted_state(self) -> str:
        """A fingerprint of everything that decides what pip installs, and of what it copies out of this checkout."""
        return fingerprint(ROOT / "pyproject.toml", [PINS, TEST_PINS, *sorted(filter(Path.is_file, SHARED.rglob("*")))])

    def _refuse_if_busy(self) -> None:
        owner = self.marker.read_text().strip() if self.marker.exists() else ""
        if owner.isdigit() and int(owner) != os.getpid() and is_running(int(owner)):
            raise SetupError(f"Another set-up of {self.folder} is running (process {owner}): wait for it.")

    def _create(self) -> None:
        base = Path(this_python())
        if not starts(base, "import venv, ensurepip"):
            raise SetupError(NO_ENSUREPIP)
        self.folder.mkdir(parents=True)
        self.marker.write_text(str(os.getpid()))
        with timed(f"Making the virtual environment {self.folder.name} (some seconds)"):
            command = [str(base), "-m", "venv", str(self.folder)]
            run_quietly(command, "venv", clean_environment(), Advice(NO_ENSUREPIP))

    def _install(self, extra: str) -> None:
        wanted = sorted({extra, *self.read_stamp().get("extras", [])})
        self.marker.write_text(str(os.getpid()))
        with timed(f"Installing {WHAT[extra]}"):
            try:
                self._pip(wanted)
            except SetupError:
                # pip itself puts back what it replaced; only an interruption leaves the marker behind
                self.marker.unlink()
                raise
        stamp = {"folder": str(self.folder), "extras": wanted, "state": self.wanted_state()}
        self.stamp.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        self.marker.unlink()

    def _pip(self, extras: Iterable[str]) -> None:
        """Install this checkout in place, at the pinned versions or else at the newest that fit."""
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        target = ["-e", f"{ROOT}[{','.join(extras)}]"]
        try:
            run_quietly([*pip, *constraints(), *target], "install", clean_environment(), PIP_ADVICE)
        except SetupError as error:
            if not any(sign in str(error) for sign in PINS_DO_NOT_FIT):
                raise
            say("  The pinned versions do not fit this Python; taking the newest that pyproject.toml allows …")
            run_quietly([*pip, *target], "install", clean_environment(), PIP_ADVICE)


def constraints() -> list[str]:
    """Hold pip to the pins."""
    return [part for pins in (PINS, TEST_PINS) if pins.exists() for part in ("-c", str(pins))]


def fingerprint(pyproject: Path, pins: Iterable[Path]) -> str:
    """Only what pip reads counts: a changed lint rule is no reason to install anything."""
    tables = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    relevant = {name: tables.get(name) for name in ("build-system", "project")}
    digest = hashlib.sha256(json.dumps(relevant, sort_keys=True).encode())
    for path in pins:
        digest.update(path.read_bytes() if path.exists() else b"none")
    return digest.hexdigest()


def starts(python: Path, statement: str) -> bool:
    """Whether this Python starts and this statement runs in it."""
    try:
        command = [str(python), "-c", statement]
        done = subprocess.run(command, env=clean_environment(), capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def is_running(process: int) -> bool:
    """Whether a process of this number exists (on Windows nobody can ask, so no)."""
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
