"""February 1945 beside a game: dated, and sourced from what can be opened or ordered."""

import re

import pytest

import fmbook as fm
from fmbook.geometry.boardfile import load_board
from fmbook.lessons.historyfile import history

TOLD = history("veritable")


def test_every_event_is_dated_sourced_and_in_order():
    assert [event.turn for event in TOLD.event] == sorted(event.turn for event in TOLD.event)
    assert {event.turn for event in TOLD.event} == set(range(1, 8))
    for event in TOLD.event:
        assert "February" in event.when
        assert event.says.endswith(".")


def test_every_event_lies_in_the_two_days_of_its_turn_but_the_night_before():
    for event in TOLD.event[1:]:
        days = [int(day) for day in re.findall(r"\b(\d+)(?:(?= and)|(?= to)|(?= February))", event.when)]
        assert (days[0] - 6) // 2 == event.turn, event.when


def test_every_source_is_used_and_none_is_hearsay():
    used = {key for said in (*(event.source for event in TOLD.event), TOLD.cost.source) for key in said.split(", ")}
    assert used == TOLD.sources.keys()
    assert not any("commonly told" in source or "not checked" in source for source in TOLD.sources.values())


def test_every_place_is_on_the_board_and_falls_in_a_turn_that_tells_of_it():
    board = load_board("veritable/board.toml")
    for place in TOLD.place:
        assert place.on(board)
        assert place.name in " ".join(event.says for event in TOLD.of_turn(place.turn))


@pytest.mark.parametrize("unread", ["43rd", "116th", "Materborn heights", "Horrocks"])
def test_what_could_not_be_read_is_not_told(unread):
    assert unread not in " ".join(event.says for event in TOLD.event)


def test_the_town_of_the_goal_is_compared():
    game = fm.new_game("veritable", "cleve")
    assert [name for name, _, _ in fm.compare(game).falls] == ["Cleve"]
