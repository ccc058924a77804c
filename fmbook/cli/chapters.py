"""Which chapters there are, and where a reader may write in them."""

import hashlib
import shutil
from pathlib import Path
from sqlite3 import Error

from fmbook.cli import own_name
from fmbook.core.data import notebooks_root
from fmbook.core.errors import FmbookError, NoSuchName

FIRST = "00_start_here"
COPIES = "fmbook-notebooks"


def find_chapter(name: str, folder: Path | None = None) -> Path:
    """The notebook of a chapter by its number, its title or its file name.

    >>> find_chapter("00").name
    '00_start_here.ipynb'
    >>> find_chapter("00.nl").name
    '00_start_here.nl.ipynb'
    """
    chapters = {path.stem: path for path in sorted((folder or notebooks_root()).glob("*.ipynb"))}
    if not chapters:
        raise FmbookError(f"No chapters are installed: run `{own_name()} doctor` to see what is wrong.")
    wanted = Path(name).name.removesuffix(".ipynb").casefold()
    for stem, path in chapters.items():
        number, _, title = stem.partition("_")
        language = title[-3:] if title[-3:-2] == "." else ""  # 00.nl is 00 in Dutch
        number = f"{number}{language}"
        if wanted in {stem.casefold(), number, title.casefold()} or wanted.zfill(2) == number:
            return path
    raise NoSuchName("chapter", name, chapters)


def in_checkout(folder: Path) -> bool:
    """Whether the chapters lie in a checkout, where their reader may change them."""
    return (folder.parent / "pyproject.toml").exists()


def copies_for_reader(folder: Path, target: Path) -> tuple[Path, list[str]]:
    """Copy the package's chapters to a folder of the reader's own; also say in sentences what was done.

    A file that the reader has changed stays as it is: the digest of what was copied is kept beside the
    chapters and tells a changed copy from an old one.
    """
    target.mkdir(parents=True, exist_ok=True)
    ledger = target / ".copied"
    digests = dict(line.split(maxsplit=1)[::-1] for line in _lines(ledger))
    new, kept = [], []
    for source in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = source.relative_to(folder).as_posix()
        copy = target / name
        if copy.exists() and _digest(copy) not in {digests.get(name), _digest(source)}:
            kept.append(name)
            continue
        if not copy.exists() or _digest(copy) != _digest(source):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            new.append(name)
        digests[name] = _digest(source)
    lines = [f"{digest} {name}\n" for name, digest in sorted(digests.items())]
    ledger.write_text("".join(lines), encoding="utf-8")
    return target, _sentences(target, new, kept)


def trust(folder: Path) -> str:
    """Sign the book's own chapters, so that Jupyter lets them run when they are opened; say so if that fails.

    A chapter in a checkout is the book's own like the code beside it. In a folder of copies only those count that are
    still as they came: what a reader changes and saves in Jupyter is signed by Jupyter.
    """
    from nbformat import read
    from nbformat.sign import NotebookNotary

    originals = notebooks_root()
    try:
        notary = NotebookNotary()  # type: ignore[no-untyped-call]
        for original in sorted(originals.glob("*.ipynb")):
            chapter = folder / original.name
            if chapter.is_file() and (folder == originals or _digest(chapter) == _digest(original)):
                notary.sign(read(chapter, as_version=4))  # type: ignore[no-untyped-call]
        notary.store.close()
    except (OSError, ValueError, Error) as problem:
        return f"The chapters could not be signed ({problem}), so they wait for a press before they run."
    return ""


def _sentences(target: Path, new: list[str], kept: list[str]) -> list[str]:
    said = []
    if new:
        said.append(f"Copied {len(new)} files to {target}: this folder is yours to change.")
    if kept:
        said.append(f"Left as you changed them: {', '.join(kept)}. Delete one to get the original back.")
    return said


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
