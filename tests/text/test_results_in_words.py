"""What results mean is said first, the code after it, and who pays."""

import pytest

import fmbook as fm
from fmbook.core.orders import Attack
from fmbook.text import result_in_words, results_in_words
from fmbook.text.results import verdict

CLAUSES = (
    "D2, D3: the defender retreats two or three hexes.",
    "Ex: the defender loses a step, and so does the attack.",
)


@pytest.mark.parametrize(
    ("result", "says", "pays"),
    [
        ("D3", "The defender retreats three hexes", "defender"),
        ("D2, breaks", "The defender retreats two hexes, breaks", "defender"),
        ("Ex", "The defender loses a step, and so does the attack", "both"),
        ("--", "Nothing happens", "nobody"),
        ("AR", "The attacker retreats", "attacker"),
        ("4/1", "The attacker loses 4, the defender 1", "attacker"),
        ("1/5", "The attacker loses 1, the defender 5", "defender"),
        ("2/2", "The attacker loses 2, the defender 2", "both"),
    ],
)
def test_a_result_is_told_with_who_pays(result, says, pays):
    told = result_in_words(result, CLAUSES)
    assert (told.says, told.pays) == (says, pays)


def test_each_result_of_the_first_attacks_of_every_game_has_words_of_its_own():
    for system in fm.systems():
        for scenario in fm.scenarios(system):
            position = fm.new_game(system, scenario).at(0)
            for order in position.legal_of(Attack)[:2]:
                for told in results_in_words(position.battle(order.names[0])):
                    assert " " in told.says, (system, scenario, told)


def test_an_attack_of_which_no_throw_goes_well_says_so():
    battle = fm.new_game("vimy", "hill_145")
    for line in ("move 85 2840", "end-phase", "end-phase"):
        battle.do(line)
    told = verdict(battle.battle("2740"))
    assert told == "Of 6 throws none goes well, 2 cost both sides, 1 changes nothing, 3 go badly"


def test_what_both_sides_add_may_leave_the_column_where_it_was_and_that_is_said():
    game = fm.new_game("vimy", "hill_145")
    for line in ("move 85 2840", "end-phase", "end-phase"):
        game.do(line)
    both = game.battle("2740", support=["+3", "+1"], against=["+1", "+2"])
    assert both.added[-1] == "So the column is where it was before: +6 or +7."
    assert "column" not in " ".join(game.battle("2740", support=["+3", "+1"]).added)
