"""What a reader sees of a battle that is open: its target on the map, its sum, what its results mean."""

import html
import re

import pytest

import fmbook as fm
from fmbook.core.orders import Attack
from fmbook.text import battle_in_words
from fmbook.widgets.desk import panels, scene
from fmbook.widgets.desk.desk import Desk
from tests.tools.veritable_positions import FIELD, FIGHT, front


def sighted(desk: Desk) -> tuple[str, ...]:
    return desk.showing.scene().targets


def at_combat(system: str, scenario: str, *lines: str) -> fm.Game:
    """Go on to where an attack may be opened."""
    game = fm.new_game(system, scenario, seed=4)
    for line in lines:
        game.do(line)
    while not game.state.setup.book.questions[game.state.phase.kind].offers.count(Attack) or not game.legal_of(Attack):
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
        assert opened.names[0] in sighted(desk)
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


def beside(game: fm.Game, target: str) -> str:
    desk = Desk(game)
    desk.choice = scene.Choice(desk.choice.chooser, plan=target)
    desk.show()
    return str(desk.parts.side.value)


def test_the_odds_that_are_told_are_true_and_so_is_what_is_made_of_them():
    game = front(FIELD, "A1 9-1-1 b2", "G1 1-1-1 b3", phase=FIGHT)
    assert "9 against 1 is <strong>9:1, read as 6:1 (the last column)</strong>" in beside(game, "b3")
    assert "9 against 1, which is 9:1, read as 6:1 (the last column)." in battle_in_words(game.battle("b3"))
    game = front(FIELD, "A1 7-1-1 b2", "G1 1-4-1 b3", phase=FIGHT)
    assert "7 against 4 is <strong>1.75:1, rounded to 1:1</strong>" in beside(game, "b3")
    game = front(FIELD, "A1 4-1-1 b2", "G1 1-2-1 b3", phase=FIGHT)
    assert "4 against 2 is <strong>2:1</strong>" in beside(game, "b3")


def test_columns_are_told_from_strength_and_said_to_move_the_odds():
    game = front(FIELD, "A1 4-1-1 b2", "G1 1-2-1 b3", phase=FIGHT, town="b3")
    shown = beside(game, "b3")
    assert "<strong>2:1, then 1 column left: 1:1</strong>" in shown
    assert "<td class='fmbook-number'>−1 column</td>" in shown
    assert "<td class='fmbook-number'>+4</td>" in shown
    game = front(FIELD, "A1 1-1-1 b2", "G1 1-2-1 b3", phase=FIGHT, town="b3")
    assert "1:2, then 1 column left: 1:2, where the table ends" in beside(game, "b3")


BEACH = "Any of Ae, (A), A1, A2, A3 eliminates the Allied unit that landed"
MEANS = "One unit of the attack, picked by its owner, loses a step"


def test_a_beach_is_spoken_of_where_somebody_has_landed_on_an_enemy_and_nowhere_else():
    inland = at_combat("scheldt", "braakman", *SCHELDT)
    assert BEACH not in beside(inland, "2540")
    assert MEANS in beside(inland, "2540")
    landing = fm.new_game("scheldt", "walcheren", seed=2)
    landing.do("land 146/49 2042")
    assert BEACH in beside(landing, "2042")


def test_a_bombardment_is_explained_by_its_own_rule():
    game = fm.new_game("scheldt", "braakman", seed=9)
    for line in ("move 9/3 2540", "move 8/3 2739", "end-phase", "bombard 2940"):
        game.do(line)
    shown = scene.in_battle(game)
    assert "Results against the attacker do nothing." in shown
    assert MEANS not in shown


def test_each_sign_of_the_odds_is_explained_once_in_a_list():
    shown = beside(at_combat("scheldt", "braakman", *SCHELDT), "2540")
    signs = shown.partition("<ul class='fmbook-signs'>")[2].partition("</ul>")[0]
    assert signs.startswith("<li>")
    assert signs.count("the defender pays") == 1


def test_beside_each_marker_stands_how_likely_each_side_is_to_pay_and_that_is_all_that_can_come():
    game = fm.new_game("vimy", "hill_145", 1917)
    for line in ("move 85 2840", "end-phase", "end-phase", "attack 2740"):
        game.do(line)
    shown = scene.in_battle(game).partition("</table>")[0]
    rows = [row for row in shown.split("<tr>") if "Support +2" in row or "Support +3" in row]
    assert len(rows) == 2
    for row in rows:
        assert "(column +8 or +9)" in row
        assert sum(map(int, re.findall(r"(\d+)% <span>", row))) == 100
        assert [*re.findall(r"<span>(.*?)</span>", row)] == [pays for _, pays in panels.SIGNS.values()]


def test_how_an_attack_may_end_is_said_beside_the_question_before_it_is_opened_and_before_the_throw():
    on = Desk(fm.new_game("drill", "flank"), you="Blue")
    while "combat" not in on.game.phase:
        on.give(fm.order("end-phase"))
    on._on_place("0404")
    ends = "Of 6 throws 1 goes well, 2 cost both sides, 1 changes nothing, 2 go badly."
    assert on.parts.shell.says.startswith(f"Attack 0404 with all who can join? {ends} ")
    assert "throws" not in on.parts.prompt.value
    for order in ("attack 0404", "join B1", "join B2", "ready"):
        if on.game.can(order):
            on.give(fm.order(order))
    while on.game.prompt.text != "Blue: throw the die.":
        on.game.do("hold-fire")
    assert ends in on.parts.prompt.value


def test_a_column_for_two_differences_is_not_written_like_two_bonuses():
    shown = beside(fm.new_game("drill", "flank"), "0404")
    assert re.search(
        r"Town or Hill, column \+\d or \+\d, which is no better than [+-]?\d in the open", html.unescape(shown)
    )


def test_what_either_side_adds_to_an_attack_is_said_in_a_line_of_its_own_before_and_after_the_throw():
    game = fm.new_game("vimy", "hill_145", 1917)
    for line in ("move 85 2840", "end-phase", "end-phase", "attack 2740"):
        game.do(line)
    desk = Desk(game, you="Allied")
    assert "support: " not in desk.parts.side.value
    for line in ("support +3", "hold-fire"):
        game.do(line)
    marker = next(order for order in game.legal() if order.verb == "support")
    game.do(marker)
    while game.prompt.rule != "fm:7.6":
        game.do("hold-fire")
    assert "The Germans add nothing more." in str(game.diary)
    assert "hold their fire" not in str(game.diary)
    name = marker.names[0]
    theirs = f"The Germans add {name} in support: 2 becomes {2 + int(name)}."
    lines = ["The Allies add +3 in support: 8 becomes 11.", theirs]
    assert all(line in desk.parts.side.value for line in lines)
    assert all(line not in desk.parts.throw.value for line in lines)
    desk.give_by_button(fm.order("roll"))
    desk.show()
    assert all(line in desk.parts.throw.value for line in lines)
