"""Where things are, on every operating system."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
LOGS = CACHE / "logs"
VENV = ROOT / ".venv"
PINS = ROOT / "binder" / "requirements.txt"
SHARED = ROOT / "fmbook" / "lab" / "labextensions"  # pip copies it to where any Jupyter of the environment looks
PAGES_PINS = ROOT / ".ci" / "pages-pins.txt"
SITE_PINS = ROOT / ".ci" / "site-pins.txt"
SITE_VENV = CACHE / "site-venv"  # what lays out the book to play would disturb the JupyterLab beside it
TEST_PINS = ROOT / ".ci" / "test-pins.txt"
DEV_PINS = ROOT / ".ci" / "dev-pins.txt"
BUILD_PINS = ROOT / ".ci" / "build-pins.txt"


def program(venv: Path, name: str) -> Path:
    """Where a virtual environment keeps a program: the one place that knows Windows is different."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def private_jupyter() -> dict[str, str]:
    """An environment in which nobody's own Jupyter or IPython settings matter."""
    jupyter = CACHE / "jupyter"
    return {
        "IPYTHONDIR": str(CACHE / "ipython"),
        "JUPYTER_CONFIG_DIR": str(jupyter / "config"),
        "JUPYTER_DATA_DIR": str(jupyter / "data"),
        "JUPYTER_RUNTIME_DIR": str(jupyter / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(jupyter / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(jupyter / "workspaces"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTER_PLATFORM_DIRS": "1",
    }


def clean_environment() -> dict[str, str]:
    """The reader's environment without what would send Python, Jupyter or make astray."""
    strangers = {"PYTHONPATH", "PYTHONHOME", "JUPYTER_PATH", "JUPYTER_CONFIG_PATH", "VIRTUAL_ENV"}
    strangers |= {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"}
    strangers.add("PYTHONDONTWRITEBYTECODE")  # compiling the package is two fifths of what a kernel's start costs
    return {name: value for name, value in os.environ.items() if name not in strangers}


def this_python() -> str:
    """The Python that runs now, outside of any virtual environment that happens to be active."""
    return getattr(sys, "_base_executable", None) or sys.executable
