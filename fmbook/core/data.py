"""Find the package's data files, and read one into a type.

Whatever is wrong with a file is a DataError that names the file, the path inside and what was expected.
"""

import re
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from fmbook.core.errors import DataError, NoSuchName

__all__ = ["data_root", "frozen", "load", "load_of", "notebooks_root", "originals", "systems_with"]

PACKAGE = Path(__file__).parents[1]
LONGEST = 200  # characters of a file's name, its folders included
OTHER = re.compile(r"\.[a-z]{2}\.(?:toml|ipynb)$")
T = TypeVar("T")


def data_root() -> Path:
    """The folder of the data files: inside an installed package, beside it in a checkout."""
    return _beside("data")


def notebooks_root() -> Path:
    """The folder of the notebooks: inside an installed package, beside it in a checkout."""
    return _beside("notebooks")


def load(type_: type[T], name: str, *, root: Path | None = None) -> T:
    """Read ``drill/board.toml`` and the like into a msgspec type; the name starts at the data folder."""
    document = _document(_found(name, root or data_root()), name)
    try:
        return msgspec.convert(document, type_, strict=True)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise DataError(name, path.strip("`") or "$", problem) from error


def systems_with(name: str) -> tuple[str, ...]:
    """Name the systems that have a file of this name, such as ``history``."""
    return tuple(sorted(path.parent.name for path in data_root().glob(f"*/{name}.toml")))


def load_of(type_: type[T], system: str, name: str) -> T:
    """Read a system's own file, such as its ``theatre``; who has none is told who has."""
    if system not in (known := systems_with(name)):
        raise NoSuchName(name, system, known)
    return load(type_, f"{system}/{name}.toml")


def originals(folder: Path, pattern: str = "*.toml") -> list[Path]:
    """List the files of a folder without those of other languages, which stand beside them: ``10_scheldt.nl.toml``."""
    return sorted(path for path in folder.glob(pattern) if not OTHER.search(path.name))


def frozen(value: Any) -> Any:
    """Return plain data that nobody can write to, all the way down: it is shared by all games.

    >>> frozen({"at": ["0101"]})
    mappingproxy({'at': ('0101',)})
    """
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(each) for key, each in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def _beside(folder: str) -> Path:
    for root in (PACKAGE / f"_{folder}", PACKAGE.parent / folder):
        if root.is_dir():
            return root
    raise DataError(folder, "", f"no such folder in or beside {PACKAGE}; install fmbook again, or use a full checkout")


def _found(name: str, root: Path) -> Path:
    if not name.isprintable() or len(name) > LONGEST:
        raise DataError(repr(name)[:80], "", "no file has such a name")
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()):
        raise DataError(name, "", "this is outside the data folder; name a file inside, such as drill/board.toml")
    if not path.is_file():
        raise DataError(name, "", f"there is no such file; {_present(path.parent)}")
    return path


def _present(folder: Path) -> str:
    names = sorted(path.name for path in originals(folder))
    return f"its folder holds {', '.join(names)}" if names else "its folder holds no data files either"


def _document(path: Path, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))  # editors on Windows add the mark
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(name, f"line {line}", "this is not UTF-8; save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).removesuffix(")").rpartition(" (at ")
        raise DataError(name, place, f"this is not TOML: {problem}") from error
