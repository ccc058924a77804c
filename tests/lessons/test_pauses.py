"""Where a game stops for a decision: at its moment, once, with a remark in the record; told when the turn is over."""

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.lessons import notes
from fmbook.lessons.exercises import moments_of
from fmbook.lessons.pauses import Pauses, pauses_of
from fmbook.lessons.sidelights import Sidelight
from fmbook.mechanics.sequence import phases
from fmbook.play.game import Game
from fmbook.text import Talk

WHOLE = {"30": "historical"}
CHAPTERS = {"10": "scheldt", "20": "vimy", "30": "eben_emael", "40": "veritable"}


@pytest.fixture(autouse=True)
def _nothing_is_written_yet(monkeypatch):
    monkeypatch.setattr(notes, "_kept", {})


def shelled() -> tuple[Game, Pauses]:
    """The guns are to fire on the first morning, and Hill 145 is German."""
    game = fm.new_game("vimy", "battle")
    stops = pauses_of(game)
    assert stops.due is None  # nobody is stopped before a first order
    game.do("end-phase")
    return game, stops


def next_turn(game: Game) -> None:
    turn = game.turn
    while game.turn == turn and not game.outcome:
        game.do("end-phase")


def test_a_game_stops_at_its_moment_and_goes_on_when_somebody_has_chosen():
    game, stops = shelled()
    assert stops.due
    assert stops.due.id == "20.d1"
    stops.choose("b", "A whole trench is cover.")
    assert stops.due is None
    assert game.remarks == ("20.d1 (b) Ask them to spare it. Because: A whole trench is cover.",)
    assert fm.decide("20.d1").written.endswith("Because: A whole trench is cover.")


def test_what_was_chosen_in_fact_is_told_when_the_turn_is_over_and_once():
    game, stops = shelled()
    stops.choose("a")
    assert stops.news() == ""
    next_turn(game)
    assert "It was spared." in stops.news()
    assert stops.news() == ""


def test_the_moment_of_hill_145_comes_while_the_hill_is_german_and_not_otherwise():
    game, stops = shelled()
    stops.put_off()
    next_turn(game)
    next_turn(game)
    assert game.turn == 3
    assert stops.due
    assert stops.due.id == "20.d3"
    taken = fm.new_game("vimy", "hill_145")  # a day later
    later = pauses_of(taken)
    taken.do("end-phase")
    assert later.due is None


def test_a_game_that_comes_back_does_not_ask_again_what_stands_in_its_record():
    game, stops = shelled()
    stops.choose("a")
    notes.keep("20.d1", "")  # another session
    assert pauses_of(fm.replay(game.record()), 0).due is None
    assert pauses_of(fm.resume(game.code()), 0).due is not None


def test_it_is_not_asked_what_was_put_off_or_decided_in_the_chapter_nor_of_orders_that_others_gave():
    game, stops = shelled()
    assert pauses_of(game).due is None
    stops.put_off()
    assert stops.due is None
    with pytest.raises(FmbookError, match="Nothing waits"):
        stops.choose("a")
    fm.decide("20.d1").choose("a")
    assert pauses_of(game, 0).due is None


def test_nobody_is_stopped_within_a_battle():
    game = fm.new_game("veritable", "first_days")
    stops = pauses_of(game)
    game.do("fight-first")
    assert stops.due
    assert stops.due.id == "40.d1"
    game.do("attack 0605")
    assert stops.due is None


def test_a_system_without_a_chapter_of_moments_never_stops():
    game = fm.new_game("drill", "march")
    game.do("end-phase")
    assert pauses_of(game, 0).due is None


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_moment_names_phases_places_and_a_side_of_its_game(chapter):
    game = fm.new_game(CHAPTERS[chapter], WHOLE.get(chapter))
    for moment in moments_of(chapter):
        kinds = {phase.kind for phase in phases(game.setup, moment.decision.turn)}
        assert {*moment.decision.phases} <= kinds
        assert {*moment.decision.at} <= {*game.board.places}
        assert bool(moment.decision.held) == bool(moment.decision.at)
        assert moment.decision.held in ("", *game.sides)


# --- in words ---------------------------------------------------------------------------------


def talk() -> Talk:
    speaker = Talk(fm.new_game("vimy", "battle"), "Allied", "random", aside=Sidelight)
    assert "Pause and decide" not in speaker.greeting()
    return speaker


def test_in_words_the_game_stops_takes_an_answer_and_tells_at_the_end_of_the_turn():
    speaker = talk()
    assert "(b) Ask them to spare it." in speaker.answer("end-phase")
    refused = speaker.answer("end-phase")
    assert refused.startswith("First there is something to decide.")
    assert "Kept in the record" in speaker.answer("decide b because rubble blocks the climb")
    assert "It was spared." in speaker.answer("end-phase")
    assert speaker.game.remarks == ("20.d1 (b) Ask them to spare it. Because: rubble blocks the climb",)


def test_in_words_one_may_play_on_or_ask_at_once_what_came_of_it():
    speaker = talk()
    speaker.answer("end-phase")
    assert "Choose by a letter: a, b" in speaker.answer("decide z")
    assert "does not ask again" in speaker.answer("decide later")
    assert "Nothing waits" in speaker.answer("decide")
    other = talk()
    other.answer("end-phase")
    other.answer("decide (a)")
    assert "It was spared." in other.answer("decide")


def test_a_talk_that_was_told_of_no_stops_has_none():
    speaker = Talk(fm.new_game("vimy", "battle"), "Allied")
    assert "lay bombardment markers" in speaker.answer("end-phase")
    assert "does not stop" in speaker.answer("decide a")
