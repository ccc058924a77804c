"""What public functions are called with: whatever does not fit is said in one sentence, before anything is done."""

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, wraps
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeVar, Union, get_args, get_origin

from fmbook.core.errors import FmbookError

__all__ = ["WrongCall", "checked"]

P = ParamSpec("P")
T = TypeVar("T")

WORDS: Final = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "True or False",
    "NoneType": "None",
    "Game": 'a game, as fm.new_game("vimy") makes one',
    "Order": "an order",
    "Preview": 'a battle, as game.battle("0404") works one out',
    "Path": "a pathlib.Path",
}
SUCH_AS: Final = {
    "system": '"vimy"', "scenario": '"battle"', "seed": "1917", "chapter": '"20_vimy"', "side": '"Allied"',
    "unit": '"8/3"', "at": '"1534"', "near": '"1534"', "hex": '"1534"', "target": '"1534"', "id": '"vimy:17.5"',
    "rule_id": '"vimy:17.5"', "ids": '"vimy:17.5"', "seeds": "range(100)", "text": '"move 8/3 2536"', "level": "1",
    "order": '"move 8/3 2536"', "opponents": '{"Allied": "greedy", "German": "random"}',
}  # fmt: skip
LONGEST: Final = 40


class WrongCall(FmbookError, TypeError):
    """A public function was given what it cannot take."""


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Check what a public function is called with against what it says that it takes."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        _check(function, args, kwargs)
        return function(*args, **kwargs)

    return call


class _Form(NamedTuple):
    """How a function is called: its parameters in order, what each may be, and of which types any value will do."""

    signature: inspect.Signature
    names: tuple[str, ...]
    several: str
    hints: dict[str, Any]
    plain: dict[str, frozenset[type]]
    needed: frozenset[str]


def _check(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    form = _form(function)
    given = {form.several: args} if form.several else {**dict(zip(form.names, args, strict=False)), **kwargs}
    whole = not kwargs if form.several else len(given) == len(args) + len(kwargs)
    if not whole or not form.needed <= given.keys() <= form.hints.keys():
        raise WrongCall(_otherwise(function, form.signature, args, kwargs))
    for name, value in given.items():
        if form.hints[name] is not Any and type(value) not in form.plain[name]:
            for each in value if name == form.several else (value,):
                if not _fits(each, form.hints[name]):
                    raise WrongCall(_sentence(function, name, form.hints[name], each))


def _otherwise(
    function: Callable[..., Any], signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> str:
    why = "too much or too little is given"
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        why = str(error)
    return f"{_name(function)} cannot be called so: {why}. It is {_name(function)}{signature}."


@cache
def _form(function: Callable[..., Any]) -> _Form:
    signature = inspect.signature(function)
    parameters = signature.parameters.values()
    hints = {each.name: _hint(each.annotation, function) for each in parameters}
    return _Form(
        signature,
        tuple(each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD),
        next((each.name for each in parameters if each.kind is each.VAR_POSITIONAL), ""),
        hints,
        {name: frozenset(_plain(hint)) for name, hint in hints.items()},
        frozenset(
            each.name for each in parameters if each.default is each.empty and each.kind is not each.VAR_POSITIONAL
        ),
    )


def _plain(hint: Any) -> Iterator[type]:
    """Types of which every value fits."""
    for each in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        if each is None or (isinstance(each, type) and each is not Any and not get_args(each)):
            yield type(None) if each is None else each


def _hint(annotation: Any, function: Any) -> Any:
    """Read an annotation; what only the type checker knows is not checked here."""
    if annotation is inspect.Parameter.empty:
        return Any
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, function.__globals__)  # noqa: S307 - our own annotation, not a reader's text
    except NameError:
        return Any


def _fits(value: Any, hint: Any) -> bool:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inside)
    if origin is Literal:
        return value in inside
    if hint is None or hint is int:
        return value is None if hint is None else isinstance(value, int) and not isinstance(value, bool)
    kind = origin or hint
    if kind in (Any, object) or not isinstance(kind, type):
        return True
    return isinstance(value, kind) and _holds(value, inside)


def _holds(value: Any, inside: tuple[Any, ...]) -> bool:
    """Look into what holds several things of one kind, unless it can be gone through only once."""
    if isinstance(value, Mapping):
        return all(_fits(each, hint) for pair in value.items() for each, hint in zip(pair, inside, strict=False))
    if isinstance(value, Collection) and len(inside) == 1:
        return all(_fits(each, inside[0]) for each in value)
    return True


def _sentence(function: Callable[..., Any], name: str, hint: Any, value: Any) -> str:
    example = f", such as {SUCH_AS[name]}" if name in SUCH_AS else ""
    return f"{_name(function)}: “{name}” is to be {_words(hint)}{example}, and not {_shown(value)}."


def _name(function: Callable[..., Any]) -> str:
    owner, _, name = function.__qualname__.rpartition(".")
    return f"game.{name}" if owner else f"fm.{name}"


def _words(hint: Any) -> str:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(_words, inside)))
    if origin is Literal:
        return " or ".join(map(repr, inside))
    if origin is not None and issubclass(origin, Mapping):
        return "a dictionary"
    if origin is not None and isinstance(origin, type) and inside:
        return f"several in a list, each {_words(inside[0])}" if inside[0] is not Any else "several in a list"
    name = getattr(hint, "__name__", str(hint))
    return WORDS.get(name, f"of the type {name}")


def _shown(value: Any) -> str:
    if value is None or value is True or value is False:
        return str(value)
    plain = isinstance(value, str | float) or (isinstance(value, int) and abs(value) < 10**LONGEST)
    said = f"{repr(value)[:LONGEST]} " if plain else ""
    return f"{said}({type(value).__name__})" if plain else f"a thing of the type {type(value).__name__}"
