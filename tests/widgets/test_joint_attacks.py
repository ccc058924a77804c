"""An attack by all who can join: one press gives its orders, and whoever wants to choose still can."""

import fmbook as fm
from fmbook.core.orders import Attack
from fmbook.play.joint_attacks import joint_attack
from fmbook.play.positions import Position
from fmbook.widgets.desk import threats
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.desk.scene import is_thrown_next
from tests.tools.desks import labels, press


def at_la_folie() -> fm.Game:
    """The second turn of the first morning, two battalions beside a worn garrison."""
    game = fm.new_game("vimy", "first_morning", seed=1)
    for line in ("fly 2835", "end-phase", "shell I/262", "shell I/262", "end-phase", "roll", "end-phase", "end-phase"):
        game.do(line)
    while game.side != "Allied":
        game.do("end-phase")
    for line in ("move 42 2836", "move 4M 2834", "end-phase", "end-phase"):
        game.do(line)
    return game


def given(game: fm.Game, since: int) -> list[str]:
    return [str(order) for order in game.orders[since:]]


def test_two_clicks_on_a_place_attack_it_with_all_who_can_join_and_the_third_holds_fire():
    game = at_la_folie()
    on, before = Desk(game), len(game.orders)
    on._on_place("2835")
    assert len(game.orders) == before
    assert labels(on)[:2] == ["Attack 2835 with 42 and 4M", "Choose who attacks 2835"]
    on._on_place("2835")
    assert given(game, before) == ["attack 2835", "join 42", "join 4M"]
    assert [label for label in labels(on) if "old fire" in label] == ["Hold fire"]
    press(on, "Hold fire")
    assert given(game, before)[3:] == ["hold-fire"]


def test_a_button_that_says_it_throws_stands_only_where_nobody_is_asked_before_the_throw():
    game = at_la_folie()
    for order in ("attack 2835", "join 42", "join 4M", "ready"):
        if game.can(order):
            game.do(order)
    seen = game.seen_by("Allied")
    assert seen.unseen > 0
    assert not is_thrown_next(seen), "the Germans have markers left, and are asked first"
    assert is_thrown_next(Position(seen.state, "Allied")), "nobody has any left"


def test_one_press_takes_back_what_one_press_did_and_gives_it_again():
    game = at_la_folie()
    on, before = Desk(game, you="Allied"), len(game.orders)
    on._on_place("2835")
    on._on_place("2835")
    on._on_button(on.take_back, None)
    assert given(game, before) == []
    assert "Taken back: attack 2835, and the 2 orders that came after it." in on.parts.shell.says
    on._on_button(on._redo, None)
    assert given(game, before) == ["attack 2835", "join 42", "join 4M"]


def test_orders_that_were_given_one_by_one_in_their_place_are_taken_back_one_by_one():
    game = at_la_folie()
    on, before = Desk(game, you="Allied"), len(game.orders)
    on._on_place("2835")
    on._on_place("2835")
    on.take_back()
    for line in ("attack 2835", "join 42"):
        on.give(fm.order(line))
    on.take_back()
    assert given(game, before) == ["attack 2835"]


def test_who_wants_to_choose_joins_one_by_one():
    game = at_la_folie()
    on, before = Desk(game), len(game.orders)
    on._on_place("2835")
    press(on, "Choose who attacks 2835")
    assert given(game, before) == ["attack 2835"]
    assert "Join 42" in labels(on)


def test_the_orders_of_a_joint_attack_are_those_whose_odds_were_shown():
    game = at_la_folie()
    shown = game.battle("2835")
    for order in joint_attack(game.state, Attack("2835")):
        game.do(order)
    now = threats.in_battle(game.at(-1))
    assert now is not None
    assert (shown.attack, shown.defence) == (now.attack, now.defence)


def test_where_a_step_has_units_join_one_by_one_a_click_opens_the_attack_alone():
    game = fm.new_game("drill", "flank")
    on = Desk(game, steps="02.attack")
    assert on.coach.course is not None
    game.do("move B2 0403")
    game.do("end-phase")
    on._on_place("0404")
    assert on.choice.plan == "0404"
    assert on.choice.joint == ()
