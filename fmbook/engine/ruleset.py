"""A rulebook compiled for play: sorted by mark and order, checked for clashes, options and house rules in."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, Final, NamedTuple

from fmbook.core.errors import nearest
from fmbook.core.events import Event
from fmbook.core.facts import Fact, fact_named
from fmbook.core.orders import Order
from fmbook.core.state import MadeOnce
from fmbook.core.verdicts import Bar, Closed, Cost, Excuse, Reason, Shift
from fmbook.engine.matters import DEAR_FIRST_STEPS
from fmbook.engine.rulebook import SORTS, GoOn, Matter, Question, Rule, Rulebook, RuleClash, Step

__all__ = ["Check", "Guard", "Ruleset"]

Function = Callable[..., Any]


class Check(NamedTuple):
    """A rule that forbids: what it says, less those that its excuses let off."""

    function: Function
    lifts: tuple[Function, ...]
    rule: Rule


class Guard(NamedTuple):
    """All that stands against one kind of order: the rules about its first name, its second, and the whole of it."""

    first: tuple[Check, ...] = ()
    second: tuple[Check, ...] = ()
    whole: tuple[Check, ...] = ()
    listed: tuple[Check, ...] = ()
    alike: tuple[Check, ...] = ()  # of those about the second name, what is the same for all units of a side
    own: tuple[Check, ...] = ()  # the others


UNGUARDED = Guard()
PLURAL: Final = {"settles": "settle", "advises": "settle", "does": "do", "answers": "answer"}


class Ruleset(MadeOnce):
    """What the engine asks. Everything here is a look-up; nothing is decided anew during play."""

    __slots__ = (
        "_facts", "_guards", "answers", "book", "bounds_marches", "costs", "does", "follows", "house", "offers",
        "options", "questions", "rules", "settled", "settling", "shifts", "unit_offers",
    )  # fmt: skip

    def __init__(self, book: Rulebook, options: Iterable[str] = (), house: Iterable[Any] = ()) -> None:
        self.book = book
        self.options = tuple(options)
        self.house = tuple(_house_rule(rule) for rule in house)
        self.rules = _in_force(book, self.options, tuple(map(_watched, self.house)))
        self.questions: dict[str, Question] = book.all_questions
        self.settled = self._one_each("settles", "advises")
        self.settling = {name: rule.function for name, rule in self.settled.items()}
        self.does = self._one_each("does")
        self.answers = self._one_each("answers")
        self.follows = self._several("follows")
        self.costs = tuple(rule for rule in self.rules if rule.mark == "costs")
        self.shifts = tuple(rule for rule in self.rules if rule.mark == "shifts")
        self._guards = self._sorted_guards()
        self._facts: dict[str, Fact[Any]] = {}
        bounds = self.guard(Step).second or self.guard(GoOn).second
        self.bounds_marches = bool(bounds) or DEAR_FIRST_STEPS.name in self.settled
        self.offers = {what: self._guarded(asked.offers) for what, asked in self.questions.items()}
        """The orders that answer each question, with what stands against them; then those that name a unit first."""
        self.unit_offers = {
            what: tuple(offer for offer in offers if offer[0].takes[:1] == ("unit",))
            for what, offers in self.offers.items()
        }

    def _guarded(self, kinds: Iterable[type[Order]]) -> tuple[tuple[type[Order], Guard], ...]:
        return tuple((kind, self.guard(kind)) for kind in kinds)

    def guard(self, order: type[Order]) -> Guard:
        """Return the rules that forbid such an order, in the order of the booklet."""
        return self._guards.get(order, UNGUARDED)

    def doing(self, question: str, order: type[Order]) -> Rule:
        """Return the rule that carries an order out, which may depend on the question that it answers."""
        return self.does.get((order, question)) or self.does[order]

    def rule(self, id: str) -> Rule | None:  # noqa: A002
        """Return the rule of an id, if it is in force."""
        return next((rule for rule in self.rules if rule.id == id), None)

    def fact(self, name: str) -> Fact[Any]:
        """Return the fact of a name: one that the book declares, or one of a house rule's own, such as house:storms."""
        if name not in self._facts:
            own = (Fact(name, object, "what a house rule keeps"),) if HOUSE_NAME.fullmatch(name) else ()
            self._facts[name] = fact_named(name, (*self.book.all_facts, *own), self.book.title)
        return self._facts[name]

    def _one_each(self, *marks: str) -> dict[Any, Rule]:
        found: dict[Any, Rule] = {}
        for rule in self.rules:
            if rule.mark not in marks:
                continue
            if rule.about in found:
                raise RuleClash(
                    f"Both {found[rule.about].id} and {rule.id} {PLURAL[rule.mark]} “{_name(rule.about)}”. "
                    f'Let one replace the other: replaces="{found[rule.about].id}".'
                )
            found[rule.about] = rule
        return found

    def _several(self, mark: str) -> dict[Any, tuple[Rule, ...]]:
        found: dict[Any, list[Rule]] = defaultdict(list)
        for rule in self.rules:
            if rule.mark == mark:
                found[rule.about].append(rule)
        return {about: tuple(rules) for about, rules in found.items()}

    def _sorted_guards(self) -> dict[type[Order], Guard]:
        lifts: dict[str, list[Function]] = defaultdict(list)
        for rule in self.rules:
            if rule.mark == "excuses":
                lifts[rule.excused].append(rule.function)
        found: dict[type[Order], list[Check]] = defaultdict(list)
        for rule in self.rules:
            if rule.mark == "forbids":
                found[rule.about].append(_check(rule, tuple(lifts[rule.id])))
        return {order: _guard(order, checks) for order, checks in found.items()}


