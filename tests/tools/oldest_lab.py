"""Open the book in the oldest JupyterLab, Notebook and ipykernel that pyproject.toml allows: ``make nightly`` does.

    python tests/tools/oldest_lab.py

The lowest version of each range in ``[lab]`` is installed into an environment of its own, with what the book needs
besides; then a reader opens chapters 00 and 20 there, plays, reloads and follows a link. The newest are those that all
other tests use.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
RANGED = ("ipykernel", "jupyterlab", "notebook")
WALKED = "make_book_leads or link_leads or other_views or (every_chapter and (00_start_here or 20_vimy))"


def lowest() -> Iterator[str]:
    """Name the oldest version of each package that readers may bring along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for wanted in project["optional-dependencies"]["lab"]:
        name, _, version = re.match(r"([\w-]+)(>=)([\w.]+)", wanted).groups()  # type: ignore[union-attr]
        yield f"{name}=={version}" if name in RANGED else wanted
    yield from ("-e", str(ROOT))


def main() -> int:
    """Install, and walk."""
    with TemporaryDirectory() as folder:
        python = Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python"
        wanted = list(lowest())
        print(f"The oldest that are allowed: {', '.join(wanted)}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted], check=True)
        test = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/browser/test_front_door.py", "-k", WALKED]
        reader = {"FMBOOK_READERS_PYTHON": str(python)}
        return subprocess.run(test, cwd=ROOT, env=os.environ | reader, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
