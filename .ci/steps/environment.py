"""The virtual environment: made when missing, made again when broken, left alone when right."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from steps.places import (
    BUILD_PINS,
    CACHE,
    DEV_PINS,
    PAGES_PINS,
    PINS,
    ROOT,
    SHARED,
    SITE_PINS,
    TEST_PINS,
    VENV,
    clean_environment,
    program,
    this_python,
)
from steps.saying import Advice, SetupError, run_quietly, say, timed

# each extra with those that it contains, so that `make book` after `make test` has nothing to do
CONTAINS = {
    "lab": {"lab"},
    "pages": {"pages", "lab"},
    "site": {"site", "pages", "lab"},
    "test": {"test", "pages", "lab"},
    "bench": {"bench", "test", "pages", "lab"},
    "docs": {"docs", "lab"},
    "dev": {"dev", "docs", "test", "pages", "lab"},
}
WHAT = {
    "lab": "JupyterLab and the widgets (about a minute)",
    "pages": "JupyterLab, the widgets and what writes pages (about a minute)",
    "site": "JupyterLab, the widgets and what builds the site (one to two minutes)",
    "test": "JupyterLab, the widgets and the test tools (one to two minutes)",
    "bench": "the test tools, and what the desk is measured beside (two minutes)",
    "docs": "JupyterLab, the widgets and nbconvert (about a minute)",
    "dev": "everything that a contributor needs (two minutes)",
}
NO_ENSUREPIP = (
    "This Python cannot make a virtual environment: its ensurepip module is missing.\n"
    "On Debian and Ubuntu: apt install python3-venv   (as root, or with sudo in front). Then try again."
)
NO_PATHSEP = (
    f"There is a “{os.pathsep}” in the path {{folder}}, and no virtual environment can be made under such a path: move "
    "or rename the folder, then try again."
)
UNPINNED = "UNPINNED"
NEWEST = f"take the newest versions instead, which nobody has tried ({UNPINNED}=1)"
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
        ],
    ),
    (
        "A file is not the one that was pinned: the package index, or something on the way to it, gives another one. "
        "Try again from another network; do not install it.",
        ["do not match the hashes"],
    ),
    (
        "The package index that this machine uses does not have one of the pinned versions for this Python (see above)."
        f" Check the network connection and PIP_INDEX_URL, take Python 3.11 to 3.14 (PYTHON=…), or {NEWEST}.",
        ["no matching distribution", "from versions:", "requires a different python"],
    ),
    (
        f"This system needs a package that the pins do not name (see above): please report it, or {NEWEST}.",
        ["require-hashes mode"],
    ),
    ("A file could not be written: check who owns the folder .venv, or remove it.", ["permission denied"]),
)

PINNED = {
    "lab": (PINS,),
    "docs": (PINS,),
    "pages": (PINS, PAGES_PINS),
    "site": (PINS, PAGES_PINS, SITE_PINS),
    "test": (PINS, PAGES_PINS, TEST_PINS),
    "bench": (PINS, PAGES_PINS, TEST_PINS),
    "dev": (PINS, PAGES_PINS, TEST_PINS, DEV_PINS),
}


class Environment:
    """One virtual environment and what is known to be installed in it."""

    def __init__(self, folder: Path = VENV) -> None:
        self.folder = folder
        self.python = program(folder, "python")
        self.stamp = folder / "fmbook-installed.json"
        self.marker = folder / "fmbook-installing"

    def ensure(self, extra: str) -> None:
        """Have this extra installed, at the pinned versions, as pyproject.toml stands now."""
        if os.pathsep in str(self.folder):
            raise SetupError(NO_PATHSEP.format(folder=self.folder.parent))
        with self._alone():
            if why := self.why_broken():
                say(f"{why}: making it anew.")
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

    def why_broken(self) -> str:
        """Why it cannot be used as it is: half made, moved here from elsewhere, or its Python is gone."""
        name, made = self.folder.name, self.read_stamp().get("folder", str(self.folder))
        if not self.folder.exists():
            return ""
        if self.marker.exists():
            return f"An earlier set-up of {name} was interrupted"
        if made != str(self.folder):
            return f"{name} was made in another folder, {made}, and works only there"
        return "" if starts(self.python, "import pip") else f"{name} no longer works, its Python or its pip has gone"

    def read_stamp(self) -> dict[str, Any]:
        """What was installed; nothing when there is no stamp or it cannot be read."""
        try:
            stamp: dict[str, Any] = json.loads(self.stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return stamp

    def wanted_state(self) -> str:
        """A fingerprint of everything that decides what pip installs, and of what it copies out of this checkout."""
        files = (
            BUILD_PINS,
            PINS,
            PAGES_PINS,
            SITE_PINS,
            TEST_PINS,
            DEV_PINS,
            *sorted(filter(Path.is_file, SHARED.rglob("*"))),
        )
        return fingerprint(ROOT / "pyproject.toml", files)

    @property
    def lock(self) -> Path:
        """The file that a set-up holds while it runs: the system lets go of it, however the set-up ends."""
        return CACHE / f"set-up-{hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]}.lock"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse while another set-up of this folder runs; one that was killed is in nobody's way."""
        self.lock.parent.mkdir(parents=True, exist_ok=True)
        with self.lock.open("a+") as handle:
            if not locked(handle):
                handle.seek(0)
                owner = handle.read().strip() or "of another user"
                raise SetupError(f"Another set-up of {self.folder} is running (process {owner}): wait for it.")
            handle.truncate(0)
            handle.write(str(os.getpid()))
            handle.flush()
            yield

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
        """Install the pinned versions, each file known by its hash, then this checkout in place; else nothing."""
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
        if os.environ.get(UNPINNED):
            say(f"  {UNPINNED} is set: taking the newest versions that pyproject.toml allows, whatever they are …")
            run_quietly([*pip, "-e", f"{ROOT}[{','.join(extras)}]"], "install", clean_environment(), PIP_ADVICE)
            return
        pins = dict.fromkeys((BUILD_PINS, *(path for extra in extras for path in PINNED[extra])))
        hashed = [part for path in pins for part in ("-r", str(path))]
        run_quietly([*pip, "--require-hashes", *hashed], "install", clean_environment(), PIP_ADVICE)
        checkout = ["--no-deps", "--no-build-isolation", "-e", str(ROOT)]
        run_quietly([*pip, *checkout], "install-checkout", clean_environment(), PIP_ADVICE)


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


def locked(handle: TextIO) -> bool:
    """Take a lock on a file, unless another process holds it; where nobody can ask, as on Windows, it is free."""
    if sys.platform == "win32":
        return True
    import fcntl

    with suppress(OSError):  # a file system without locks
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
