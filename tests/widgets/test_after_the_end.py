"""The end of a game: who won and by which rule, beside what happened and how others ended; and what may come next."""

import asyncio

import pytest
from ipywidgets import Button

import fmbook as fm
from fmbook.lessons import reviews
from fmbook.opponents import review as working_out
from fmbook.opponents.balance import balance
from fmbook.widgets.desk.afterwards import AGAIN, BACK_TO_GAME, PLAY_ON, REVIEW
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.tabs import REPLAY
from fmbook.widgets.reviewing import ReviewPage
from tests.tools.desks import labels, press

pytestmark = pytest.mark.usefixtures("desk_apart")


def ended(system: str = "drill", scenario: str = "first_steps", **seats: str) -> Desk:
    game = fm.new_game(system, scenario, seed=3)
    return desk(fm.play_out(game, dict.fromkeys(game.sides, "random")), **seats)  # type: ignore[arg-type]


def test_a_game_that_is_over_offers_to_look_back_and_to_play_again():
    on = ended()
    assert labels(on) == [REPLAY, REVIEW, AGAIN]
    press(on, REPLAY)
    assert on.parts.tabs_of[REPLAY].value
    assert on.parts.film.children == (on.replay,)  # above the map that it moves
    on._on_slide({"new": 1})
    assert "Back to the game" not in labels(on)  # Replay has that button itself
    on._on_button(on._leave_replay, None)
    assert (on.replaying.moment, on.parts.film.children) == (None, ())
    press(on, AGAIN)
    assert on.game.orders == ()
    assert on.game.outcome is None
    assert on.game.header[:2] == ("drill", "first_steps")
    assert on.parts.shell.says.startswith("A new game.")


def test_whoever_played_one_side_may_take_the_other_and_the_opponent_changes_too():
    on = ended(you="Blue", opponent="random")
    press(on, "Play Red")
    assert on.you == on.game.side == "Red"  # no loop runs here: the opponent has played Blue at once
    assert on.game.outcome is None


def test_the_end_is_told_beside_what_happened_and_beside_other_games():
    shown = ended("vimy", "first_morning").parts.side.value
    assert "In fact: " in shown
    [found] = (each for each in balance("vimy").measured if each.scenario == "first_morning")
    assert f"the Allies won {found.wins['Allied']} of {found.games} games between two machine players." in shown


def test_a_game_without_such_figures_ends_all_the_same():
    assert "In fact" not in ended().parts.side.value


# --- the review, and what-ifs -------------------------------------------------------------------


@pytest.fixture
def few_games(monkeypatch, tmp_path):
    """Of each moment few games are played on, and nothing is known from before."""
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "none"))
    monkeypatch.setattr(working_out, "FEWEST", 8)
    monkeypatch.setattr(working_out, "MOST", 8)
    reviews._known.clear()


def played(**seats: str) -> Desk:
    game = fm.new_game("drill", "bombardment", seed=3)
    return desk(fm.play_out(game, {"Blue": "cadet", "Red": "sergeant"}), **seats)  # type: ignore[arg-type]


def moments(on: Desk) -> list[Button]:
    """The buttons of the review, one for each moment that is told."""
    return [part for row in on.review.children for part in getattr(row, "children", ()) if isinstance(part, Button)]


def test_a_review_is_a_button_away_and_each_of_its_moments_is_shown_on_the_board(few_games):
    on = played()
    press(on, REVIEW)
    [box] = on.parts.page.children
    assert "<svg" in box.children[0].value
    found = fm.review(on.game)
    assert [button.description for button in moments(on)] == [str(mark.number) for mark in found.marks] != []
    moments(on)[-1].click()
    assert on.replaying.moment == found.marks[-1].at
    assert found.marks[-1].says.split(".")[0] in on.parts.shell.says
    assert labels(on) == ["Back to the game", PLAY_ON]
    moments(on)[0].click()
    press(on, "Moment 2")
    assert on.replaying.moment == found.marks[1].at


def test_a_review_tells_the_readers_own_story_and_goes_as_another_game_begins(few_games):
    for side in ("Blue", "Red"):
        on = played(you=side)
        press(on, REVIEW)
        [box] = on.parts.page.children
        assert f"<p>{side}, from " in box.children[0].value
    press(on, AGAIN)
    assert on.parts.page.children == ()


def test_from_a_moment_one_plays_on_as_a_marked_what_if_and_comes_back_to_the_game_as_it_was(few_games):
    on = played()
    game, before = on.game, on.game.record()
    press(on, REVIEW)
    moments(on)[0].click()
    moment = on.replaying.moment
    press(on, PLAY_ON)
    assert (on.game.given, on.game.outcome) == (moment, None)
    assert BACK_TO_GAME in labels(on)
    assert "what-if 1" in on.parts.prompt.value
    while not on.game.what_if:
        on.game.do(on.game.legal()[0])
    press(on, BACK_TO_GAME)
    assert on.game is game
    assert game.record() == before
    assert labels(on) == [REPLAY, REVIEW, AGAIN]


def test_a_moment_pressed_in_the_middle_of_a_what_if_shows_the_game_that_was_reviewed(few_games):
    on = played()
    game = on.game
    press(on, REVIEW)
    moments(on)[0].click()
    press(on, PLAY_ON)
    moments(on)[-1].click()
    assert on.game is game
    assert on.replaying.moment is not None


def test_the_page_stays_alive_while_a_review_is_worked_out_and_it_says_how_far_it_is(few_games):
    async def reviewed() -> list[str]:
        on, seen = played(), list[str]()
        press(on, REVIEW)
        for _ in range(20_000):
            seen.append(on.review.children[0].value)
            if on.review.is_done:
                break
            await asyncio.sleep(0.001)
        assert "The review is done." in on.parts.shell.says
        return seen

    seen = asyncio.run(reviewed())
    assert any("% done" in value for value in seen)
    assert "<svg" in seen[-1]


def test_a_review_that_ends_a_cell_opens_its_moments_on_a_desk_of_its_own(few_games):
    found = fm.review(played().game)
    page = ReviewPage(found)
    [button] = [part for part in page.children[0].children[1].children if isinstance(part, Button)]
    button.click()
    [below] = page.children[-1].children
    assert below.replaying.moment == found.marks[0].at
    assert below.you == found.loser
