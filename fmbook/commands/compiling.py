"""Translating the engine into machine code, and going back: what ``python -m fmbook compile`` does."""

import os
import shutil
from collections.abc import Callable, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fmbook.errors import FmbookError
from fmbook.native import PACKAGE, SUFFIX, home, made_of, modules

__all__ = ["Uncompiled", "compile_engine", "compile_module", "remove", "target"]

DIRECTIVES: Final = {
    "language_level": 3,
    "annotation_typing": False,  # an annotation is for the type checker; it promises no one kind of dict
    "emit_code_comments": False,
}
CARE: Final = "-O2"
"""How well the C compiler is to work; whoever sets CFLAGS knows better."""
SHORTCUTS: Final = Path(__file__).with_name("shortcuts.h")
"""What is remembered at the place that asks: names, methods, makers, as Python's own interpreter does it."""
SHORTENED: Final = {
    "__Pyx_PyObject_GetAttrStr(__pyx_": "FMBOOK_ATTRIBUTE(__pyx_",
    "__Pyx_PyObject_SetAttrStr(__pyx_": "FMBOOK_SET(__pyx_",
    "__Pyx_PyObject_FastCallMethod((PyObject*)__pyx_": "FMBOOK_METHOD((PyObject*)__pyx_",
    "__Pyx_PyObject_FastCall((PyObject*)__pyx_": "FMBOOK_CALL((PyObject*)__pyx_",
    "__Pyx_PyObject_GetItem(__pyx_": "FMBOOK_ITEM(__pyx_",
    '__Pyx_AddTraceback("': 'FMBOOK_TRACEBACK("',
}
"""What Cython writes where the source asks; its own helpers call these by other words and stay as they are."""


class Uncompiled(FmbookError, RuntimeError):
    """The engine could not be translated; it goes on as Python."""


def target(name: str, source: Path) -> Path:
    """Tell where a module is once it is compiled as it stands now."""
    return home() / made_of(name, source.read_bytes())


def compile_engine(tell: Callable[[int, int], None]) -> tuple[int, list[str]]:
    """Compile what is not up to date, telling how far it is; drop what was made from older sources.

    Gives how many modules were compiled, and what was said of those that could not be.
    """
    wanted = {name: source for name, source in modules() if not target(name, source).exists()}
    failures = []
    if wanted:
        _need_tools()
        home().mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            for done, failure in enumerate(pool.map(compile_module, wanted, wanted.values()), start=1):
                failures += [failure] if failure else []
                tell(done, len(wanted))
    _sweep({target(name, source) for name, source in modules()})
    return len(wanted) - len(failures), failures


def remove() -> None:
    """Go back to Python alone; whatever else lies in that folder is somebody's own."""
    _sweep(set())
    if home().is_dir() and not any(home().iterdir()):
        home().rmdir()


def _sweep(current: Set[Path]) -> None:
    for made in home().glob(f"{PACKAGE.name}.*{SUFFIX}"):
        if made not in current:
            made.unlink()


def _flags() -> list[str]:
    if os.name != "posix":
        return []
    return [*os.environ.get("CFLAGS", CARE).split(), "-g0", "-w"]


def _need_tools() -> None:
    for tool in ("Cython", "setuptools"):
        if find_spec(tool) is None:
            raise Uncompiled(
                f"The engine cannot be compiled: {tool} is not installed. It runs as Python all the same. To compile "
                'it: pip install "fmbook[native]", and have a C compiler such as gcc or clang.'
            )


def compile_module(name: str, source: Path) -> str:
    """Compile one module; give what went wrong, if anything did.

    A later Cython may write other words than those that are shortened: then its code is taken as it is.
    """
    return _built(name, source, shortened=True) and _built(name, source, shortened=False)


def _built(name: str, source: Path, *, shortened: bool) -> str:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as said, redirect_stderr(said):
        try:
            extension = Extension(name, [str(source)], extra_compile_args=_flags())
            options = {"build_dir": folder, "compiler_directives": DIRECTIVES, "quiet": True}
            translated = cythonize([extension], **options)  # type: ignore[no-untyped-call]
            if shortened:
                _shorten(Path(translated[0].sources[0]))
            command = Distribution({"ext_modules": translated}).get_command_obj("build_ext")
            command.build_lib, command.build_temp = folder, folder
            command.ensure_finalized()
            command.run()
        except Exception as error:  # whatever a translator or a compiler may raise
            return f"{name} stays Python: {error}"
        shutil.move(command.get_ext_fullpath(name), target(name, source))
    return ""


def _shorten(code: Path) -> None:
    text = code.read_text("utf-8")
    for long, short in SHORTENED.items():
        text = text.replace(long, short)
    code.write_text(f'#include "{SHORTCUTS.as_posix()}"\n{text}', "utf-8")
