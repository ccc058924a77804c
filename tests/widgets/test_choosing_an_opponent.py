"""Who plays the other side: the desk says so, and the reader may choose another one in the middle of a game."""

import pytest

import fmbook as fm
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.tabs import OPPONENT

pytestmark = pytest.mark.usefixtures("desk_apart")


def against(opponent: str | None) -> Desk:
    you = None if opponent is None else "Blue"
    return desk(fm.new_game("drill", "march"), you=you, opponent=opponent)


def choose(on: Desk, name: str) -> None:
    on.parts.tabs_of[OPPONENT].value = True
    on.against.chosen[name].click()


def test_the_desk_says_who_plays_and_offers_everybody_with_what_they_do_and_how_strong_they_are():
    on = against("cadet")
    assert on.parts.tabs_of[OPPONENT].description == "Opponent: machine (cadet)"
    on.parts.tabs_of[OPPONENT].value = True
    [page] = on.parts.page.children
    assert list(page.chosen) == [player.name for player in fm.players()]
    told = [row.children[1].value for row in page.children[:-1]]  # the last one is its pace
    assert all(player.says in said for player, said in zip(fm.players(), told, strict=True))
    assert "of " in told[-1]
    assert "games" in told[-1]


def test_another_opponent_goes_on_with_the_same_game_and_is_in_the_line_that_brings_it_back():
    on = against("cadet")
    on.game.do(on.game.legal()[0])
    given = on.game.given
    choose(on, "captain")
    assert on.opponent == "captain"
    assert on.game.given == given
    assert on.parts.tabs_of[OPPONENT].description == "Opponent: machine (captain)"
    assert on.parts.shell.says.startswith("From now on the machine (captain) plays Red.")
    on._show_code()
    assert 'opponent="captain"' in on.said


def test_whoever_is_chosen_plays_again_after_two_people_had_played():
    on = against("cadet")
    on.parts.shared.value = True
    assert on.parts.tabs_of[OPPONENT].description == OPPONENT
    choose(on, "sergeant")
    assert not on.parts.shared.value
    assert (on.you, on.opponent) == ("Blue", "sergeant")


def test_a_desk_for_two_people_has_nobody_to_choose():
    assert OPPONENT not in against(None).parts.tabs_of
