"""Look up by name: the systems, their scenarios, rules and tables."""

from html import escape
from typing import Any, final, overload

from fmbook.books.cards import Cards, RuleCard, card
from fmbook.books.cards import book as written_book
from fmbook.books.systems import playable, rulebooks
from fmbook.books.systems import system as find_system
from fmbook.components.listings import load_listings
from fmbook.components.scenarios import scenario_names
from fmbook.components.tablefile import load_tables
from fmbook.core.calls import checked
from fmbook.core.errors import NoSuchName
from fmbook.library.differences import Differences, SideBySide

__all__ = ["cards", "differences", "rule", "rules", "scenarios", "systems", "tables"]


@checked
def systems() -> tuple[str, ...]:
    """Name the systems that can be played.

    >>> import fmbook as fm
    >>> fm.systems()
    ('drill', 'eben_emael', 'europa_41', 'scheldt', 'veritable', 'vimy')
    """
    return playable()


@checked
def scenarios(system: str) -> tuple[str, ...]:
    """Name the scenarios of a system.

    >>> import fmbook as fm
    >>> fm.scenarios("vimy")
    ('battle', 'first_morning', 'free', 'hill_145')
    """
    return scenario_names(find_system(system).id)


@checked
def rule(id: str) -> RuleCard:  # noqa: A002
    """Return the card of a rule: what it says, where it comes from, its clauses.

    >>> import fmbook as fm
    >>> print(fm.rule("fm:5.1").title)
    Movement restrictions
    """
    return card(id)


@checked
def cards(*ids: str) -> Cards:
    """Return several cards at once, each folded under its title: ``fm.cards("vimy:10.1", "vimy:10.2")``.

    >>> import fmbook as fm
    >>> print(str(fm.cards("fm:5.1")).splitlines()[0])
    Rule 5.1 of the standard rules · Movement restrictions
    """
    return Cards(tuple(map(card, ids)))


@checked
def rules(system: str) -> tuple[RuleCard, ...]:
    """Return all rule cards of a booklet, in its order.

    >>> import fmbook as fm
    >>> [rule.id for rule in fm.rules("vimy")][:3]
    ['vimy:10.1', 'vimy:10.2', 'vimy:10.3']
    """
    return tuple(written_book(find_system(system).id).cards.values())


@overload
def differences(system: str) -> Differences: ...


@overload
def differences() -> SideBySide: ...


@checked
def differences(system: str | None = None) -> Differences | SideBySide:
    """Tell what a booklet changes in the one that it builds on; without a name, all booklets side by side.

    >>> import fmbook as fm
    >>> print(str(fm.differences()).splitlines()[0])
    fm:2.3  The playing pieces
    """
    if system is not None:
        return Differences(find_system(system).book)
    return SideBySide(book for book in rulebooks() if book.extends)


@checked
def tables(system: str | None = None) -> "Tables":
    """Return the tables of a system by name, or those of all as ``vimy:crt``; print one to see its chart.

    >>> import fmbook as fm
    >>> sorted(fm.tables("drill"))
    ['assault', 'crt', 'guns', 'odds']
    """
    if system is not None:
        file = f"{find_system(system).id}/tables.toml"
        return Tables({**load_tables(file), **load_listings(file)})
    return Tables({f"{name}:{key}": table for name in playable() for key, table in tables(name).items()})


@final
class Tables(dict[str, Any]):
    """Tables by their names. Print it to see all charts; on a page each is folded."""

    def __missing__(self, name: str) -> Any:
        raise NoSuchName("table", name, self)

    def __str__(self) -> str:
        return "\n\n".join(f"{name}  {table}" for name, table in self.items())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The charts without a kernel, each under its name."""
        return "".join(
            f"<details><summary>{escape(name)}: {escape(table.title)} ({table.provenance.word})</summary>"
            f"{table._repr_html_()}</details>"
            for name, table in self.items()
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """IPython's own hook: the charts, not the record of a dictionary."""
        printer.text("…" if cycle else str(self))
