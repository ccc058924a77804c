"""Lay out the book to play inside a browser, without a server: ``python docs/play.py FOLDER``.

JupyterLite is the page, Pyodide the Python in it. All that they load lies in the folder: the chapters, the package with
its boards drawn ahead, and what it needs, each file named with its hash in Pyodide's own lock file.

Pyodide comes from the folder that the variable PYODIDE names (its package for Node, or its full archive), or from its
usual address. Where numpy and Pillow cannot be had, the package does without (``fmbook.widgets.page.without_numpy``).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import Distribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat
from jupyterlite_pyodide_kernel import constants
from nbclient import NotebookClient
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
CORE: Final = f"https://cdn.jsdelivr.net/npm/pyodide@{constants.PYODIDE_VERSION}"
HASHES: Final = ROOT / "docs" / "pyodide.sha256"
PYTHON: Final = {"sys_platform": "emscripten", "platform_system": "Emscripten", "python_version": "3.14",
                 "python_full_version": "3.14.2", "extra": ""}  # fmt: skip
ROOTS: Final = (
    "anywidget",
    "ipycanvas",
    "ipyleaflet",
    "ipywidgets",
    "msgspec",
    "numpy",
    "comm",
    "ipython",
    "jedi",
    "pytest",
)
ON_THE_PAGE: Final = {"jupyterlab-widgets", "widgetsnbextension", "jupyter-leaflet"}  # scripts, which the page has
THEIRS: Final = ("numpy", "pillow", "markupsafe")  # compiled, and built by Pyodide itself
MICROPIP: Final = "micropip==0.11.1 --hash=sha256:768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"
KERNEL: Final = ("piplite", "ipykernel", "pyodide-kernel")
AT_ONCE: Final = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "fmbook")
BEGIN: Final = f"import sys; sys.path[:0] = {[str(ROOT), str(ROOT / 'docs')]}; import drawings; drawings.begin()"
DRAWN: Final = "fmbook/_prepared.zip"
ICON: Final = '<link rel="icon" href="favicon.ico">'
NOT_OURS: Final = re.compile(
    r"^\.\.|\.(pyc|so|pyd)$|/(labextension|nbextension|tests?)/|^jedi/third_party/"
)  # of jedi 5,500 stubs


def main() -> int:
    """Lay everything out; tell in a sentence what is missing."""
    target = Path(sys.argv[1]).resolve()
    with TemporaryDirectory() as folder:
        here = Path(folder)
        try:
            pyodide = laid_out(here / "static" / "pyodide")
        except OSError as problem:
            print(f"Pyodide cannot be had ({problem}): no book to play. A folder of it can be named: PYODIDE=…")
            return 1
        lock(pyodide, here)
        return build(here, chapters_in(here / "contents"), target)


def build(here: Path, contents: Path, target: Path) -> int:
    """Let JupyterLite put its pages around what was laid out."""
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": AT_ONCE}}
    about = {
        "appName": "fmbook",
        "exposeAppInBrowser": True,  # the tests look at it
        "litePluginSettings": {constants.PYODIDE_KERNEL_PLUGIN_ID: kernel},
    }
    settings = {"jupyter-lite-schema-version": 0, "jupyter-config-data": about}
    as_the_reader_has_it = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}  # light or dark
    (here / "overrides.json").write_text(json.dumps(as_the_reader_has_it), encoding="utf-8")
    (here / "jupyter-lite.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--lite-dir", str(here)]
    command += ["--contents", str(contents), "--output-dir", str(target)]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:])
    name_icons(target)
    return done.returncode


def name_icons(site: Path) -> None:
    """Name the icon of each page: else a browser looks for one at the root of the host, where a part of it has none."""
    for page in site.glob("*/index.html"):
        if (page.parent / "favicon.ico").is_file():
            text = page.read_text(encoding="utf-8")
            page.write_text(text.replace("<head>", "<head>" + ICON, 1), encoding="utf-8")


def chapters_in(folder: Path) -> Path:
    """Copy the chapters, and do what a server would: trust the book's own, and put the lines of a text together."""
    folder.mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        for cell in (each for each in notebook.cells if each.cell_type == "code"):
            cell.metadata.trusted, cell.execution_count = True, None
        (folder / path.name).write_text(json.dumps(notebook), encoding="utf-8")
    shutil.copytree(ROOT / "notebooks" / "pictures", folder / "pictures")
    games = folder / "fmbook-games"  # one that only the browser has is asked of the server, too
    games.mkdir()
    (games / "about.md").write_text("Your games are kept here, in this browser.\n", encoding="utf-8")
    return folder


