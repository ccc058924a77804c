"""A throw as an event: dice that lie still, plain words first, the cell where row and column meet."""

import re

import pytest

import fmbook as fm
from fmbook.play.game import Game
from fmbook.widgets.desk.desk import desk
from fmbook.widgets.desk.throws import thrown
from fmbook.widgets.page.style import css

pytestmark = pytest.mark.usefixtures("desk_apart")


def fought(roll: int = 1) -> Game:
    """A drill after the throw of its first attack."""
    game = fm.new_game("drill", "flank", 3)
    for order in ("end-phase", "attack 0404", "join B1", "ready"):
        game.do(order)
    while not game.can("roll"):
        game.do("hold-fire")
    game.do("roll", roll=roll)
    return game


def test_a_throw_shows_its_die_says_what_it_means_and_lights_row_and_cell():
    game = fought(4)
    card = thrown(game, 1)
    assert card.count("<circle") == 4
    assert 'aria-label="thrown: 4"' in card
    first = re.sub("<.+?>", "", card.partition("<strong>")[2].partition("</strong>")[0])
    assert re.search(r"[a-z] \(\(?[A-Z][0-9a-z]?\)?\)\.$", first)
    assert card.count("fmbook-row-lit") == 1


@pytest.mark.parametrize(
    ("roll", "says"),
    [
        (2, "Every unit of the attack retreats two hexes (A2)."),
        (3, "Every unit of the attack retreats three hexes (A3)."),
    ],
)
def test_of_several_codes_that_a_clause_explains_at_once_only_the_one_that_fell_is_told(roll, says):
    assert f"<strong>{says}</strong>" in thrown(fought(roll), 1)


def test_a_die_of_more_than_six_sides_bears_its_number_and_two_dice_are_two():
    game = fm.new_game("eben_emael", seed=3)
    game.do("end-phase")
    game.do("place G1 S06")
    game.do("roll", roll=(3, 4))
    assert thrown(game, 1).count("<svg") == 2


def test_the_card_stays_until_the_reader_gives_another_order():
    on = desk(fought())
    assert on.parts.throw.value == ""  # nothing was thrown at this desk
    on.since = len(on.game.entries)
    on.game.undo()
    on.game.do("roll", roll=1)
    on.since = 1
    on.show()
    assert "fmbook-die" in on.parts.throw.value
    on.give(on.game.legal()[0])
    assert "fmbook-die" not in on.parts.throw.value


def test_dice_rest_within_six_tenths_of_a_second_and_lie_still_where_motion_is_unwanted():
    seconds = [float(each) for each in re.findall(r"animation(?:-duration)?: (?:[\w-]+ )?([0-9.]+)s", css())]
    assert seconds
    assert max(seconds) <= 0.6
    assert "animation: none" in css().partition("prefers-reduced-motion")[2]
