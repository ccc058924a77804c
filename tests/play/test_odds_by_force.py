"""Odds before the attack equal what comes out when every throw is made: all of them, really played."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

import fmbook as fm
from fmbook.books.systems import SYSTEMS
from fmbook.components.scenarios import load_scenario, setup_of
from fmbook.core.data import data_root
from fmbook.core.events import Eliminated, Rolled
from fmbook.mechanics.combat import odds
from fmbook.play.game import Game
from tests.tools.positions import changed, position, unit

Outcomes = Mapping[str, Fraction]


def by_force(game: Game, name: str = "plain") -> Outcomes:
    """Throw every throw that can fall, take each back, and add up how the fight comes out."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for label, share in outcomes(game, ""):
        found[LABELS[name](label)] += share
    assert sum(found.values()) == 1
    return found


def outcomes(game: Game, told: str) -> Iterator[tuple[str, Fraction]]:
    """Return each end of the fight with its share; between throws the first legal order is given."""
    given = answer_until_a_throw(game)
    if given is None:
        yield told, Fraction(1)
        return
    dice = dice_due(game)
    for roll in product(range(1, 7), repeat=dice):
        events = game.do("roll", roll=roll)
        shown = next(event for event in events if isinstance(event, Rolled))
        for label, share in outcomes(game, f"{told}/{shown.result}"):
            yield label, share / 6**dice
        while len(game.orders) > given:
            game.undo()


def answer_until_a_throw(game: Game) -> int | None:
    """Go on in the fight until the next throw is due; None when it is over."""
    while game.state.battle and not game.outcome:
        if fm.Roll() in game.legal():
            return len(game.orders)
        game.do(game.legal()[0])
    return None


def dice_due(game: Game) -> int:
    """Find by trying how many dice the throw takes."""
    for dice in (1, 2, 3):
        try:
            game.do("roll", roll=(1,) * dice)
        except fm.FmbookError:
            continue
        if len(game.steps[-1].thrown) == dice:
            game.undo()
            return dice
        game.undo()
    raise AssertionError("no number of dice fits")


def with_nerve(label: str) -> str:
    """``/D2/holds`` of a play is ``D2, falls back`` of the odds."""
    first, *then = label.strip("/").split("/", 1)
    return f"D2, {'falls back' if then[0].startswith('holds') else 'breaks'}" if first == "D2" else first


def last_throw(label: str) -> str:
    """The losses of the assault, ``2/1``, stand last, after what the machine guns took."""
    parts = label.strip("/").split("/")
    return "/".join(parts[-2:]) if len(parts) > 1 else "beaten off"


LABELS = {"plain": lambda label: label.strip("/"), "stacks": with_nerve, "sectors": last_throw}


# --- the drills ----------------------------------------------------------------------------------


