"""While something is asked that must be answered, its place, its odds and what the enemy did stay before the reader."""

import re
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.orders import EndPhase
from fmbook.opponents import OPPONENTS
from fmbook.opponents.search import Choice as Chosen
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.desk.traces import enemy_turn_told

pytestmark = pytest.mark.usefixtures("desk_apart")

ON = "Attack on 2938, as it stands"
SHUT = {"what": "shut"}
UNIT = re.compile(r"\bG\d+\b")


def sent_by(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(desk.parts.shell, "send", lambda content, *_: sent.append(content))
    return sent


def before_the_attack() -> Desk:
    desk = Desk(fm.new_game("vimy", "hill_145", 1917), you="Allied")
    desk.give(EndPhase())
    desk.give(EndPhase())
    for line in ("move II/261 2838", "end-phase", "end-phase"):
        desk.game.do(line)
    return desk


def attack(desk: Desk) -> None:
    desk.game.do("attack 2938")
    while desk.game.side != "Allied":
        desk.game.do("hold-fire")


def attacked() -> Desk:
    """A game in which the enemy attacks 2938 and the reader is asked for support."""
    desk = before_the_attack()
    attack(desk)
    return desk


def test_the_place_that_is_asked_about_is_brought_into_sight_once(monkeypatch):
    desk = before_the_attack()
    sent = sent_by(desk, monkeypatch)
    attack(desk)
    desk._on_place("3243")
    x, y, _ = desk.map.part("2938")
    assert [each for each in sent if each["what"] == "asked"] == [{"what": "asked", "at": [x, y]}]


def test_of_men_who_come_out_the_door_is_brought_into_sight(monkeypatch):
    game = fm.new_game("eben_emael", "first_minutes")
    desk = Desk(game, you="German")
    while game.state.phase.kind != "sortie":
        game.do("end-phase")
    sent = sent_by(desk, monkeypatch)
    game.do("sally C1 S14")
    x, y, _ = desk.map.part("S14")
    assert [each for each in sent if each["what"] == "asked"] == [{"what": "asked", "at": [x, y]}]


def test_the_odds_of_a_question_stay_above_whatever_is_clicked():
    desk = attacked()
    odds = desk.parts.side.value
    assert ON in odds
    desk._on_place("3243")
    assert desk.parts.side.value.startswith(odds)
    assert "3243" in desk.parts.side.value.removeprefix(odds)
    desk._on_rule({"what": "rule", "rule": "fm:8.3"})
    assert desk.parts.side.value.endswith(odds)


def test_the_chances_of_the_next_attack_come_before_the_last_throw():
    game = fm.new_game("vimy", "hill_145", 1917)
    desk = Desk(game, you="Allied")
    for line in ("move 85 2840", "end-phase", "shell III/261", "end-phase"):
        desk.give(fm.order(line))
    desk.give(fm.order("roll"))
    assert "fmbook-die" in desk.parts.throw.value
    desk._on_place("2740")
    assert desk.parts.throw.value == ""
    chances, _, throw = desk.parts.side.value.partition("fmbook-throw")
    assert "If you attack 2740" in chances
    assert "fmbook-die" in throw


def test_a_card_that_is_shut_leaves_what_was_refused_and_what_was_said():
    desk = Desk(fm.new_game("vimy", "hill_145", 1917), you="Allied")
    desk.give(fm.order("move 85 2740"))
    desk.show()
    refused, said = desk.parts.side.value, desk.parts.shell.says
    assert "not allowed" in refused
    for rule in ("fm:8.3", "fm:7.6"):
        desk._on_rule({"what": "rule", "rule": rule})
    assert not desk.parts.shell.refused
    desk._on_rule(SHUT)
    assert (desk.parts.side.value, desk.parts.shell.says) == (refused, said)
    assert desk.parts.shell.refused


def test_what_closes_a_card_stands_at_its_top():
    desk = attacked()
    desk._on_rule({"what": "rule", "rule": "fm:8.3"})
    assert desk.parts.side.value.index("fmbook-shut") < desk.parts.side.value.index("<h3>")


def test_the_enemys_ways_stay_when_the_reader_answers_in_its_turn_and_for_the_turn_after_it():
    desk = attacked()
    assert desk.showing.traces
    desk.give(fm.order("hold-fire"))
    desk.game.do("roll")
    desk.take_theirs(lambda: Chosen(EndPhase()))
    assert desk.mine()
    assert [desk.game.board.name(trace.way[-1]) for trace in desk.showing.traces] == ["2838"]
    desk.give(EndPhase())
    assert [desk.game.board.name(trace.way[-1]) for trace in desk.showing.traces] == ["2838"]


def test_when_the_enemys_turn_ends_a_sentence_says_what_it_did():
    desk = attacked()
    desk.give(fm.order("hold-fire"))
    desk.game.do("roll")
    assert "What the enemy did" not in desk.said
    desk.take_theirs(lambda: Chosen(EndPhase()))
    assert "What the enemy did: " in desk.said
    assert "attack on 2938 without success" in desk.said


def test_whoever_is_gone_is_not_told_as_worn_or_driven_back_too_and_men_who_came_out_are_named():
    gone, told = set[str](), list[str]()
    for seed in range(4):
        game, chance = fm.new_game("eben_emael", "first_minutes", seed), Random(seed)
        while not game.outcome:
            game.do(OPPONENTS["greedy"](game, chance))
            said = enemy_turn_told(game, "German").removeprefix("What the enemy did: ")
            parts = said.split("; ")
            lost = "; ".join(part for part in parts if "eliminated" in part)
            others = [part for part in parts if "eliminated" not in part]
            gone |= (names := set(UNIT.findall(lost)))
            assert names.isdisjoint(UNIT.findall("; ".join(others)))
            told += others
    assert gone
    assert any("came out" in each for each in told)
    assert any("men lost by" in each for each in told)
    assert not any("steps" in each for each in told)


def test_of_a_turn_without_an_attack_the_sentence_says_who_marched_and_no_phase_stands_before_it():
    desk = Desk(fm.new_game("scheldt", "campaign"), you="Allied", decisions=False)
    for _ in range(3):
        desk.give(EndPhase())
    desk.take_theirs(lambda: Chosen(fm.order("move 712 2918")))
    while not desk.mine():
        desk.take_theirs(lambda: Chosen(EndPhase()))
    assert desk.said.startswith("What the enemy did: 712 marched.")
    assert "phase begins" not in desk.said


def test_all_that_a_side_has_added_marker_by_marker_is_told_at_once():
    game = fm.new_game("scheldt", "campaign")
    desk = Desk(game, decisions=False)
    for line in ("move 6/2 3119", "move 5/2 3118", "end-phase", "attack 3018", "join 6/2", "join 5/2", "support +1"):
        desk.give(fm.order(line))
    desk.give(fm.order("support +2"))
    assert desk.said.startswith("The Allies fire in support: +1 and +2.")
