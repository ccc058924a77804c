"""A game reviewed: its curve, what was luck and what judgement, what is told of it; the same for one brought back."""

import re
from dataclasses import replace
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.orders import order
from fmbook.core.state import State
from fmbook.lessons import reviews
from fmbook.lessons.reviews import Review, known
from fmbook.opponents import review as working_out
from fmbook.opponents.review import Better, Change, Findings, Moment
from fmbook.opponents.search import Effort, dealt
from fmbook.opponents.strengths import between
from fmbook.play.game import Game
from fmbook.widgets.drawing.review_curve import curve_picture

GAMES = 8
BEGINNERS = {"Allied": "cadet", "German": "cadet"}


@pytest.fixture(autouse=True)
def few_games(monkeypatch, tmp_path):
    """Of each moment few games are played on, and nothing is known from before."""
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "none"))
    monkeypatch.setattr(working_out, "FEWEST", GAMES)
    monkeypatch.setattr(working_out, "MOST", GAMES)
    monkeypatch.setattr(working_out, "THOUGHT", Effort(8, 2_000))
    reviews._known.clear()


def played(seed: int = 3) -> Game:
    game = fm.new_game("drill", "bombardment", seed)
    return fm.play_out(game, {"Blue": "cadet", "Red": "sergeant"})


def change(number: int, side: str, luck: float, judgement: float, **more: Any) -> Change:
    return Change(number, 1, side, order("end-phase"), luck, judgement, 3.0)._replace(**more)


def findings(*changes: Change, start: int = 60, end: int = 0) -> Findings:
    curve = (Moment(0, 1, between(2 * start, 100)), Moment(9, 2, between(2 * end, 100)))
    return Findings(("Blue", "Red"), "turn", curve, changes, "Blue" if end == 100 else "Red" if not end else None, True)


# --- what is worked out ---------------------------------------------------------------------


def test_the_curve_leads_from_the_opening_to_the_end_and_knows_who_won():
    game = played()
    found = fm.review(game).findings
    assert (found.curve[0].number, found.curve[-1].number) == (0, len(game.orders))
    assert found.curve[-1].chance.share == (game.outcome is not None and game.outcome.winner == "Blue")
    assert [moment.number for moment in found.curve] == sorted({moment.number for moment in found.curve})
    assert all(moment.chance.games == GAMES for moment in found.curve)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_throw_that_nobody_could_have_left_is_luck_and_no_judgement(seed):
    for found in fm.review(played(seed)).findings.changes:
        if str(found.order) == "roll":
            assert found.judgement == 0
            assert found.fell
        elif not found.fell:
            assert found.luck == 0


@pytest.mark.parametrize("seed", [3, 4])
def test_luck_judgement_and_small_changes_add_up_to_what_became_of_the_chances(seed):
    found = fm.review(played(seed)).findings
    for side, other in (found.sides, found.sides[::-1]):
        parts = found.luck(side), found.judgement(side, side), found.judgement(other, side), found.rest(side)
        assert sum(parts) == pytest.approx(found.chance(side, -1) - found.chance(side, 0))


def test_a_game_from_a_code_is_reviewed_as_the_game_itself():
    game = played()
    once = fm.review(game).findings
    reviews._known.clear()
    assert fm.review(fm.resume(game.code())).findings == once


