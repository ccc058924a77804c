"""What a reader sees of a battle that is open: its target on the map, its sum, what its results mean."""

import pytest

import fmbook as fm
from fmbook.orders import Attack
from fmbook.widgets.desk import Desk


def sighted(desk: Desk) -> tuple[str, ...]:
    return desk._scene().targets


def at_combat(system: str, scenario: str, *lines: str) -> fm.Game:
    """Go on to where an attack may be opened."""
    game = fm.new_game(system, scenario, seed=4)
    for line in lines:
        game.do(line)
    while not game.state.kit.book.questions[game.state.phase.kind].offers.count(Attack) or not game.legal_of(Attack):
        game.do(next(order for order in reversed(game.legal())))
    return game


SCHELDT = ("move 9/3 2540", "end-phase", "end-phase", "move 64 2541", "end-phase")


@pytest.mark.parametrize(
    ("system", "scenario", "lines"),
    [("drill", "flank", ()), ("scheldt", "braakman", SCHELDT), ("eben_emael", "first_minutes", ())],
)
def test_the_sight_stays_on_the_target_until_the_battle_is_over(system, scenario, lines):
    desk = Desk(at_combat(system, scenario, *lines))
    opened = desk.game.legal_of(Attack)[0]
    desk.give(opened)
    while desk.game.state.battle:
        assert opened.target in sighted(desk)
        drawn = [*desk.map._veils(), *desk.map._hints_of_scene()]
        assert "sights" in {shape.name for shape in drawn}
        desk.give(desk.game.legal()[0])
        desk.talk.answer("")
    assert desk.game.entries


def test_the_one_who_waits_sees_what_is_attacked():
    desk = Desk(at_combat("drill", "flank"), you="Red")
    desk.game.do("attack 0404")
    assert not desk.mine()
    assert sighted(desk) == ("0404",)
