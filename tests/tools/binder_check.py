"""Build what Binder builds, over what its images hold already, without Docker, and run every chapter in it.

    python tests/tools/binder_check.py [python3.12]

It takes what is committed, as Binder does. Every pin must come as a wheel, ``pip check`` must be content. Then the
image, which bears the tag of an environment, starts where a newer commit is to be had: what it plays must be of that
commit, and signed, and each chapter must run. It prints seconds and megabytes, those too that are added to the image
that Binder keeps: Binder guarantees a session 450 MB, server and kernel together; a kernel may need 150 of them.
Some two minutes and a network are needed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUARANTEED = 450  # megabytes
KERNEL = 150
# what repo2docker's own image holds for Python 3.12 before it reads a recipe (its environment.py-3.12.yml, August 2025)
BASE = (
    "ipywidgets==8.*", "jupyter-offlinenotebook==0.3.*", "jupyter-resource-usage==1.*", "jupyter_server==2.*",
    "jupyterhub==5.*", "jupyterlab==4.*", "notebook==7.*",
)  # fmt: skip

# what a commit adds that is newer than the image: a rule, a word of the extension, a chapter
NEWER = """
import sys
from pathlib import Path
from nbformat import read
from nbformat.sign import NotebookNotary
from fmbook.newer import RULE
chapter = read("notebooks/99_newer.ipynb", as_version=4)
extension = Path(sys.prefix, "share/jupyter/labextensions/fmbook/package.json").read_text()
assert RULE == "new" and "newer" in extension and NotebookNotary().check_signature(chapter)
"""

# runs inside the new environment: a server, then one chapter after the other, each with a kernel of its own
INSIDE = """
import json, subprocess, sys, tempfile, time
from pathlib import Path
import nbformat, psutil
from nbclient import NotebookClient

def megabytes(pid):
    return round(psutil.Process(pid).memory_info().rss / 2**20)

class Watched(NotebookClient):
    async def async_execute_cell(self, cell, index, *args, **kwargs):
        done = await super().async_execute_cell(cell, index, *args, **kwargs)
        self.most = max(getattr(self, "most", 0), megabytes(self.km.provisioner.pid))
        return done

with tempfile.TemporaryDirectory() as home:
    options = ["--no-browser", "--allow-root", "--port=0", f"--ServerApp.root_dir={home}"]
    command = [sys.executable, "-m", "jupyterlab", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(6)
        print(json.dumps(["server", 0, megabytes(server.pid)]), flush=True)
        for path in map(Path, sys.argv[1:]):
            chapter = Watched(nbformat.read(path, as_version=4), timeout=60, kernel_name="python3")
            begun = time.monotonic()
            chapter.execute()
            print(json.dumps([path.stem, round(time.monotonic() - begun, 1), chapter.most]), flush=True)
    finally:
        server.terminate()
        server.wait()
"""


def main(arguments: Sequence[str]) -> int:
    wanted = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    base = arguments[0] if arguments else shutil.which(f"python{wanted}")
    if not base:
        print(f"Binder would take Python {wanted}, which is not on PATH: name one.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        return checked(base, Path(folder))


def checked(base: str, folder: Path) -> int:
    """Build the image, start it beside a newer commit, run the chapters."""
    python, home, public = folder / "venv" / "bin" / "python", folder / "home", folder / "public"
    git(folder, "clone", "-q", str(ROOT), str(public))
    git(public, "tag", "environment-now")
    git(folder, "clone", "-q", str(public), str(home))
    with timed("a clean environment"):
        run([base, "-m", "venv", str(python.parents[1])], home)
    install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:"]
    with timed("what every image of Binder's holds"):
        run([*install, *BASE], home)
    there = set(files(python.parents[1]))
    with timed("every pin, as a wheel"):
        run([*install, "-r", "binder/requirements.txt"], home)
    with timed("postBuild"):
        run(["binder/postBuild"], home, path=python.parent)
    run([str(python), "-m", "pip", "check"], home)
    print(f"  what the recipe adds to the image: {megabytes(set(files(python.parents[1])) - there)} MB")
    go_on(public)
    with timed("the start, with a newer commit"):
        run([str(home / "binder" / "start"), str(python), "-c", NEWER], home, path=python.parent)
    return chapters(python, home)


def go_on(public: Path) -> None:
    """Commit a new rule, a new word of the extension and a new chapter."""
    (public / "fmbook" / "newer.py").write_text('RULE = "new"\n')
    about = public / "fmbook" / "lab" / "labextensions" / "fmbook" / "package.json"
    about.write_text(about.read_text().replace("Sets a chapter", "newer: sets a chapter"))
    shutil.copy(public / "notebooks" / "00_start_here.ipynb", public / "notebooks" / "99_newer.ipynb")
    git(public, "add", ".")
    git(public, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "newer")


def git(folder: Path, *words: str) -> None:
    """Let git do something; what it complains of is shown."""
    subprocess.run(["git", *words], cwd=folder, check=True)


def files(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """List what stands in a folder: each file, when it was written, how long it is; links count for nothing."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            about = path.stat()
            yield path, about.st_mtime_ns, about.st_size


def megabytes(some: Iterable[tuple[Path, int, int]]) -> int:
    """Add up some files; one that replaces another of the image is in both layers."""
    return round(sum(size for _, _, size in some) / 2**20)


def chapters(python: Path, home: Path) -> int:
    """Run them all; fail if server and kernel together need more than Binder gives."""
    notebooks = sorted(map(str, (home / "notebooks").glob("*.ipynb")))
    told = run([str(python), "-c", INSIDE, *notebooks], home)
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("[")]
    server, most, largest = lines[0][2], 0, max(kernel for _, _, kernel in lines[1:])
    print(f"  server {server} MB")
    for name, seconds, kernel in lines[1:]:
        most = max(most, server + kernel)
        print(f"  {name:<28} {seconds:>5} s   kernel {kernel} MB, with the server {server + kernel} MB")
    print(f"  at most {most} of the {GUARANTEED} MB that Binder guarantees, {largest} of {KERNEL} for a kernel")
    return 0 if most <= GUARANTEED and largest <= KERNEL and len(lines) == len(notebooks) + 1 else 1


@contextmanager
def timed(what: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    print(f"  {what}: {time.monotonic() - begun:.0f} s", flush=True)


def run(command: Sequence[str], home: Path, path: Path | None = None) -> str:
    """Run a command where the image has its files; what it says on the error stream is shown when it fails."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER", "VIRTUAL"))
    }
    environment["HOME"] = str(home)
    if path:
        environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-4000:], file=sys.stderr)
        raise SystemExit(f"This failed: {' '.join(command[:4])} …")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
