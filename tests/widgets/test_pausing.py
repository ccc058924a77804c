"""A desk stops for a decision: the card, the reason, the buttons, what came of it; and the switch."""

from pathlib import Path

import pytest

import fmbook as fm
from fmbook.lessons import notes
from fmbook.widgets.desk.desk import Desk, desk
from tests.tools.desks import decide, end_phase, labels, paused_labels

PLAYED = Path(__file__).parents[1] / "playthroughs"

pytestmark = pytest.mark.usefixtures("desk_apart")


@pytest.fixture(autouse=True)
def _nothing_is_written_yet(monkeypatch):
    monkeypatch.setattr(notes, "_kept", {})


def stopped(**how) -> Desk:
    """A desk on which the guns are to fire on the first morning."""
    on = desk(fm.new_game("vimy", "battle"), **how)
    end_phase(on)
    return on


def words(on: Desk) -> str:
    """All that stands in the box of a decision."""
    return "".join(part["words"] for part in on.card.put)


def test_the_desk_stops_shows_what_was_known_and_takes_no_order_until_somebody_has_chosen():
    on = stopped()
    assert "Major Shaw, 87th Battalion" in on.parts.prompt.value
    assert "football field" in words(on)
    assert labels(on) == []
    on._on_place("2740")
    assert len(on.game.orders) == 1
    decide(on, "(b)", "<b>Cover</b>")
    assert on.game.remarks == ("20.d1 (b) Ask them to spare it. Because: <b>Cover</b>",)
    assert "End phase" in labels(on)


def test_a_decision_lies_below_all_buttons_so_that_none_of_its_own_comes_where_another_one_was():
    on = stopped()
    lie = [
        part
        for part in on.parts.head.children
        if part is on.parts.pause or on.parts.undo in getattr(part, "children", ())
    ]
    assert lie[-1] is on.parts.pause
    assert len(lie) == 2


def test_what_was_chosen_in_fact_is_told_when_the_turn_is_over_and_nothing_typed_becomes_markup():
    on = stopped()
    decide(on, "(b)", "<b>Cover</b>")
    assert "It was spared" not in words(on)
    while on.game.turn == 1:
        on.game.do("end-phase")
    assert "It was spared" in words(on)
    assert "<b>" not in words(on)
    decide(on, "Close")
    assert on.card.put == []


def test_who_will_not_wait_is_told_at_once():
    on = stopped()
    decide(on, "(a)")
    decide(on, "Tell me now")
    assert "It was spared" in words(on)
    assert "It was spared" in on.parts.shell.says


def test_a_stop_and_what_comes_of_it_are_told_by_one_widget():
    on = stopped()
    assert on.parts.pause.children == (on.card,)
    before = on.card.comm.comm_id
    decide(on, "(a)")
    assert paused_labels(on) == ["Tell me now"]
    decide(on, "Tell me now")
    assert paused_labels(on) == ["Close"]
    assert on.parts.pause.children == (on.card,)
    assert on.card.comm.comm_id == before


def test_a_press_that_names_no_button_of_the_card_does_nothing():
    on = stopped()
    for press in (None, {}, {"about": on.card.put[0]["about"], "label": "(z)"}, {"about": "told", "label": "Close"}):
        on.card._handle_custom_msg(press, [])
    assert on.game.remarks == ()
    assert on.parts.shell.fault == ""
    assert paused_labels(on)[-1] == "Play on without choosing"


def test_somebody_of_the_other_side_is_introduced_with_why_now_and_ones_own_is_not():
    own = stopped(you="Allied", opponent="random")
    assert "on the other side" not in own.parts.prompt.value
    assert "their eyes" not in words(own)
    on = desk(fm.new_game("eben_emael", "historical"), you="German", opponent="random")
    end_phase(on)
    assert "Meanwhile, on the other side. Pause and decide: Major Jottrand" in on.parts.prompt.value
    assert "Your gliders are about to land" in words(on)
    assert "their eyes" in words(on)


def test_one_may_play_on_without_choosing():
    on = stopped()
    decide(on, "Play on without choosing")
    assert on.card.put == []
    assert on.game.remarks == ()
    assert "End phase" in labels(on)


def test_decisions_are_switched_off_at_the_desk_or_by_the_call():
    on = stopped()
    on.parts.stops.value = False
    assert on.card.put == []
    assert "End phase" in labels(on)
    off = stopped(decisions=False)
    assert off.parts.stops is None
    assert off.parts.pause.children == ()


def test_a_decision_may_be_typed_at_the_desk():
    on = stopped()
    on.parts.line.value = "decide a because the guns are there"
    on._say_it()
    assert on.game.remarks == ("20.d1 (a) Let the guns destroy it. Because: the guns are there",)
    assert "End phase" in labels(on)


def test_a_desk_of_a_game_without_moments_has_no_switch_for_them():
    assert desk(fm.new_game("drill", "march")).parts.stops is None


def test_the_cost_in_people_of_both_sides_stands_below_the_story_and_follows_the_replay():
    game = fm.replay((PLAYED / "vimy-hill_145.txt").read_text(encoding="utf-8"))
    on = desk(game)
    assert "Lost in this game so far: the Allies" in on.parts.story.value
    assert "people)" in on.parts.story.value
    on.parts.tabs_of["Replay"].value = True
    on.replay.slider.value = 1
    assert "Lost in this game so far" not in on.parts.story.value


def test_the_front_in_fact_is_switched_on_drawn_under_the_counters_and_told_below_the_map():
    on = desk(fm.new_game("vimy", "battle"))
    assert on.parts.key.value == ""
    on.parts.front.value = True
    assert "La Folie Farm" in on.parts.key.value
    assert "drawn for this book" in on.parts.key.value
    assert {"front-case", "front"} <= {shape.name for shape in on.map._veils()}
    on.parts.front.value = False
    assert on.parts.key.value == ""
    assert "front" not in {shape.name for shape in on.map._veils()}


def test_a_fort_has_no_front_to_show():
    assert desk(fm.new_game("eben_emael")).parts.front is None


def test_two_people_may_go_on_with_a_game_that_was_begun_against_an_opponent_and_back():
    on = desk(fm.new_game("drill", "march"), you="Blue", opponent="random")
    on.parts.shared.value = True
    end_phase(on)
    while on.game.side == "Blue":
        end_phase(on)
    given = len(on.game.orders)
    assert on.mine()
    assert on.game.side == "Red"
    assert "End phase" in labels(on)
    on.parts.shared.value = False
    assert len(on.game.orders) > given  # the opponent has answered
    assert on.game.side == "Blue"


def test_only_a_game_against_an_opponent_has_a_switch_for_two_players():
    assert desk(fm.new_game("drill", "march")).parts.shared is None


def test_nobody_sees_the_enemys_markers_by_asking_for_a_second_player():
    game = fm.new_game("vimy", "hill_145", 3)
    on = desk(game, you="German", opponent="random")
    on.opposing.stop()
    while game.side == "German":
        game.do("end-phase" if game.can("end-phase") else game.legal()[0])
    on.parts.shared.value = True
    assert on.curtain
    assert on.position.hand("Allied") == ()
