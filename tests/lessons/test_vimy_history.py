"""Vimy in 1917 beside a game: dated, sourced, and read off the game without a second account of the rules."""

import re

import fmbook as fm
from fmbook.lessons.history import compare
from fmbook.lessons.historyfile import history

TOLD = history("vimy")


def first_morning(*orders: str) -> fm.Game:
    game = fm.new_game("vimy", "first_morning")
    for order in orders:
        game.do(order)
    return game


def test_every_event_is_dated_sourced_and_in_order():
    assert [event.turn for event in TOLD.event] == sorted(event.turn for event in TOLD.event)
    for event in TOLD.event:
        assert 1 <= event.turn <= 11
        assert "April" in event.when
        assert event.says.endswith(".")
        assert set(event.source.split(", ")) <= TOLD.sources.keys()


def test_every_source_is_used():
    used = {key for said in (*(event.source for event in TOLD.event), TOLD.cost.source) for key in said.split(", ")}
    assert used == TOLD.sources.keys()


def test_every_place_is_on_the_board_and_falls_in_a_turn_that_tells_of_it():
    board = fm.new_game("vimy").board
    for place in TOLD.place:
        assert place.on(board)
        said = " ".join(event.says for event in TOLD.event if event.turn == (place.turn or 11))
        assert place.name.removesuffix(" Farm").removeprefix("The ") in said, place.name


def test_the_errors_of_the_booklet_are_not_repeated():
    told = " ".join([*(event.says for event in TOLD.event), *TOLD.sources.values()])
    assert "Currie" not in told
    assert "3,000" not in told


def test_before_the_first_order_nothing_has_fallen():
    told = compare(first_morning())
    assert {here for _, _, here in told.falls} == {0}
    assert [row.turn for row in told.rows] == [1, 2]
    assert {row.here for row in told.rows} == {""}
    assert "Nothing has been played yet" in str(told)


def test_a_place_falls_in_the_turn_in_which_canadians_first_stand_there():
    game = fm.new_game("vimy", "hill_145")
    fm.play_out(game, {"Allied": "greedy", "German": "random"}, seed=3)
    told = {name: here for name, _, here in compare(game).falls}
    stood = [
        state.turn
        for number in range(len(game.steps) + 1)
        for state in [game.at(number).state]
        if game.board.at("2740") in state.forces[0].places
    ]
    assert told["Hill 145"] == (stood[0] if stood else 0)


def test_steps_are_counted_in_their_turn_and_as_people():
    game = fm.play_out(fm.new_game("vimy", "hill_145"), {"Allied": "greedy", "German": "greedy"}, seed=1)
    units = [game.unit(name) for name in game.setup.unit_numbers]
    begun = {name: game.at(0).unit(name).steps for name in game.setup.unit_numbers}
    lost = sum(begun[unit.id] - (0 if unit.place == "eliminated" else unit.steps) for unit in units)
    told = " ".join(row.here for row in compare(game).rows)
    counted = sum(int(steps) for steps in re.findall(r"(\d+) steps? \(some", told))
    assert counted >= lost > 0  # what was rebuilt in the night was lost before
    assert "people" in told


def test_nobody_was_lost_is_said_of_turns_without_a_loss_alone():
    game = first_morning("fly 2835", "end-phase", "shell I/262", "shell I/262", "end-phase")
    game.do("roll", roll=(2, 5))
    (row, *_) = compare(game).rows
    assert "The Germans lost 1 step (some 170 to 350 people)." in row.here
    assert "Nobody was lost" not in row.here
    assert "Nobody was lost in this turn." in compare(first_morning("end-phase")).rows[0].here


def test_it_says_how_far_short_a_game_is_of_what_happened():
    told = compare(first_morning("end-phase"))
    assert "The Canadians are 6 hexes short of La Folie Farm." in told.rows[0].here
    assert "Turn 1, 9 April, Morning\n  05:30: More than a thousand guns" in str(told), "the day is told once"
    assert "Thélus" in str(told)


def test_the_goal_of_a_scenario_is_told_place_by_place():
    game = fm.play_out(fm.new_game("vimy", "hill_145"), {"Allied": "greedy", "German": "greedy"}, seed=1)
    (aim,) = compare(game).aims
    assert aim.startswith("2740 Hill 145: ")
    assert "of 13 peaks last held by the Canadians." in compare(game).rows[0].here
    assert ("held" in aim) == (game.outcome is not None and game.outcome.winner == "Allied")
    assert compare(first_morning()).aims == ()


def test_it_reads_as_a_page_on_which_nothing_becomes_markup():
    page = compare(first_morning("end-phase"))._repr_html_()
    assert "<strong>Turn 1, 9 April, Morning.</strong>" in page
    assert "<em>In your game:</em>" in page
    assert re.sub(r"</?(p|br|em|strong|table|thead|tbody|tr|th|td)( [^<>]*)?>", "", page).count("<") == 0


def test_of_several_games_the_one_that_was_played_is_compared():
    begun, played = fm.new_game("vimy", "battle"), first_morning("end-phase")
    assert [row.turn for row in compare(begun, played).rows] == [1, 2]
    told = compare(played)
    played.do("end-phase")
    assert told.afresh().rows[0].turn == 1


def test_a_place_that_fell_after_the_battle_is_told_as_later():
    whole = str(compare(fm.new_game("vimy")))
    assert "Vimy                       later           -" in whole
