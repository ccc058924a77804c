"""A rulebook is a list of rules; a rule is a small function that cites itself.

Seven marks say what a rule does, two more what a player's order brings about:

=============  =========================================================================================
``forbids``    refuses an order: one at a time (``Reason``), or a whole set at once (``Bar``, ``Only``)
``excuses``    lets some off another rule
``costs``      the price of a step, by kind of ground
``shifts``     a line of a battle's arithmetic
``settles``    the one answer to a question of the engine
``advises``    the same, where no booklet has it: what ground and orders are worth to opponents
``follows``    what an event brings with it
``does``       what an order brings about, or what it does when it answers one question: ``(Roll, "morale")``
``answers``    what happens to an open question by itself, when nothing is left to decide
=============  =========================================================================================

Whatever a rule says it may yield, or return at once: that is quicker where it is asked at every step, and `()` is said
quickest of all. A book that extends another adds rules and replaces some by their ids; :mod:`fmbook.engine.ruleset`
makes it ready for play.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, ParamSpec, TypeVar, overload

from fmbook.core.errors import FmbookError
from fmbook.core.facts import Fact
from fmbook.core.orders import Order

if TYPE_CHECKING:
    from fmbook.components.setup import Setup

__all__ = [
    "GoOn", "Matter", "Question", "Rule", "RuleClash", "Rulebook", "Step", "advises", "answers", "costs", "does",
    "excuses", "follows", "forbids", "in_a_sentence", "settles", "shifts",
]  # fmt: skip

Grain = Literal["order", "units", "hexes", "markers", "edges", ""]
Function = TypeVar("Function", bound=Callable[..., Any])
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
SORTS: Final = {"unit": "units", "hex": "hexes", "marker": "markers"}


class Step(Order):
    """Not an order but an act: entering a hex on the march. Rules close hexes to it."""

    takes = ("unit", "hex")
    speaks = "Entering {to}"


class GoOn(Order):
    """Not an order but an act: marching on from a hex that was entered. Rules halt units by it."""

    takes = ("unit", "hex")
    speaks = "Going on from {to}"


class Matter(Generic[Asked, Answer]):
    """What code may ask a book, and one rule of the book settles; ``default`` answers where no rule does."""

    __slots__ = ("default", "name", "says")
    names: ClassVar[set[str]] = set()
    """The names of all that is asked; a family of them, such as ``not due: move``, by what stands before the colon."""

    def __init__(self, name: str, says: str, *, default: Callable[Asked, Answer] | None = None) -> None:
        self.name, self.says, self.default = name, says, default
        self.names.add(name.partition(":")[0])

    def of(self, setup: "Setup") -> Callable[Asked, Answer]:
        """Return what answers in this game."""
        settling = setup.book.settling
        try:
            return settling[self.name]
        except KeyError:
            answer = settling[self.name] = self.default or self.rule(setup).function
            return answer

    def is_settled(self, setup: "Setup") -> bool:
        """Tell whether a rule of this game settles it."""
        return self.name in setup.book.settled

    def rule(self, setup: "Setup") -> "Rule":
        """Return the rule that settles it in this game."""
        rule = setup.book.settled.get(self.name)
        if rule is None:
            raise RuleClash(f"No rule of this game settles “{self.name}”: {self.says}.")
        return rule

    def __repr__(self) -> str:
        return f"<{self.name}: {self.says}>"


class RuleClash(FmbookError, ValueError):
    """A rulebook that contradicts itself: found when it is built, never during play."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id as printed, what it does to which order or question, and the function that does it."""

    id: str
    mark: str
    about: Any
    function: Callable[..., Any]
    grain: Grain = ""
    replaces: tuple[str, ...] = ()
    excused: str = ""
    clauses: tuple[str, ...] = ()
    option: str = ""
    listed: bool = True
    alike: bool = False

    @property
    def says(self) -> str:
        """The rule in one sentence."""
        return " ".join((self.function.__doc__ or "").strip().split("\n\n")[0].split())

    @property
    def section(self) -> str:
        """The id without the name that tells functions of one section apart."""
        return self.id.split("/")[0]


