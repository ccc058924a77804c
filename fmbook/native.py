"""The engine in machine code, made by Cython from the very source that is read: the same answers, sooner.

``python -m fmbook compile`` translates the modules that play runs through. Nothing needs it. A compiled module is used
like Python's own bytecode: only as long as the source is the one that it was made from, so whoever edits a rule gets
what was written. ``FMBOOK_NATIVE=0`` leaves compiled modules alone; a path says where else they are.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["OFF", "SUFFIX", "SWITCH", "Native", "home", "made_of", "modules", "running_compiled"]

SWITCH: Final = "FMBOOK_NATIVE"
OFF: Final = "0"
PACKAGE: Final = Path(__file__).parent
SUFFIX: Final = EXTENSION_SUFFIXES[0]
RECIPE: Final = b"2"
"""Changes when modules are translated in another way, so that old ones are not mistaken for new ones."""

ENGINE: Final = (
    "compiled.py", "dice.py", "events.py", "judging.py", "kit.py", "orders.py", "positions.py", "rows.py", "running.py",
    "state.py", "verdicts.py", "ground/boards.py", "ground/hexes.py", "ground/seats.py", "ground/spreads.pyx",
    "ground/words.pyx", "mechanics/*.py", "opponents/*.py", "rulebooks/*/*.py",
)  # fmt: skip
"""What play runs through, in all games."""


def home() -> Path:
    """Tell where compiled modules are, used or not."""
    named = os.environ.get(SWITCH, OFF)
    return PACKAGE / "__native__" if named in {"", OFF} else Path(named)


def modules() -> Iterator[tuple[str, Path]]:
    """Give the modules that may be compiled, with their sources; a package itself only says what is in it."""
    for pattern in ENGINE:
        for source in sorted(PACKAGE.glob(pattern)):
            if source.name != "__init__.py":
                yield ".".join((PACKAGE.name, *source.relative_to(PACKAGE).with_suffix("").parts)), source


def made_of(name: str, source: bytes) -> str:
    """Name the file of a module that was compiled from just this text for just this Python."""
    return f"{name}.{blake2b(source, digest_size=8, salt=RECIPE).hexdigest()}{SUFFIX}"


class Native:
    """Finds compiled modules whose source has not changed since; of all others it knows nothing."""

    def __init__(self, folder: Path) -> None:
        self._made = {made.name: str(made) for made in folder.glob(f"*{SUFFIX}")}
        self._sources = dict(modules())

    def find_spec(self, name: str, *_: Sequence[str] | ModuleType | None) -> ModuleSpec | None:
        """Give the compiled module of a name, if there is one that is up to date."""
        source = self._sources.get(name)
        made = self._made.get(made_of(name, source.read_bytes())) if source else None
        return spec_from_file_location(name, made, loader=ExtensionFileLoader(name, made)) if made else None


def running_compiled() -> int:
    """Count the modules that run as machine code in this process."""
    loaded = (sys.modules[name] for name, _ in modules() if name in sys.modules)
    return sum(str(module.__file__).endswith(SUFFIX) for module in loaded)


if os.environ.get(SWITCH) != OFF and home().is_dir():
    sys.meta_path.insert(0, Native(home()))