# --- Pyodide and the packages ------------------------------------------------------------------------


def laid_out(folder: Path) -> Path:
    """Put Pyodide's own files into a folder, each known by its hash."""
    folder.mkdir(parents=True)
    for line in HASHES.read_text(encoding="utf-8").splitlines():
        wanted, name = line.split()
        (folder / name).write_bytes(fetched(f"{CORE}/{name}", wanted))
    return folder


def fetched(address: str, wanted: str) -> bytes:
    """Read a file from the folder that is named, or from its address, and refuse another one than was wanted."""
    folder = os.environ.get("PYODIDE")
    if folder:
        found = (Path(folder) / address.rpartition("/")[2]).read_bytes()
    else:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - an address of our own
            found = answer.read()
    if hashlib.sha256(found).hexdigest() != wanted:
        raise OSError(f"{address} is not the file that was pinned")
    return bytes(found)


def lock(pyodide: Path, here: Path) -> None:
    """Lay the packages beside Pyodide, and name each with its hash and what it needs in the lock file."""
    file = pyodide / constants.PYODIDE_LOCK
    known = json.loads(file.read_text(encoding="utf-8"))
    theirs = {name: wheel for name in THEIRS if (wheel := of_pyodide(known["packages"][name], pyodide))}
    needs = {
        name: wanted for name, wanted in closure(ROOTS).items() if name not in {"numpy", "pillow"} or name in theirs
    }
    wheels = {name: theirs.get(name) or brought(name, pyodide) for name in needs}
    wheels |= {name: Path(shutil.copy(kernel_wheel(name), pyodide)) for name in KERNEL}
    wheels |= {"micropip": downloaded(MICROPIP, pyodide)}
    wheels["fmbook"] = own_wheel(here, pyodide)
    needs |= {"fmbook": [name for name in ROOTS if name in needs], "pyodide-kernel": ["ipython", "comm"]}
    entries = {name: entry(name, Path(wheel), needs.get(name, []), needs) for name, wheel in wheels.items()}
    known["packages"] = entries
    file.write_text(json.dumps(known), encoding="utf-8")
    if len(theirs) < len(THEIRS):
        print("Without numpy and Pillow: maps are shown as they were drawn ahead.")


def of_pyodide(about: dict[str, Any], folder: Path) -> Path | None:
    """Return a package that Pyodide's own distribution has; None where only its core is at hand."""
    path = folder / str(about["file_name"])
    try:
        path.write_bytes(fetched(f"{constants.PYODIDE_CDN_URL}/{path.name}", about["sha256"]))
    except OSError:
        return None
    return path


def closure(roots: Iterable[str]) -> dict[str, list[str]]:
    """Name what is needed in a browser, and what each of that needs in turn."""
    found, waiting = dict[str, list[str]](), [*roots]
    while waiting:
        name = waiting.pop()
        if name in found or name in ON_THE_PAGE:
            continue
        wanted = [Requirement(each) for each in distribution(name).requires or ()]
        here = [each for each in wanted if each.marker is None or each.marker.evaluate(PYTHON)]
        found[name] = [canonicalize_name(each.name) for each in here if canonicalize_name(each.name) not in ON_THE_PAGE]
        waiting += found[name]
    return found


def brought(name: str, folder: Path) -> Path:
    """Make a wheel of an installed package; what is compiled, from the package index."""
    if name != "msgspec":
        return packed(distribution(name), folder)
    pins = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    pin = re.search(rf"^{name}==.*?(?=^\w)", pins, re.MULTILINE | re.DOTALL)
    return downloaded(pin.group() if pin else name, folder)


