"""A short hash of a house rule, so that another rule of that name is not taken for it.

It covers the rule's text and whatever else decides what it says: the constants that it reads, by name or from the
function around it, its defaults, and the functions beside it that it calls. A rule without a text to be read, made by
``exec`` or typed into a bare interpreter, is known by its code, which each Python writes in its own way; so its hash
names the Python, and another one cannot tell whether the rule is the same.
"""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from hashlib import sha256
from numbers import Number
from types import CodeType, FunctionType, ModuleType
from typing import Any

from msgspec import Struct

from fmbook.engine.rulebook import Rule

__all__ = ["doubt", "fingerprint"]


def fingerprint(rule: Rule) -> str:
    """Return a short hash of a house rule: its text, how it is marked, and all that it reads."""
    source = _source(rule.function)
    text = "\n".join([source or _code_of(rule.function), *_marked(rule, source), *_read(rule.function, set())])
    return _short(text) if source else f"{_short(text)}.{_python()}"


def doubt(rule: Rule, known: str) -> str:
    """Say why it cannot be known whether a rule is the one of which a record holds this hash; nothing if it can."""
    if known in (_short(_source(rule.function)), _short(f"{rule.function.__doc__}")):  # as hashes once were
        return "only its text was written down, which is the same, and not what it reads"
    _, dot, python = known.partition(".")
    return (
        f"it has no text of its own, and was made by another Python ({python})" if dot and python != _python() else ""
    )


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _python() -> str:
    return f"py{sys.version_info[0]}{sys.version_info[1]}{'o' * sys.flags.optimize}"


def _source(function: Callable[..., Any]) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


def _marked(rule: Rule, source: str) -> Iterator[str]:
    """What a mark says stands in the text, above the function, unless the mark was called."""
    if not source.lstrip().startswith("@"):
        about = rule.mark, rule.about, rule.grain, rule.replaces, rule.excused, rule.option, rule.listed, rule.alike
        yield _told(about, set())


def _code_of(function: Callable[..., Any]) -> str:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return _written(code) if code else type(function).__qualname__


def _written(code: CodeType) -> str:
    inside = [_written(each) if isinstance(each, CodeType) else _told(each, set()) for each in code.co_consts]
    return repr((code.co_code.hex(), inside, code.co_names, code.co_varnames, code.co_freevars))


# --- what a function reads --------------------------------------------------------------------


def _read(function: Callable[..., Any], seen: set[int]) -> Iterator[str]:
    """List what a function reads beside its arguments, by name."""
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType) or id(plain) in seen:
        return
    seen.add(id(plain))
    found = {name: plain.__globals__[name] for name in _names(plain.__code__) if name in plain.__globals__}
    found |= _enclosed(plain)
    defaults = (*(plain.__defaults__ or ()), *(plain.__kwdefaults__ or {}).values())
    found |= {f"default {number}": value for number, value in enumerate(defaults)}
    for name, value in sorted(found.items()):
        yield from _about(name, value, plain, seen)


def _names(code: CodeType) -> set[str]:
    """Names of globals in a function and in those inside it."""
    loads = (each for each in dis.get_instructions(code) if "GLOBAL" in each.opname or each.opname == "LOAD_NAME")
    inside = (_names(each) for each in code.co_consts if isinstance(each, CodeType))
    return {str(each.argval) for each in loads}.union(*inside)


def _enclosed(function: FunctionType) -> Mapping[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _about(name: str, value: Any, reader: FunctionType, seen: set[int]) -> Iterator[str]:
    """Functions and classes that stand beside a rule count with their text; others, and modules, with their name."""
    if isinstance(value, FunctionType | type) and value.__module__ == reader.__module__:
        yield f"{name} = {_source(value) or (_code_of(value) if isinstance(value, FunctionType) else name)}"
        if isinstance(value, FunctionType):
            yield from _read(value, seen)
    elif not isinstance(value, FunctionType | type | ModuleType):
        yield f"{name} = {_told(value, set())}"


def _told(value: Any, above: set[int]) -> str:
    """Write a constant so that equal ones are written alike; of any other object only its type."""
    if id(value) in above:
        return "…"
    above = {*above, id(value)}
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{_told(key, above)}: {_told(each, above)}' for key, each in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(_told(each, above) for each in value))}}}"
    if isinstance(value, type):
        return value.__qualname__
    if isinstance(value, list | tuple):
        return f"({', '.join(_told(each, above) for each in value)})"
    plain = value is None or isinstance(value, str | bytes | Number | Enum | Struct) or is_dataclass(value)
    return repr(value) if plain else type(value).__qualname__
