"""Positions for tests: a sketch, a few units, a phase; a game stands there."""

from collections.abc import Iterable
from typing import Any

from fmbook.game import Game
from fmbook.rulebook import Rulebook
from fmbook.rulebooks.drill import DRILL
from fmbook.scenarios import Scenario, SketchForm, SupportForm, UnitForm, kit_of


def unit(described: str, **more: Any) -> UnitForm:
    """Read ``"B1 5-4-6 b2"``: id, factors, hex (or no hex); the first letter of the id names the side."""
    id_, factors, *at = described.split()
    side = {"B": "Blue", "R": "Red"}[id_[0]]
    return UnitForm(id=id_, side=side, factors=factors, at=at[0] if at else "", **more)


def position(
    drawing: str,
    *units: str | UnitForm,
    phase: str = "Blue movement phase",
    turns: int = 3,
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    sides: dict[str, list[str]] | None = None,
    paths: dict[str, list[str]] | None = None,
    book: Rulebook = DRILL,
    options: tuple[str, ...] = (),
    house_rules: Iterable[Any] = (),
    seed: int = 1,
    goal: dict[str, Any] | None = None,
) -> Game:
    """Set a game up as drawn; ``support`` is the values of each side's markers, all of them in hand every turn."""
    form = Scenario(
        title="a test",
        says="",
        sides=("Blue", "Red"),
        turns=turns,
        unit=tuple(unit(each) if isinstance(each, str) else each for each in units),
        sketch=SketchForm(text=drawing, sides=sides or {}, paths=paths or {}),
        support=SupportForm(pools=support, allotments=((len(support[0]),), (len(support[1]),))),
        begins=phase,
        goal=goal or {"kind": "hold", "side": "Blue", "hexes": [], "text": ""},
    )
    return Game(kit_of(form, "drill", "a-test", book, options, tuple(house_rules)), seed)