def test_progress_is_told_and_what_is_known_is_not_worked_out_again():
    game, told = played(), list[tuple[int, int]]()
    fm.review(game, tell=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert all(done <= total for done, total in told)
    count = len(told)
    fm.review(game, tell=lambda done, total: told.append((done, total)))
    assert len(told) == count > 0


def test_what_was_found_is_kept_with_the_reader_s_games_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    game = played()
    found = fm.review(game).findings
    assert not (tmp_path / "games").exists(), "who keeps no games keeps no reviews"
    reviews._known.clear()
    game.save("mine")
    fm.review(game)
    [path] = (tmp_path / "games" / "reviews").iterdir()
    reviews._known.clear()
    kept = known(game)
    assert kept is not None
    assert kept.findings == found
    reviews._known.clear()
    path.write_text("nonsense", encoding="utf-8")
    assert known(game) is None


def test_the_game_stays_as_it_is_and_may_be_unfinished():
    game = fm.new_game("drill", "bombardment", 3)
    game.do("end-phase")
    before = game.record()
    assert "stands at" in fm.review(game).verdict
    assert game.record() == before


def test_a_better_order_is_counted_by_what_its_side_could_see(monkeypatch):
    """The other hand is dealt anew in each of these play-outs, as many markers as it holds; on the curve it stays."""
    hands = list[tuple[tuple[int, ...], ...]]()

    def watched(state: State, side: int, unseen: int, seed: int) -> State:
        new = dealt(state, side, unseen, seed)
        assert new.hands[side] == state.hands[side]
        assert unseen in (0, len(state.hands[1 - side]))
        if unseen:
            hands.append((state.hands[1 - side], new.hands[1 - side]))
        else:
            assert new.hands == state.hands
        return new

    monkeypatch.setattr(working_out, "dealt", watched)
    for seed in range(4):
        found = fm.review(fm.play_out(fm.new_game("scheldt", "braakman", seed), BEGINNERS)).findings
        assert found.curve
    assert any(held != new for held, new in hands)
    assert all(len(held) == len(new) for held, new in hands)


@pytest.mark.parametrize(("name", "says"), [("bombardment", True), ("first_steps", False)])
def test_a_review_says_that_it_knows_both_hands_where_there_are_hands(name, says):
    review = fm.review(fm.new_game("drill", name, 1))
    assert ("both sides really held" in str(review)) is says


# --- what is told -----------------------------------------------------------------------------


def test_one_sentence_tells_the_loser_what_luck_and_what_orders_took():
    found = findings(change(1, "Blue", 0, -31), change(2, "Blue", -12, 0), change(3, "Red", 0, 3))
    said = "Blue, from 60 chances in 100, lost: luck -12, own orders -31, orders of Red +3, small changes -20."
    assert Review(found).verdict == said


def test_of_a_draw_the_first_side_is_told_where_it_stands():
    said = Review(findings(end=50)).verdict
    assert said.startswith("Blue, from 60 chances in 100, stands at 50:")


def test_a_game_is_told_as_either_side_saw_it():
    said = Review(findings(end=50)).told_of("Red")
    assert said.startswith("Red, from 40 chances in 100, stands at 50:")


def test_the_dearest_orders_of_either_side_come_first_and_three_are_enough():
    found = findings(*(change(number, "Red", 0, 10.0 + number) for number in range(4)), change(9, "Blue", 0, -20))
    assert [each.number for each in found.costly] == [9, 3, 2]
    assert [each.number for each in findings(*(change(n, "Red", n, 0) for n in range(5))).turning] == [4, 3, 2]


def test_what_chance_may_explain_is_called_too_close():
    clear, close = change(1, "Blue", 0, -30), change(2, "Blue", 0, -5)
    better = Better(order("roll"), 4.0, 3.0)
    lines = str(Review(findings(clear, close._replace(better=better)))).splitlines()
    [first] = [line for line in lines if "30 points lower" in line]
    [second] = [line for line in lines if "cost 5 points" in line]
    assert "too close" not in first
    assert first.endswith("the chances were 30 points lower. Nothing better was found."), "that is not called a cost"
    assert second.endswith("cost 5 points (too close to call). Better: rolling, by 4 points (too close to call).")


def test_a_throw_is_told_with_how_often_it_falls():
    found = findings(change(1, "Blue", -30, 0, fell="A1", share=1 / 6, order=order("roll")))
    assert "(1) Turn 1, Blue: rolling, A1, which falls in 17% of throws; 30 points for Red." in str(Review(found))


def test_what_is_told_has_the_number_under_which_it_stands_on_the_picture():
    found = findings(change(1, "Blue", -30, 0, fell="A1"), change(9, "Blue", 0, -20))
    found = replace(found, curve=(found.curve[0], Moment(1, 1, between(60, 100)), found.curve[1]))
    assert [(mark.number, mark.at) for mark in Review(found).marks] == [(1, 0), (2, 8)]
    [numbers] = [shape for shape in curve_picture(found).shapes if shape.name == "number"]
    assert [word for word, _ in numbers.words] == ["1", "2"]  # type: ignore[union-attr]


def test_the_picture_has_paper_of_its_own_and_marks_what_is_told():
    found = findings(change(9, "Blue", -30, -20))
    names = [shape.name for shape in curve_picture(found).shapes]
    assert names[0] == "paper"
    assert {"chance", "interval", "throw", "order"} <= set(names)
    html = Review(found)._repr_html_()
    assert html.startswith("<svg")
    assert re.search(r"aria-label=\"Chances of Blue after each order, from 60 to 0 in 100\"", html)


def test_names_in_a_review_are_no_markup():
    found = replace(findings(change(9, "Blue", -30, 0, fell="<b>")), turn_word="turn")
    assert "<b>" not in Review(found)._repr_html_()
