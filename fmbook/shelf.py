"""What stands on the shelf: the systems, their scenarios, rules and tables, by name."""

from collections.abc import Mapping

from fmbook.differences import Differences
from fmbook.library import Cards, RuleCard, card
from fmbook.library import book as written_book
from fmbook.mechanics.tables import Table, load_tables
from fmbook.scenarios import scenario_names
from fmbook.systems import playable
from fmbook.systems import system as find_system

__all__ = ["cards", "differences", "rule", "rules", "scenarios", "systems", "tables"]


def systems() -> tuple[str, ...]:
    """Name the systems that can be played."""
    return playable()


def scenarios(system: str) -> tuple[str, ...]:
    """Name the scenarios of a system."""
    return scenario_names(find_system(system).id)


def rule(id: str) -> RuleCard:  # noqa: A002
    """Give the card of a rule: what it says, where it comes from, its clauses."""
    return card(id)


def cards(*ids: str) -> Cards:
    """Give several cards at once, each folded under its title: ``fm.cards("vimy:10.1", "vimy:10.2")``."""
    return Cards(tuple(map(card, ids)))


def rules(system: str) -> tuple[RuleCard, ...]:
    """Give all rule cards of a booklet, in its order."""
    return tuple(written_book(find_system(system).id).cards.values())


def differences(system: str) -> Differences:
    """Tell what a booklet changes in the one that it builds on."""
    return Differences(find_system(system).book)


def tables(system: str) -> Mapping[str, Table]:
    """Give the tables of a system by name; print one to see its chart."""
    return load_tables(f"{find_system(system).id}/tables.toml")