def _check(rule: Rule, lifts: tuple[Function, ...]) -> Check:
    """Let some off a rule: of a set those whom an excuse names, of single orders all about which one is made."""
    if not lifts:
        return Check(rule.function, lifts, rule)

    def reasons(state: Any, order: Any) -> Iterable[Reason]:
        return () if any(True for lift in lifts for _ in lift(state, order)) else rule.function(state, order)

    def bars(state: Any, about: Any) -> Iterator[Bar]:
        excused = frozenset[int]().union(*(excuse.these for lift in lifts for excuse in lift(state, about)))
        return (bar.less(excused) for bar in rule.function(state, about))

    return Check(reasons if rule.grain == "order" else bars, lifts, rule)


def _guard(order: type[Order], checks: list[Check]) -> Guard:
    grains = [SORTS[sort] for sort in order.takes] + ["", ""]
    first, second, whole = (
        tuple(check for check in checks if check.rule.grain == grain) for grain in (*grains[:2], "order")
    )
    alike = tuple(check for check in second if check.rule.alike and not check.lifts)
    own = tuple(check for check in second if check not in alike)
    return Guard(first, second, whole, tuple(check for check in whole if check.rule.listed), alike, own)


# --- house rules: whoever writes one in a notebook is told what is wrong with it ------------------

HOUSE_NAME: Final = re.compile(r"\w+:[^:/#\s]+(/[^#\s]+)?")  # as a record's header can hold it
YIELDS: Final[dict[str, tuple[type, ...]]] = {
    "excuses": (Excuse,),
    "costs": (Cost, Closed, type(None)),
    "shifts": (Shift,),
    "follows": (Event,),
    "does": (Event,),
    "answers": (Event,),
}


def _house_rule(function: Any) -> Rule:
    rule = getattr(function, "rule", None)
    if not isinstance(rule, Rule):
        name = getattr(function, "__name__", repr(function))
        raise RuleClash(f'{name} is no rule. Mark it, for example: @fm.forbids("house:no_woods", fm.Move)')
    if not HOUSE_NAME.fullmatch(rule.id):
        raise RuleClash(f"“{rule.id}” is no name for a rule. Write it as house:name, without spaces.")
    if rule.mark == "settles" and str(rule.about).partition(":")[0] not in Matter.names:
        known = " or ".join(f"“{name}”" for name in nearest(str(rule.about), Matter.names))
        raise RuleClash(
            f"{rule.id} settles “{rule.about}”, and no game asks for that.{known and f' Did you mean {known}?'}"
        )
    return rule