def combats(drill: str, target: str, units: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    names = units.split()
    return ((drill, target, by) for size in range(1, len(names) + 1) for by in combinations(names, size))


ATTACKS = [
    *combats("flank", "0404", "B1 B2"),
    *combats("no_way_out", "mill", "B1 B2"),
    *combats("landing", "beach", "B1 B2"),
    *combats("stack", "hill", "B1 B2 B3"),
    *combats("sectors", "Casemate", "B1 B2"),
]


def declared(drill: str, target: str, by: tuple[str, ...]) -> Game:
    """Open the attack and let these join."""
    game = fm.new_game("drill", drill, seed=1)
    while not any(isinstance(order, fm.Attack) for order in game.legal()):
        game.do("end-phase")
    game.do(fm.Attack(target))
    for name in by:
        if game.can(fm.Join(name)):
            game.do(fm.Join(name))
    return game


def close_the_list(game: Game) -> None:
    while fm.Roll() not in game.legal():
        game.do("ready" if fm.Ready() in game.legal() else "hold-fire")


@pytest.mark.parametrize(("drill", "target", "by"), ATTACKS)
def test_the_odds_of_every_drill_are_those_of_playing_it(drill, target, by):
    game = declared(drill, target, by)
    close_the_list(game)
    units = game.state.setup.units
    assert game.state.battle is not None
    assert {units[number].id for number in game.state.battle.attackers} == set(by)
    planned = fm.new_game("drill", drill, seed=1).battle(target, by=by).odds()
    style = next(iter(game.state.setup.book.options), "plain")
    assert dict(planned) == dict(odds(game.state)) == by_force(game, style if style in LABELS else "plain")


@pytest.mark.parametrize("nerve", range(7))
def test_morale_is_thrown_after_a_retreat_only(nerve):
    game = position(
        "a  b\n  c  d", "B1 4-4-5 a", described("R1 2-2-5 b", nerve), options=("stacks",), phase="Blue combat phase"
    )
    planned = game.battle("b", by=["B1"]).odds()
    game.do("attack b")
    close_the_list(game)
    assert dict(planned) == by_force(game, "stacks")
    breaks = planned.chance(lambda result: result == "D2, breaks")
    falls = planned.chance(lambda result: result.startswith("D2"))
    assert breaks == falls * Fraction(6 - nerve, 6)


def described(counter: str, morale: int):
    return unit(counter, also={"morale": morale})


@pytest.mark.parametrize("steps", [(4, 8), (12, 4), (20, 8), (27, 20), (20, 1)])
def test_two_chained_throws_of_two_dice(steps):
    """Machine guns weaken the attack first: 36 times 36 throws."""
    game = Game(weakened(*steps), 1)
    while fm.Attack("Casemate") not in game.legal():
        game.do("end-phase")
    game.do("attack Casemate")
    game.do("join B1")
    close_the_list(game)
    planned = game.at(0).battle("Casemate", by=["B1"]).odds()
    assert dict(planned) == dict(odds(game.state)) == by_force(game, "sectors")


def weakened(attack: int, defence: int):
    form = load_scenario("drill", "sectors")
    for counter, points in zip(form.unit, (attack, 4, defence), strict=True):
        counter.steps = points
    return setup_of(form, "drill", "sectors", SYSTEMS["drill"].book)


@pytest.mark.parametrize("markers", [("+2",), ("+2", "+3"), ("+4", "+5"), ("+5",)])
@pytest.mark.parametrize("against", [(), ("+1",), ("+1", "+2")])
def test_support_on_either_side_is_in_the_odds(markers, against):
    game = fm.new_game("drill", "bombardment", seed=1)
    game.do("end-phase")
    game.do("bombard hill")
    for marker in markers:
        game.do(fm.Support(marker))
    if len(markers) < 2:
        game.do("hold-fire")
    for marker in against:
        game.do(fm.Support(marker))
    if fm.HoldFire() in game.legal():
        game.do("hold-fire")
    value = sum(map(int, markers)) - sum(map(int, against)) - 3
    assert by_force(game) == printed("Town or Hill", value)


# --- every row, every differential ---------------------------------------------------------------


def chart() -> Mapping[str, Mapping[int, tuple[str, ...]]]:
    """Read the printed chart by hand: for each row of terrain and each differential the six results.

    Every row begins in the leftmost column, with a differential of its own: tough ground shifts the chart.
    """
    written = tomllib.loads((data_root() / "fm" / "tables.toml").read_text(encoding="utf-8"))["crt"]
    head, *lines = (line.split() for line in written["chart"].strip().splitlines())
    columns = [tuple(map(int, label.split(","))) for label in head[1:]]
    found = {}
    for row in written["rows"]:
        steps = columns[column_of(columns, row["first"]) :]
        least, most = steps[0][0], steps[-1][-1]
        found[row["name"]] = {
            value: tuple(line[1 + column_of(steps, min(max(value, least), most))] for line in lines)
            for value in range(-30, 41)
        }
    return found


def column_of(columns: list[tuple[int, ...]], value: int) -> int:
    return next(number for number, column in enumerate(columns) if value in column)


CHART = chart()
TERRAIN = {"Peak": "peak", "Woods or Trench": "trench", "Town or Hill": "town", "Clear": "clear"}


def printed(row: str, value: int) -> Outcomes:
    found: dict[str, Fraction] = defaultdict(Fraction)
    for result in CHART[row][value]:
        found[result] += Fraction(1, 6)
    return found


def fight(row: str, value: int, *, across: str = "") -> Game:
    """One unit against one, on the ground of a row, with a differential; the defender has nobody behind him."""
    attack, defence = max(value, 0) + 1, max(-value, 0) + 1
    sides = {across: ["a/b"]} if across else {}
    game = position(
        "a  b  c\n  d  e  f", f"B1 {attack}-9-5 a", f"R1 9-{defence}-5 b", phase="Blue combat phase", sides=sides
    )
    setup, place = game.setup, game.board.at("b")
    if row in TERRAIN and row != "Clear":
        features = list(setup.board.features)
        features[place] = frozenset({TERRAIN[row]})
        setup = changed(setup, board=replace(setup.board, features=tuple(features)))
    return Game(setup, 1)


@pytest.mark.parametrize("value", range(-8, 15))
@pytest.mark.parametrize("row", CHART)
def test_every_row_and_differential_gives_the_printed_chances(row, value):
    across = "river" if row.startswith("River") else ""
    game = fight(row, value, across=across)
    planned = game.battle("b")
    assert planned.attack - planned.defence == value
    assert planned.sum.column.row == row
    game.do("attack b")
    close_the_list(game)
    assert dict(planned.odds()) == by_force(game) == printed(row, value)


def test_a_die_said_aloud_reads_the_column_that_the_preview_shows():
    game = fight("Clear", 4)
    planned = game.battle("b").sum
    game.do("attack b")
    for die in range(1, 7):
        rolled, *_ = (event for event in game.do("roll", roll=die) if isinstance(event, Rolled))
        assert rolled.result == planned.table.cell(die, planned.column)
        game.undo()


def test_the_worst_and_the_best_attack():
    assert fight("Clear", -8).battle("b").chance("(A)", "Ae") == 1
    assert fight("Clear", 14).battle("b").chance("De") == Fraction(1, 3)
    game = fight("Clear", 14)
    game.do("attack b")
    assert any(isinstance(event, Eliminated) for event in game.do("roll", roll=1))
