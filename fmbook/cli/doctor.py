"""Check an installation, and say what is wrong and what to do."""

import re
import shutil
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from queue import Empty
from subprocess import DEVNULL
from typing import Literal, NamedTuple

from fmbook.cli import own_name

HELP = "Check the installation: versions, chapters, widgets, a kernel that answers."
OLDEST = (3, 11)
REPAIR = "in a checkout run `make setup`, elsewhere `pip install --upgrade 'fmbook[lab]'`"
# the folder of each front end below share/jupyter/labextensions, and who brings it
FRONT_ENDS = {
    "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets",
    "anywidget": "anywidget",
    "fmbook": "fmbook",
    "ipycanvas": "ipycanvas",
    "jupyter-leaflet": "jupyter-leaflet",
}
KERNEL_PATIENCE = 60.0
PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
FORM = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[[^\]]*\])?\s*\(?(?P<versions>[^()]*)\)?")
FOR_READERS = 'extra == "lab"'


class Finding(NamedTuple):
    """One line of the report: good, bad, or a note that stops nobody."""

    mark: Literal["✓", "✗", "–"]
    text: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.mark} {self.text}" + (f"\n    → {self.advice}" if self.advice else "")


def good(text: str) -> Finding:
    """Record that something is as it should be."""
    return Finding("✓", text)


def bad(text: str, advice: str) -> Finding:
    """Record what is wrong and what to do about it."""
    return Finding("✗", text, advice)


def note(text: str, advice: str = "") -> Finding:
    """Record what is worth knowing."""
    return Finding("–", text, advice)


def add_arguments(parser: ArgumentParser) -> None:
    """Nothing but a way to leave out the slow check."""
    parser.add_argument("--no-kernel", action="store_true", help="do not start a kernel (faster)")


def run(arguments: Namespace) -> int:
    """Print a line for each check; 1 when any of them failed."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a console without ✓ is no reason to fail
    failed = 0
    for finding in findings(with_kernel=not arguments.no_kernel):
        print(finding, flush=True)
        failed += finding.mark == "✗"
    print("\nAll is well." if not failed else f"\n{failed} of these need attention: see the arrows.")
    return 1 if failed else 0


def findings(with_kernel: bool = True) -> Iterator[Finding]:
    """All checks, the quick ones first."""
    yield python_version(sys.version_info[:2])
    yield from dependencies(asked_for())
    yield from content()
    yield from front_ends(labextension_folders())
    yield whose_jupyter(shutil.which("jupyter"))
    yield chromium()
    if with_kernel:
        yield kernel()


def python_version(version: tuple[int, ...]) -> Finding:
    """Check the running Python."""
    text = "Python " + ".".join(map(str, version))
    if version < OLDEST:
        return bad(f"{text} is too old", "install Python 3.11 or newer")
    return good(f"{text} ({sys.executable})")


def asked_for() -> list[str]:
    """List what the package asks for: as it was installed, or as its own file says in a checkout that never was."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.requires("fmbook") or []
    with suppress(OSError, ValueError, KeyError):
        project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
        return [
            *project["dependencies"],
            *(f"{each}; {FOR_READERS}" for each in project["optional-dependencies"]["lab"]),
        ]
    return []


def dependencies(requirements: Iterable[str]) -> Iterator[Finding]:
    """Compare what is installed with what the package asks for, JupyterLab included."""
    asked = [text.partition(";") for text in requirements]
    here = [form.strip() for form, _, where in asked if where.strip().replace("'", '"') in ("", FOR_READERS)]
    if not here:
        yield bad("fmbook itself is not installed here", REPAIR)
    for form in here:
        match = FORM.fullmatch(form)
        if match and match["name"] != "fmbook":
            yield dependency(match["name"], match["versions"].replace(" ", ""))


