"""Positions of the Scheldt for tests: a few units on the real board, in a turn and a phase; a game stands there.

A unit is named as in the order of battle, ``"4/2 3120"``, or made up, ``"A1 5-4-6 3120"``: A is Allied, G German.
Behind it may stand traits (``mobile``, ``engineer``) and ``depleted``. A unit without a hex is off the map.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import fmbook as fm
from fmbook.books.scheldt import SCHELDT
from fmbook.components.scenarios import (
    Scenario,
    SpecialForm,
    SupportForm,
    TrackForm,
    TurnForm,
    UnitForm,
    UnitsForm,
    setup_of,
)
from fmbook.core import data
from fmbook.core.state import Outcome
from fmbook.mechanics.combat import in_battle
from fmbook.play.game import Game
from tests.tools.positions import changed

MARCH, FIGHT, AGAIN, REBUILD = (
    f"Allied {kind} phase" for kind in ("movement", "combat", "mobile movement", "rebuilding")
)
GERMAN_MARCH, GERMAN_FIGHT, GERMAN_AGAIN, GERMAN_REBUILD = (
    f"German {kind} phase" for kind in ("movement", "combat", "mobile movement", "rebuilding")
)
TRACK = {box.number: box for box in data.load(TrackForm, "scheldt/track.toml").turn}
LISTED = {unit.id: unit for unit in data.load(UnitsForm, "scheldt/units.toml").unit}
ROAD = ("2021", "2022", "2123", "2124", "2125", "2126", "2127", "2027", "2028", "2029", "2030")
SPECIAL = (
    SpecialForm(kind="anti-tank", name="+5AT", side="German", value=5),
    SpecialForm(kind="naval", name="+10N", side="Allied", value=10, count=2),
)
FAR = ("44/15 3617", "245 1719")
"""Two units in corners, so that no side is without any."""


def unit(described: str) -> UnitForm:
    """Read one unit of a position."""
    id_, *rest = described.split()
    now = 1 if "depleted" in rest else 0
    traits = tuple(word for word in rest if word in ("mobile", "engineer"))
    places = [word for word in rest if word.isdigit()]
    at = places[0] if places else ""
    if id_ in LISTED:
        form = LISTED[id_]
        return UnitForm(
            id=id_, side=form.side, factors=form.factors, at=at, traits=form.traits, group=form.group, now=now,
            arrives=0 if at else form.arrives, entry=() if at else form.entry, kind=form.kind,
        )  # fmt: skip
    side = {"A": "Allied", "G": "German"}[id_[0]]
    return UnitForm(id=id_, side=side, factors=rest[0], at=at, traits=traits, now=now)


def front(
    *units: str,
    turn: int = 4,
    turns: int = 20,
    phase: str = MARCH,
    support: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    allotted: tuple[int, int] | None = None,
    special: Sequence[SpecialForm] = (),
    options: tuple[str, ...] = (),
    held: Mapping[str, tuple[str, ...]] | None = None,
    facts: Mapping[str, Any] | None = None,
    goal: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Game:
    """Set up a game of the Scheldt; each turn a side has all markers of its pool, or as many as are ``allotted``."""
    form = Scenario(
        title="a test",
        says="",
        sides=("Allied", "German"),
        turns=turns,
        from_turn=turn,
        unit=tuple(map(unit, units)),
        board="scheldt/board.toml",
        support=SupportForm(pools=support, special=tuple(special)),
        begins=phase,
        goal=dict(goal or {"kind": "hold", "side": "Allied", "hexes": ["1545"], "text": "held"}),
        held=dict(held or {}),
        facts=dict(facts or {}),
    )
    setup = setup_of(form, "scheldt", "a-test", SCHELDT, options)
    taken = allotted or (len(support[0]), len(support[1]))
    boxes = {
        number: TurnForm(number, box.name, numbers={**box.numbers, "support": taken}) for number, box in TRACK.items()
    }
    return Game(changed(setup, data={**setup.data, "track": boxes}), seed)


# --- what tests do again and again --------------------------------------------------------------------------


def until(game: Game, phase: str, turn: int = 0) -> Game:
    """End phases until one begins."""
    while not (phase == game.phase and turn in (0, game.turn)) and not game.outcome:
        game.do("end-phase")
    return game


def flee(game: Game) -> Game:
    """Let whoever is told to retreat take the first way of the list."""
    while game.state.ask and game.state.ask.what in ("retreat", "shelled"):
        game.do(next(order for order in game.legal() if order.verb == "retreat"))
    return game


def row_of(game: Game, target: str, *by: str) -> str:
    """Tell in which row of the table an attack is resolved."""
    return game.battle(target, by or None).sum.column.row


def cost(game: Game, name: str, to: str) -> str:
    """Tell what a march costs; nothing, if it cannot be made."""
    return game.reach(name).get(to, "")


def asked(game: Game) -> str:
    """Tell what is asked now; nothing, if no question is open."""
    return game.state.ask.what if game.state.ask else ""


def attackers(game: Game) -> list[str]:
    """Name the units in the attack that is open."""
    return [game.setup.units[number].id for number in in_battle(game.state).attackers]


def fired(game: Game, side: int) -> int:
    """Add up the markers that a side has played in the combat that is open."""
    return sum(int(game.setup.markers[number].value) for number in in_battle(game.state).support[side])


def rule_against(game: Game, order: str) -> str:
    """Name the rule that refuses an order."""
    verdict = game.can(order)
    assert not verdict, f"{order} is allowed"
    assert order not in map(str, game.legal()), f"{order} is refused and listed"
    return verdict.reasons[0].rule


def ended(game: Game) -> Outcome:
    """Return the outcome of a game that is over."""
    assert game.outcome, "the game is not over"
    return game.outcome


def scheldt(scenario: str = "campaign", seed: int = 1944) -> Game:
    """Begin a scenario as players do."""
    return fm.new_game("scheldt", scenario, seed)
