"""The count of people beside the steps: it runs along with the game, and back with what is taken back."""

from pathlib import Path

import fmbook as fm
from fmbook.lessons.sidelights import Sidelight
from fmbook.lessons.toll import Toll
from fmbook.play.losses import lost_by_turn
from fmbook.text import Talk

PLAYED = Path(__file__).parents[1] / "playthroughs"


def recorded(name: str):
    return fm.replay((PLAYED / f"{name}.txt").read_text(encoding="utf-8"))


def test_it_counts_what_the_comparison_counts():
    game = recorded("vimy-hill_145")
    lost = lost_by_turn(game)
    sums = tuple(sum(steps for (_, of), steps in lost.items() if of == side) for side in (0, 1))
    assert any(sums)
    assert Toll(game).after(len(game.orders)) == sums


def test_it_follows_what_is_taken_back_and_given_otherwise():
    game = recorded("vimy-hill_145")
    toll, orders = Toll(game), len(game.orders)
    whole = toll.after(orders)
    for _ in range(orders):
        game.undo()
    assert toll.after(0) == (0, 0)
    assert toll.says(0) == ""
    for _ in range(orders):
        game.redo()
    assert toll.after(orders) == whole


def test_steps_are_told_in_people_of_both_sides_with_the_reckoning():
    game = recorded("vimy-battle")
    side = Sidelight(game)
    assert "the Allies" in side.losses()
    assert "the Germans" in side.losses()
    assert "people)" in side.losses()
    assert "our reckoning" in side.losses()


def test_in_words_the_cost_is_told_as_a_turn_ends_and_when_asked():
    game = fm.new_game("eben_emael", "first_minutes", seed=4)
    speaker = Talk(game, "German", "random", aside=Sidelight)
    assert "Nobody has been lost" in speaker.answer("losses")
    heard = []
    while game.turn == 1:
        verb = "decide later" if "Pause and decide" in speaker.answer("") else str(speaker.view.legal()[0])
        heard.append(speaker.answer(verb))
    assert Toll(game).says(len(game.steps)) in heard[-1]


def test_a_game_of_no_history_counts_no_people():
    game = fm.new_game("drill", "flank")
    fm.play_out(game, dict.fromkeys(game.sides, "random"))
    assert Toll(game).says(len(game.orders)) == ""
    assert "Nobody counts" in Talk(game).answer("losses")
