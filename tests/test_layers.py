"""Imports point one way: a folder may import those that stand before it in ``LAYERS``, and itself.

An import for the type checker alone may point either way.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[1] / "fmbook"

LAYERS = (
    *("core", "geometry", "engine", "components", "mechanics", "record", "books", "play", "opponents", "text"),
    *("library", "experiments", "lessons", "cli", "widgets", "classroom", "__init__", "__main__"),
)
ENGINE_MAY_USE = set(sys.stdlib_module_names) | {"fmbook", "msgspec"}
FRONT_ENDS = {"ipywidgets", "ipycanvas", "ipyleaflet", "anywidget", "IPython", "traitlets"}
WHEN_ASKED_FOR = {"pandas", "numpy", "gymnasium", "pettingzoo"}
"""What the experiments import, when somebody asks for it; the environment is a module of its own for that."""
CLASS_SERVER = "fmbook.classroom.server"
"""Jupyter's servers are set up by traitlets."""
ENVIRONMENT = "fmbook.experiments.aec"
JUPYTER = {"jupyterlab", "jupyter_client", "jupyter_core", "nbformat", "packaging"}


class Import(NamedTuple):
    """One import: who imports what; lazy ones stand in a function, type-only ones never run."""

    importer: str
    target: str
    lazy: bool
    typing_only: bool


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports_of(name: str) -> Iterator[Import]:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    yield from walk(tree, name, lazy=False, typing_only=False)


def walk(node: ast.AST, name: str, *, lazy: bool, typing_only: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(name, alias.name, lazy, typing_only) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (Import(name, target, lazy, typing_only) for target in from_targets(child, name))
        else:
            in_function = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            guarded = typing_only or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test))
            yield from walk(child, name, lazy=in_function, typing_only=guarded)


def from_targets(node: ast.ImportFrom, name: str) -> Iterator[str]:
    base = node.module or ""
    if node.level:
        package = name.split(".") if MODULES[name].stem == "__init__" else name.split(".")[:-1]
        base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [node.module])])
    for alias in node.names:
        submodule = f"{base}.{alias.name}"
        yield submodule if submodule in MODULES else base


ALL = [found for name in MODULES for found in imports_of(name)]
OURS = [found for found in ALL if found.target.split(".")[0] == "fmbook"]


def part(module: str) -> str:
    """The word in LAYERS that a module falls under."""
    return (module.split(".")[1:] or ["__init__"])[0]


def test_every_folder_is_a_layer():
    assert {part(name) for name in MODULES} == set(LAYERS)


def test_imports_point_one_way():
    upward = [i for i in OURS if LAYERS.index(part(i.target)) > LAYERS.index(part(i.importer)) and not i.typing_only]
    assert [f"{i.importer} imports {i.target}" for i in upward] == []


def test_only_the_widgets_import_widget_libraries():
    wrong = [
        i
        for i in ALL
        if i.target.split(".")[0] in FRONT_ENDS and part(i.importer) != "widgets" and i.importer != CLASS_SERVER
    ]
    assert wrong == []


def test_every_widget_with_words_comes_through_the_door_that_tells_them_in_another_language():
    with_words = {"HTML", "Accordion", "Button", "Combobox", "Dropdown", "Text", "Textarea", "ToggleButton"}
    direct = re.compile(r"^from ipywidgets import (.+)$", re.MULTILINE)
    for path in sorted((PACKAGE / "widgets").rglob("*.py")):
        for names in direct.findall(path.read_text(encoding="utf-8")):
            assert not with_words & set(names.split(", ")), f"{path.name}: import from fmbook.widgets.page.told"


def test_the_engine_imports_the_standard_library_and_msgspec_only():
    engine = [i for i in ALL if part(i.importer) not in {"widgets", "cli", "classroom"} and not when_asked_for(i)]
    assert [i for i in engine if i.target.split(".")[0] not in ENGINE_MAY_USE] == []


def when_asked_for(found: Import) -> bool:
    optional = part(found.importer) == "experiments" and found.target.split(".")[0] in WHEN_ASKED_FOR
    return optional and (found.typing_only or found.importer == ENVIRONMENT)


def test_only_a_function_imports_the_environment_of_other_peoples_players():
    assert [i for i in OURS if i.target == ENVIRONMENT and not (i.lazy or i.typing_only)] == []


def test_commands_import_jupyter_only_when_they_run():
    strangers = [i for i in ALL if part(i.importer) == "cli" and i.target.split(".")[0] not in ENGINE_MAY_USE]
    assert [i for i in strangers if not i.lazy or i.target.split(".")[0] not in JUPYTER] == []


def test_there_is_no_import_cycle():
    graph: dict[str, set[str]] = {name: set() for name in MODULES}
    for found in OURS:
        if not found.lazy and not found.typing_only and found.target != found.importer:
            graph[found.importer].add(found.target)
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"import cycle: {' -> '.join(error.args[1])}")


def test_relative_and_plain_imports_are_both_understood():
    tree = ast.parse("def late():\n    from fmbook.core.errors import DataError\n    import os.path\n")
    found = list(walk(tree, "fmbook.play.game", lazy=False, typing_only=False))
    assert [(i.target, i.lazy) for i in found] == [("fmbook.core.errors", True), ("os.path", True)]


def test_fmbook_imports_without_any_widget_library():
    block = "import sys\n" + "".join(
        f"sys.modules[{name!r}] = None\n" for name in sorted(FRONT_ENDS | JUPYTER | WHEN_ASKED_FOR)
    )
    engine = sorted(
        name for name in MODULES if part(name) not in {"widgets", "classroom", "__main__"} and name != ENVIRONMENT
    )
    script = block + "".join(f"import {name}\n" for name in engine) + "print('imported')\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("imported", "")


def test_no_module_hides_a_name_that_is_fetched_on_demand():
    """A module of the package becomes a name of it when it is imported, in place of what is fetched on demand."""
    from fmbook import _ON_DEMAND

    assert {f"fmbook.{name}" for name in _ON_DEMAND} & set(MODULES) == set()
