"""Lay the book out from a stand-in for Pyodide's public host, and play it: `python tests/tools/public_host.py site`.

In public, numpy, Pillow and MarkupSafe are fetched from that host when the site is built. Where only Pyodide's core can
be had, that way is walked here, between a host on this machine and a browser: they are fetched by their names, known by
their hashes, named in the lock, and loaded before the book, which then leaves its own substitute alone; another hash is
refused. It is a smoke test: numpy and Pillow have the right names, and stand-ins in place of their code. So it
says nothing about numpy itself, its speed, or drawing that was not done ahead.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZipFile

import markupsafe
from playwright.sync_api import sync_playwright

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci")]

from steps.places import SITE_VENV, program  # noqa: E402 - found by the line above

from fmbook.cli.chromium import find_chromium  # noqa: E402
from tests.tools.lab_server import FLAGS  # noqa: E402
from tests.tools.play_site import Stranger, desk_of  # noqa: E402
from tests.tools.static_server import Quiet, served  # noqa: E402

OURS: Final = ROOT / "fmbook" / "widgets" / "page" / "without_numpy.py"
NUMPY: Final = (
    OURS.read_text(encoding="utf-8")
    + """
__version__ = "stand-in"
array = asarray = ascontiguousarray = frombuffer = require = numbers
ndarray = Numbers
float32, float64, float16, int32 = "float32", "float64", "float16", "int32"
int64, int8, uint8, bool_ = "int64", "int8", "uint8", "bool_"
"""
)
MARKUP: Final = Path(markupsafe.__file__).parent
STAND_INS: Final = {
    "numpy": {"numpy/__init__.py": NUMPY},
    "pillow": {"PIL/__init__.py": "", "PIL/Image.py": ""},
    "markupsafe": {f"markupsafe/{path.name}": path.read_text(encoding="utf-8") for path in MARKUP.glob("*.py")},
}
TAGS: Final = "cp314-cp314-pyemscripten_2026_0_wasm32"
# run by the Python of the site, whose packages lay the book out; of chapters, only the first is drawn ahead
LAY_OUT: Final = """
import sys
from pathlib import Path
root, host, hashes, target = sys.argv[1:]
sys.path.insert(0, root + "/docs")
import play
play.CORE, play.constants.PYODIDE_CDN_URL, play.HASHES = host + "/core", host + "/full", Path(hashes)
play.drawn_ahead = lambda here: play.drawn_in(play.ROOT / "notebooks" / "00_start_here.ipynb", here)
sys.argv = ["play.py", target]
sys.exit(play.main())
"""
WHENCE: Final = "import sys, numpy, PIL; print(numpy.__version__, numpy.__spec__ is not None)"
ASKED: Final = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const asked = kernel.requestExecute({ code });
    let said = '';
    asked.onIOPub = message => { said += message.content.text ?? message.content.evalue ?? ''; };
    await asked.done;
    return said.trim(); }"""


class Host(Quiet):
    """A host that remembers what it was asked for."""

    asked: Final[list[str]] = []

    def log_message(self, *said: object) -> None:
        """Remember, and say nothing."""
        self.asked.append(self.path)


def furnish(folder: Path, core: Path) -> Path:
    """Lay out what the public host has, and name the hashes that are pinned."""
    full, mine = folder / "full", folder / "core"
    full.mkdir()
    mine.mkdir()
    names = [line.split()[1] for line in (ROOT / "docs" / "pyodide.sha256").read_text(encoding="utf-8").splitlines()]
    for name in names:
        (mine / name).write_bytes((core / name).read_bytes())
    lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {name: stand_in(name, full) for name in STAND_INS}
    (mine / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    hashes = folder / "hashes"
    hashes.write_text("".join(f"{digest(mine / name)} {name}\n" for name in names), encoding="utf-8")
    return hashes


def stand_in(name: str, folder: Path) -> dict[str, Any]:
    """Make a wheel that is called like a package of Pyodide's, and describe it as the lock does."""
    wheel = folder / f"{name}-9.0-{TAGS}.whl"
    about = f"{name}-9.0.dist-info"
    files = STAND_INS[name] | {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.0\n",
        f"{about}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAGS}\n",
        f"{about}/RECORD": "",
    }
    with ZipFile(wheel, "w") as packed:
        for path, text in files.items():
            packed.writestr(path, text)
    return {"name": name, "version": "9.0", "file_name": wheel.name, "sha256": digest(wheel)}


def digest(path: Path) -> str:
    """The hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def laid_out(host: str, hashes: Path, target: Path) -> tuple[dict[str, Any], str]:
    """Lay the book out; return the packages of its lock, and what was said."""
    python = str(program(SITE_VENV, "python"))
    command = [python, "-c", LAY_OUT, str(ROOT), host, str(hashes), str(target)]
    without = {name: value for name, value in os.environ.items() if name != "PYODIDE"}
    done = subprocess.run(command, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lock = json.loads((target / "static" / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    return lock["packages"], done.stdout


def fetched_and_named(host: str, hashes: Path, target: Path) -> None:
    """Each package is fetched, lies beside Pyodide, and is loaded before what needs it."""
    packages, said = laid_out(host, hashes, target)
    assert "Without numpy" not in said
    for name in STAND_INS:
        file = packages[name]["file_name"]
        assert f"/full/{file}" in Host.asked
        assert packages[name]["sha256"] == digest(target / "static" / "pyodide" / file)
    assert {"numpy", "pillow"} <= set(packages["ipycanvas"]["depends"])
    assert "numpy" in packages["fmbook"]["depends"]
    print(f"fetched from the host: {', '.join(sorted(STAND_INS))}", flush=True)


def loaded_and_played(site: Path) -> None:
    """The browser loads numpy as a package, and a move is made."""
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        reader = Stranger(browser.new_context(viewport={"width": 1280, "height": 900}), address)
        reader.open("00_start_here")
        reader.until_done()
        assert reader.page.evaluate(ASKED, WHENCE) == "stand-in True"
        reader.give(desk_of(reader.page, 0), "move B1 0405")
        assert reader.complaints == []
        browser.close()
    print("loaded in the browser before the book, which drew with it; a move was made", flush=True)


def refused(host: str, folder: Path, hashes: Path) -> None:
    """A package that is not the one that was pinned is left out."""
    wheel = next((folder / "full").glob("numpy-*.whl"))
    wheel.write_bytes(wheel.read_bytes() + b"x")
    packages, said = laid_out(host, hashes, folder / "again")
    assert "numpy" not in packages
    assert "Without numpy" in said
    print("one with another hash: left out, and said", flush=True)


def main() -> int:
    """Lay out, play, and lay out again with a package that was changed on its way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="a built site, whose copy of Pyodide's core is served")
    core = parser.parse_args().site / "play" / "static" / "pyodide"
    with TemporaryDirectory() as name:
        folder = Path(name)
        hashes = furnish(folder, core)
        with served(folder, Host) as host:
            fetched_and_named(host, hashes, folder / "site" / "play")
            loaded_and_played(folder / "site")
            refused(host, folder, hashes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