def packed(installed: Distribution, folder: Path) -> Path:
    """Pack the Python files of an installed package: pinned, and with its hash, it came into this environment."""
    name = re.sub(r"[-.]+", "_", installed.metadata["Name"])
    path = folder / f"{name}-{installed.version}-py3-none-any.whl"
    with ZipFile(path, "w", ZIP_DEFLATED) as wheel:
        for file in installed.files or ():
            if not NOT_OURS.search(file.as_posix()) and Path(str(file.locate())).is_file():
                wheel.write(str(file.locate()), file.as_posix())
    return path


def downloaded(pin: str, folder: Path) -> Path:
    """Fetch a wheel for this Python from the package index, at the version and with a hash that are pinned."""
    wanted = folder.parent / "wanted.txt"
    wanted.write_text(pin, encoding="utf-8")
    target = ["--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314"]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes"]
    subprocess.run([*pip, *target, "-r", str(wanted), "-d", str(folder)], check=True)
    return next(folder.glob(f"{pin.partition('=')[0]}-*.whl"))


def kernel_wheel(name: str) -> Path:
    """Return one of the wheels that the kernel itself brings."""
    extension = Path(sys.prefix, "share", "jupyter", "labextensions", str(constants.PYODIDE_KERNEL_NPM_NAME))
    return next(extension.rglob(f"{name.replace('-', '_')}-*.whl"))


def entry(name: str, wheel: Path, needs: Iterable[str], known: Iterable[str]) -> dict[str, Any]:
    """Describe a wheel as Pyodide's lock does."""
    return {
        "name": name, "version": wheel.name.split("-")[1], "file_name": wheel.name, "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(), "package_type": "package", "unvendored_tests": False,
        "imports": sorted(modules(wheel)), "depends": [each for each in needs if each in known],
    }  # fmt: skip


def modules(wheel: Path) -> set[str]:
    """Name what can be imported from a wheel."""
    with ZipFile(wheel) as packed_:
        tops = {name.partition("/")[0] for name in packed_.namelist() if name.endswith(".py")}
    return {top.removesuffix(".py") for top in tops if "-" not in top}


# --- the package itself --------------------------------------------------------------------------------


def own_wheel(here: Path, folder: Path) -> Path:
    """Build the package, and put into it the boards of all chapters, drawn ahead."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    built = next(folder.glob("fmbook-*.whl"))
    drawn = drawn_ahead(here)
    with ZipFile(built) as first:  # it has the boards of a set-up, where there was one: here are more
        parts = {each: first.read(each) for each in first.namelist() if each != DRAWN}
    with ZipFile(built, "w", ZIP_DEFLATED) as own:
        for name, part in parts.items():
            lines = part.splitlines(keepends=True) if name.endswith("/RECORD") else [part]
            own.writestr(name, b"".join(line for line in lines if not line.startswith(f"{DRAWN},".encode())))
        own.write(drawn, DRAWN)
    return built


def drawn_ahead(here: Path) -> Path:
    """Run every chapter, and gather what was drawn."""
    chapters = sorted((ROOT / "notebooks").glob("*.ipynb"))
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        parts = list(workers.map(lambda path: drawn_in(path, here), chapters))
    every = dict(drawing for part in parts for drawing in _members(part))
    whole = here / "prepared.zip"
    with ZipFile(whole, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, drawing in sorted(every.items()):
            archive.writestr(name, drawing)
    return whole


def drawn_in(chapter: Path, here: Path) -> Path:
    """Run a copy of a chapter in a kernel that keeps what is drawn."""
    notebook, kept = nbformat.read(chapter, as_version=4), here / f"{chapter.stem}.zip"  # type: ignore[no-untyped-call]
    keep = f"import drawings; drawings.keep({str(kept)!r})"
    for at, cell in ((0, BEGIN), (len(notebook.cells) + 1, keep)):
        notebook.cells.insert(at, nbformat.v4.new_code_cell(cell))  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(here)}}).execute()
    return kept


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    with ZipFile(archive) as kept:
        yield from ((name, kept.read(name)) for name in kept.namelist())


if __name__ == "__main__":
    sys.exit(main())
