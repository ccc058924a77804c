"""Other Pythons that can run the engine; one is always at hand: this one without its asserts and docstrings."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import which

__all__ = ["other_pythons"]

VERSIONS = ("3.11", "3.12", "3.13", "3.14", "3.15")


@cache
def other_pythons() -> tuple[tuple[str, ...], ...]:
    """Return how each is called; FMBOOK_PYTHONS names some, and others with msgspec are on the path or in pyenv."""
    found = list(filter(None, os.environ.get("FMBOOK_PYTHONS", "").split(os.pathsep)))
    for version in VERSIONS:
        if version != f"{sys.version_info[0]}.{sys.version_info[1]}":
            places = [which(f"python{version}"), *sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python"))]
            found += [str(path) for path in places if path and _is_ready(str(path))][:1]
    return ((sys.executable, "-OO"), *((path,) for path in found))


def _is_ready(path: str) -> bool:
    return not subprocess.run([path, "-c", "import msgspec"], capture_output=True, check=False).returncode
