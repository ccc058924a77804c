"""What compiled code remembers of names, methods and makers: never more than is still true."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace
from typing import Any

import pytest

from fmbook import native
from fmbook.commands import compiling
from tests.test_native import COMPILER

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("native")]

SOURCE = """
from abc import ABC, abstractmethod

class Slotted:
    __slots__ = ("kept", "act")
    def __init__(self, kept):
        self.kept = kept
    @property
    def twice(self):
        return 2 * self.kept
    def plus(self, number):
        return self.kept + number

class Heir(Slotted):
    def plus(self, number):
        return "heir", self.kept, number

class Loose:
    def __init__(self, kept):
        self.kept = kept
    twice = "loose"
    def plus(self, number):
        return "loose", self.kept, number

class Odd:
    def __init__(self, kept):
        return kept

class Abstract(ABC):
    def __init__(self, kept):
        pass
    @abstractmethod
    def act(self): ...

class Numbers(list):
    def __getitem__(self, at):
        return "own", at

def kept(thing):
    return thing.kept

def twice(thing):
    return thing.twice

def keep(thing, value):
    thing.kept = value
    return thing.kept

def double(thing, value):
    thing.twice = value
    return thing.twice

def plus(thing, number):
    return thing.plus(number)

def acted(thing, number):
    return thing.act(number)

def made(kind, *given):
    return kind(*given).kept if given else kind()

def made_of(kind, one):
    return kind(one).kept

def item(things, at):
    return things[at]

def counted(most, log):
    try:
        for number in range(most):
            yield number
    finally:
        log.append("closed")

def first(most):
    log = []
    for number in counted(most, log):
        break
    del number
    return log
"""


def told(module: Any) -> list[str]:
    """Ask a module for everything, over and over, while its classes change; tell each answer or error."""
    lines: list[str] = []

    def ask(name: str, *given: Any) -> None:
        try:
            answer = getattr(module, name)(*given)
        except Exception as error:
            answer = type(error).__name__  # what they say of it is their own
        lines.append(f"{name}: {answer}")

    one, other, loose = module.Slotted(1), module.Heir(2), module.Loose(3)
    empty = module.Slotted.__new__(module.Slotted)
    for round_ in range(3):
        for thing in (one, other, loose, one, empty, loose):
            for name in ("kept", "twice"):
                ask(name, thing)
            ask("plus", thing, 5)
            ask("acted", thing, 7)
        one.act = lambda number, round_=round_: (round_, number)
        loose.plus = lambda number, round_=round_: ("its own", round_, number)
        ask("keep", one, 10 + round_)
        ask("keep", loose, 20 + round_)
        ask("double", one, 1)
        ask("double", loose, 1)
        for kind in (module.Slotted, module.Loose, module.Odd, module.Abstract, module.Heir, int, dict):
            ask("made_of", kind, round_ or None)
            ask("made", kind)
        things = [[1, 2], (1, 2), {0: "a", -1: "b"}, module.Numbers((1, 2)), "ab", 5]
        for at in (0, 1, -1, 2, -3, True, 10**30, -(10**30), 1.0, None):
            for thing in things:
                ask("item", thing, at)
        ask("first", 3)
        change(module, round_)
    return lines


def change(module: Any, round_: int) -> None:
    """Change the classes, in a way that whoever remembers more than is true will get wrong."""
    module.Slotted.twice = property(lambda self: ("changed", round_, self.kept))
    module.Slotted.plus = lambda self, number: ("changed", round_, number)
    module.Slotted.__init__ = lambda self, kept: type(self).kept.__set__(self, ("set anew", round_, kept))
    if round_ == 1:
        del module.Heir.plus
        module.Loose.kept = property(lambda self: "from the class")


@pytest.mark.skipif(not COMPILER, reason="no C compiler on PATH")
@pytest.mark.parametrize("shortened", [True, False], ids=["shortened", "as Cython has it"])
def test_compiled_code_answers_as_python_does_while_classes_change(shortened, monkeypatch, tmp_path):
    source = tmp_path / "sample.py"
    source.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setenv(native.SWITCH, str(tmp_path))
    if not shortened:
        monkeypatch.setattr(compiling, "SHORTCUTS", tmp_path / "nowhere.h")  # so the first try fails
    assert compiling.compile_module("sample", source) == ""
    spec = spec_from_file_location("sample", compiling.target("sample", source))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop("sample", None)
    as_python: dict[str, Any] = {"__name__": "sample"}
    exec(SOURCE, as_python)
    for one, other in zip(told(SimpleNamespace(**as_python)), told(module), strict=True):
        assert other == one