@contextmanager
def _nothing_changed_by(rule: Rule) -> Iterator[None]:
    """Tell whoever lets a rule change what is true that only events do."""
    try:
        yield
    except (AttributeError, TypeError) as error:
        if not any(sign in str(error) for sign in ("immutable type", "mappingproxy", "does not support item")):
            raise
        raise RuleClash(f"{rule.id} changes the game itself ({error}). A rule only says what it has to say.") from error


def _watched(rule: Rule) -> Rule:
    """Let a rule be told when it yields what the engine cannot use, rather than fail somewhere inside."""
    if rule.mark == "settles":
        return replace(rule, function=_settling(rule))
    wanted = YIELDS.get(rule.mark) or ((Reason,) if rule.grain == "order" else (Bar,))

    @wraps(rule.function)
    def asked(*about: Any) -> Iterator[Any]:
        with _nothing_changed_by(rule):
            said = rule.function(*about)
        if not isinstance(said, Iterable):
            raise RuleClash(f"{rule.id} never yields. Where it has something to say, let it {_advice(rule)}.")
        with _nothing_changed_by(rule):
            for each in said:
                if not isinstance(each, wanted):
                    raise RuleClash(f"{rule.id} yields {type(each).__name__}. Let it {_advice(rule)}.")
                yield each

    return replace(rule, function=asked)


def _settling(rule: Rule) -> Function:
    @wraps(rule.function)
    def asked(*about: Any) -> Any:
        with _nothing_changed_by(rule):
            return rule.function(*about)

    return asked


def _advice(rule: Rule) -> str:
    if rule.mark == "forbids":
        whole = "yield Reason(…), or say with bars= that it speaks of a set"
        return whole if rule.grain == "order" else "yield Bar(…) or Only(…), or leave bars= out"
    return f"yield {YIELDS[rule.mark][0].__name__}(…)"


# --- the book as a whole ------------------------------------------------------------------------


def _in_force(book: Rulebook, options: tuple[str, ...], house: tuple[Rule, ...]) -> tuple[Rule, ...]:
    written = (*book.all_rules, *house)
    _check_options(book, options)
    active = [rule for rule in written if not rule.option or rule.option in options]
    _check_ids(book, written)
    gone = {replaced for rule in active for replaced in rule.replaces}
    return tuple(rule for rule in active if rule.id not in gone)


def _check_options(book: Rulebook, options: tuple[str, ...]) -> None:
    known = {rule.option for rule in book.all_rules if rule.option}
    for option in options:
        if option not in known:
            hint = f" Its options are: {', '.join(sorted(known))}." if known else " It has no options."
            raise RuleClash(f"{book.title} has no option “{option:.80}”.{hint}")


def _check_ids(book: Rulebook, rules: tuple[Rule, ...]) -> None:
    ids: set[str] = set()
    for rule in rules:
        if rule.id in ids:
            raise RuleClash(
                f"{rule.id} stands twice in {book.title}. Give each function a name of its own: {rule.id}/name"
            )
        ids.add(rule.id)
    for rule in rules:
        named = (*rule.replaces, rule.excused) if rule.excused else rule.replaces
        for other in named:
            if other not in ids:
                near = ", ".join(nearest(other, ids)) or ", ".join(sorted(ids)[:6])
                verb = "excuses from" if other == rule.excused else "replaces"
                raise RuleClash(f"{rule.id} {verb} {other}, which {book.title} does not have. Near it: {near}.")
        _check_grain(rule)


def _check_grain(rule: Rule) -> None:
    if rule.mark != "forbids" or rule.grain == "order":
        return
    sorts = [SORTS[sort] for sort in rule.about.takes]
    if rule.grain not in sorts:
        instead = " or ".join(f'bars="{sort}"' for sort in sorts)
        hint = f"Write {instead}, or leave bars= out" if sorts else "Leave bars= out"
        speaks = f"speaks of {' and '.join(sorts)}" if sorts else "names nothing"
        raise RuleClash(f"{rule.id} bars {rule.grain}, but {_name(rule.about)} {speaks}. {hint}.")


def _name(about: Any) -> str:
    if isinstance(about, tuple):
        return " for ".join(map(_name, about))
    return about.__name__ if isinstance(about, type) else str(about)
