"""A Chromium for the browser tests: found, or installed where that is possible, or explained."""

import os
import shutil
import subprocess
from collections.abc import Mapping

from steps.environment import Environment
from steps.places import clean_environment
from steps.saying import Advice, run_quietly, say, timed

APT_PACKAGES = ("chromium", "fonts-dejavu-core")
HOW_TO = (
    "No Chromium was found, which the browser tests need. Install one:\n"
    "  Debian and Ubuntu   apt install chromium fonts-dejavu-core   (as root, or with sudo in front)\n"
    "  anywhere else       {python} -m playwright install chromium\n"
    "or say where it is: CHROMIUM=/where/it/is make test"
)


def ensure(environment: Environment) -> str:
    """The path of a Chromium, or an empty string after having said how to get one."""
    found = find(environment)
    if not found and (chosen := os.environ.get("CHROMIUM")):
        say(f"CHROMIUM says {chosen}, but nothing can be started there. Correct it or leave it out.")
        return ""
    if not found and can_use_apt():
        install_by_apt()
        found = find(environment)
    if not found:
        say(HOW_TO.format(python=environment.python))
    return found


def find(environment: Environment) -> str:
    """Ask the package, which knows where browsers live (``fmbook/cli/chromium.py``)."""
    command = [str(environment.python), "-m", "fmbook.cli.chromium"]
    asked = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def can_use_apt() -> bool:
    """Root on a Debian may install; everyone else is told how."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_by_apt() -> None:
    """Fetch Debian's Chromium and one good font."""
    environment: Mapping[str, str] = {**clean_environment(), "DEBIAN_FRONTEND": "noninteractive"}
    advice = Advice("Chromium could not be installed: check the network, or install it by hand.")
    with timed("Installing Chromium and a font by apt (about a minute)"):
        run_quietly(["apt-get", "update"], "apt-update", environment, advice)
        install = ["apt-get", "install", "-y", "--no-install-recommends", *APT_PACKAGES]
        run_quietly(install, "apt-install", environment, advice)