def in_a_sentence(says: str) -> str:
    """Write what a rule says so that it can follow a colon."""
    return f"{says[:1].lower()}{says[1:].rstrip('.')}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A decorator that turns a function into a rule. All marks take the same words; few need more than two."""

    name: str
    grain: Grain = ""

    def __call__(
        self,
        id: str,  # noqa: A002
        about: Any = None,
        *,
        bars: Grain = "",
        from_rule: str = "",
        replaces: str | Iterable[str] = (),
        clauses: tuple[str, ...] = (),
        option: str = "",
        listed: bool = True,
        alike: bool = False,
    ) -> Callable[[Function], Function]:
        """Mark a function as the rule ``id`` about an order, an event or a question.

        ``bars`` says whether it speaks of one order or of a set of units, hexes or markers; ``replaces`` names rules
        that it stands in for; ``option`` names the switch that must be on; ``listed=False`` promises that the rule
        refuses only what a list of orders never holds, such as a pinned way; ``alike=True`` promises that it bars the
        same hexes to all units of a side, so that a list asks it once for all of them.
        """
        if not isinstance(id, str):
            raise RuleClash(f"{id!r:.40} is no name for a rule. Write it as house:name, without spaces.")
        about = about.name if isinstance(about, Matter) else about
        instead_of = (replaces,) if isinstance(replaces, str) else tuple(replaces)

        def attach(function: Function) -> Function:
            if not function.__doc__ and sys.flags.optimize < 2:  # -OO leaves all docstrings out
                raise RuleClash(f"{id} has no docstring. A rule says in one sentence what it does.")
            grain = bars or self.grain
            function.rule = Rule(  # type: ignore[attr-defined]
                id, self.name, about, function, grain, instead_of, from_rule, clauses, option, listed, alike
            )
            return function

        return attach


class Settling(Mark):
    """The mark of a rule that settles a matter: the type checker holds the rule to what the matter is asked with."""

    @overload  # type: ignore[override]
    def __call__(
        self,
        id: str,
        about: Matter[Asked, Answer],
        *,
        replaces: str | Iterable[str] = (),
        clauses: tuple[str, ...] = (),
        option: str = "",
    ) -> Callable[[Callable[Asked, Answer]], Callable[Asked, Answer]]: ...
    @overload
    def __call__(
        self,
        id: str,
        about: str,
        *,
        replaces: str | Iterable[str] = (),
        clauses: tuple[str, ...] = (),
        option: str = "",
    ) -> Callable[[Function], Function]: ...
    def __call__(self, id: str, about: Any, **more: Any) -> Any:  # noqa: A002
        """Mark a function as the rule that settles a matter; a house rule may give the matter's name."""
        return super().__call__(id, about, **more)


forbids = Mark("forbids", "order")
excuses = Mark("excuses")
costs = Mark("costs", "edges")
shifts = Mark("shifts")
settles = Settling("settles")
advises = Settling("advises")
follows = Mark("follows")
does = Mark("does")
answers = Mark("answers")


@dataclass(frozen=True, slots=True)
class Question:
    """A question or a kind of phase: which orders answer it, how it is put, and by which rule."""

    what: str
    offers: tuple[type[Order], ...]
    prompt: str
    rule: str
    routine: bool = False
    """What pays most at once is best here, as measured: opponents need not look ahead."""
    bracket: type[Order] | None = None
    """What stands in brackets is only said if such an order may be given; if none is named, the last that it offers."""
    harms: str = ""
    """By what a unit is lost that a throw here costs: by shells. None where an attack says so."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one booklet, in its order, on top of those it extends."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...] = ()
    extends: "Rulebook | None" = field(default=None, repr=False)
    facts: tuple[Fact[Any], ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, id: str, title: str, *modules: Any, questions: tuple[Question, ...] = ()) -> "Rulebook":  # noqa: A002
        """Gather the marked functions of modules, in the order in which they are written, and the facts they use."""
        return cls(id, title, _marked_in(modules), questions, None, _facts_in(modules))

    def extended(self, id: str, title: str, *modules: Any, questions: tuple[Question, ...] = ()) -> "Rulebook":  # noqa: A002
        """Return a book with further rules, some of which replace those of this one."""
        return Rulebook(id, title, _marked_in(modules), questions, self, _facts_in(modules))

    @property
    def all_rules(self) -> tuple[Rule, ...]:
        """Every rule written here or in the books below, replaced ones included."""
        below = self.extends.all_rules if self.extends else ()
        return (*below, *self.rules)

    @property
    def all_questions(self) -> dict[str, Question]:
        """Every question by its name; a book above may put one anew."""
        below = self.extends.all_questions if self.extends else {}
        return {**below, **{question.what: question for question in self.questions}}

    @property
    def all_facts(self) -> tuple[Fact[Any], ...]:
        """Every fact that a game keeps by this book or those below."""
        return (*(self.extends.all_facts if self.extends else ()), *self.facts)


def _facts_in(modules: Iterable[Any]) -> tuple[Fact[Any], ...]:
    """Gather the facts that modules declare or use."""
    values = (value for module in modules for value in getattr(module, "__dict__", {}).values())
    return tuple(dict.fromkeys(value for value in values if isinstance(value, Fact)))


def _marked_in(modules: Iterable[Any]) -> tuple[Rule, ...]:
    found: list[Rule] = []
    for module in modules:
        candidates = vars(module).values() if hasattr(module, "__dict__") and not callable(module) else [module]
        for candidate in candidates:
            rule = getattr(candidate, "rule", None)
            if isinstance(rule, Rule) and (callable(module) or candidate.__module__ == module.__name__):
                found.append(rule)
    return tuple(found)
