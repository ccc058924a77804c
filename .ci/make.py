#!/usr/bin/env python3
"""Set fmbook up, open it, test it: ``python3 .ci/make.py`` lists what it can do.

This file must be readable by any Python 3, however old, so that a reader with the wrong one gets a sentence;
the work is done by the modules in ``steps/``, which are written for Python 3.11.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11", "python3", "python")
LOOKED_ALREADY = "FMBOOK_LOOKED_FOR_PYTHON"
ASK_THE_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def version_of(command):  # type: (str) -> tuple[int, ...]
    """Which Python this command starts; () when it does not start."""
    try:
        answer = subprocess.check_output([command, "-c", ASK_THE_VERSION], stderr=subprocess.DEVNULL)
        return tuple(int(part) for part in answer.decode().strip().split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def newer_python():  # type: () -> str
    """The first Python on PATH that is new enough, or an empty string."""
    for name in NEWER_NAMES:
        command = shutil.which(name)
        if command and version_of(command) >= OLDEST:
            return command
    return ""


def too_old(version, command):  # type: (tuple[int, ...], str) -> str
    """Say what is wrong and what to do."""
    have = ".".join(str(part) for part in version[:2])
    need = ".".join(str(part) for part in OLDEST)
    return (
        f"fmbook needs Python {need} or newer; {command} is Python {have}, and PATH has no newer one.\n"
        "Install one (Debian and Ubuntu: apt install python3 python3-venv; macOS: brew install python; "
        "Windows: winget install Python.Python.3.13), then try again."
    )


def main(arguments):  # type: (list[str]) -> int
    """Find a Python that is new enough, then do what was asked."""
    if sys.version_info[:2] < OLDEST:
        command = "" if os.environ.get(LOOKED_ALREADY) else newer_python()
        if not command:
            print(too_old(sys.version_info[:2], sys.executable), file=sys.stderr)
            return 2
        os.environ[LOOKED_ALREADY] = "1"
        return subprocess.call([command, __file__, *arguments])
    from steps import targets

    return targets.run(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
