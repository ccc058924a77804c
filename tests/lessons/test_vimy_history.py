"""Vimy in 1917 beside a game: dated, sourced, and read off the game without a second account of the rules."""

import fmbook as fm
from fmbook.lessons.history import compare, history

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
    assert {key for event in TOLD.event for key in event.source.split(", ")} == TOLD.sources.keys()


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
    assert told.rows[1].here == "Not played yet."
    assert "0 of 13 peaks" in told.rows[0].here


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


def test_losses_are_counted_in_their_turn():
    game = fm.play_out(fm.new_game("vimy", "hill_145"), {"Allied": "greedy", "German": "greedy"}, seed=1)
    gone = sum(unit.place == "eliminated" for unit in map(game.unit, game.setup.unit_numbers))
    counted = [compare(game)._losses(row.turn) for row in compare(game).rows]
    assert sum(sum(each.values()) for each in counted) >= gone > 0


def test_it_reads_as_a_table():
    told = compare(first_morning("end-phase"))
    assert "| 1 · 9 April, Morning | 9 April, 05:30: " in told._repr_markdown_()
    assert "In 1917:   9 April, 05:30: About a thousand guns" in str(told)
    assert "Thélus" in str(told)


def test_a_place_that_fell_after_the_battle_is_told_as_later():
    whole = str(compare(fm.new_game("vimy")))
    assert "Vimy                       later           -" in whole