def dependency(name: str, versions: str) -> Finding:
    """Check one package: whether it is there, at a version that will do, and whole enough to be started."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return bad(f"{name} is not installed", REPAIR)
    if not all(will_do(version, clause) for clause in filter(None, versions.split(","))):
        return bad(f"{name} is {version}, but fmbook needs {versions}", REPAIR)
    return good(f"{name} {version}")


def will_do(version: str, clause: str) -> bool:
    """Compare a version with one clause of a requirement, by its numbers alone.

    >>> will_do("8.1.8", ">=8.1.7"), will_do("9.0", "<9"), will_do("0.21.1", "==0.21.1")
    (True, False, True)
    """
    sign = clause[: len(clause) - len(clause.lstrip("<>=!~"))]
    have, need = (tuple(map(int, re.findall(r"\d+", text.split("+")[0])))[:3] for text in (version, clause))
    width = max(len(have), len(need))
    here, there = (numbers + (0,) * (width - len(numbers)) for numbers in (have, need))
    fits = {
        ">=": here >= there,
        "~=": here >= there,
        "<=": here <= there,
        "<": here < there,
        ">": here > there,
        "!=": here != there,
    }
    return fits.get(sign, here == there)


def content() -> Iterator[Finding]:
    """Find the data and the chapters."""
    try:
        from fmbook.core.data import data_root, notebooks_root
    except ImportError as missing:
        yield bad(f"the data cannot be read: {missing.name} is missing", REPAIR)
        return
    from fmbook.core.errors import FmbookError

    for what, root, pattern in (("data files", data_root, "*.toml"), ("chapters", notebooks_root, "*.ipynb")):
        try:
            folder = root()
            count = sum(1 for _ in folder.rglob(pattern))
        except FmbookError as error:
            yield bad(f"no {what}: {error}", REPAIR)
            continue
        yield good(f"{what}: {count} in {folder}") if count else bad(f"no {what} in {folder}", REPAIR)


def labextension_folders() -> list[Path]:
    """Where the server of this environment looks for front ends."""
    try:
        from jupyter_core.paths import jupyter_path

        return [Path(folder) for folder in jupyter_path("labextensions")]
    except ImportError:
        return [Path(sys.prefix, "share", "jupyter", "labextensions")]


def front_ends(folders: Iterable[Path]) -> Iterator[Finding]:
    """Look for the browser's half of each widget library."""
    places = list(folders)
    for name, package in FRONT_ENDS.items():
        if any((folder / name / "package.json").exists() for folder in places):
            yield good(f"front end {name}")
        else:
            advice = f"pip install --force-reinstall {package}, into the environment that runs JupyterLab"
            without = "chapters would not set themselves up" if name == "fmbook" else "its widgets would stay blank"
            yield bad(f"front end {name} is missing: {without}", advice)


def whose_jupyter(path: str | None) -> Finding:
    """Note a ``jupyter`` command that would start another installation than this one."""
    here = Path(sys.executable).parent
    if path is None:
        return note("no `jupyter` command on PATH", f"`{own_name()} open` does not need it")
    if Path(path).parent.samefile(here):
        return good(f"`jupyter` on PATH is this environment's ({path})")
    advice = f"start the book with `{own_name()} open`, which takes the right one"
    return note(f"`jupyter` on PATH belongs to another Python ({path})", advice)


def chromium() -> Finding:
    """Look for a Chromium, which only the browser tests need."""
    from fmbook.cli.chromium import find_chromium

    found = find_chromium()
    return good(f"Chromium ({found})") if found else note("no Chromium: only `make test` needs one")


def kernel() -> Finding:
    """Start the kernel that the chapters ask for, and ask it for a sum and for its home."""
    try:
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import start_new_kernel
    except ImportError as missing:
        return bad(f"no kernel can be started: {missing.name} is missing", REPAIR)
    try:
        manager, client = start_new_kernel(KERNEL_PATIENCE, kernel_name="python3", stderr=DEVNULL)
    except NoSuchKernel:
        return bad("no Python kernel is known to Jupyter", "python -m ipykernel install --sys-prefix")
    except RuntimeError as error:
        return bad(f"the kernel does not start: {error}", REPAIR)
    try:
        questions = {"sum": "1 + 1", "home": "__import__('sys').prefix"}
        # the reply to this question: a slow kernel still answers what was asked of it while it started
        asked = {"user_expressions": questions, "store_history": False}
        reply = client.execute("", **asked, reply=True, timeout=KERNEL_PATIENCE)
        answers = reply["content"]["user_expressions"]
        return judge_kernel({name: answer["data"]["text/plain"] for name, answer in answers.items()})
    except (Empty, TimeoutError):
        return bad("a kernel starts but does not answer", REPAIR)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def judge_kernel(answers: dict[str, str]) -> Finding:
    """Say whether the kernel can count, and whether it is this environment's."""
    if answers["sum"] != "2":
        return bad(f"a kernel starts but answers 1 + 1 with {answers['sum']}", REPAIR)
    if answers["home"] != repr(sys.prefix):
        advice = "remove that kernel (`jupyter kernelspec remove python3`), then run the doctor again"
        return bad(f"the kernel “python3” belongs to another Python ({answers['home']})", advice)
    return good("a kernel starts and answers")
