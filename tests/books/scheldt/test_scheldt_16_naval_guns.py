"""Scheldt 16.4 · The guns of the fleet."""

import pytest

from fmbook.play.game import Game
from tests.tools.positions import do, places, shoot
from tests.tools.scheldt_positions import (
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    MARCH,
    SPECIAL,
    asked,
    fired,
    front,
    rule_against,
    scheldt,
    until,
)

NAVAL = SPECIAL[1:]
UNITS = ("A1 5-4-6 1838", "A2 5-4-6 1943", "G1 3-9-5 1739", "G2 3-9-5 2042", *FAR)


def fleet(*units: str, phase: str = FIGHT, hand: tuple[int, ...] = (1, 2), **more: object) -> Game:
    return front(*(units or UNITS), phase=phase, support=(hand, ()), special=NAVAL, **more)  # type: ignore[arg-type]


@pytest.mark.clause("SC-16.4-1")
def test_16_4_the_allies_have_two_markers_of_ten_besides_what_they_draw():
    game = scheldt()
    assert game.hand("Allied").count("+10N") == 2
    assert "+10N" not in game.hand("German")
    form = game.setup.data["form"].support
    assert 10 not in {value for pool in form.pools for value in pool}
    naval = [(special.name, special.value, special.count) for special in form.special if special.side == "Allied"]
    assert naval == [("+10N", 10, 2)]


@pytest.mark.clause("SC-16.4-2", "SC-16.4-4")
def test_16_4_each_supports_one_attack_and_never_both_the_same():
    game = do(fleet(), "attack 1739; support +10N")
    assert places(game, "support") == {"+1", "+2"}
    assert rule_against(game, "support +10N") == "scheldt:16.4"
    shoot(game, 5)
    while game.state.asks:
        game.do(game.legal()[0])
    do(game, "attack 2042")
    assert "+10N" in places(game, "support")


@pytest.mark.clause("SC-16.4-4")
def test_16_4_a_bombardment_and_an_attack_on_one_hex_count_as_one_target():
    game = shoot(do(fleet(), "bombard 1739; support +10N"), 5)
    while game.state.asks:
        game.do(next(order for order in game.legal() if order.verb != "retreat"))
    if "1739" in places(game, "attack"):
        do(game, "attack 1739")
        assert "+10N" not in places(game, "support")
    later = until(fleet(facts={"naval targets": (front(*FAR).board.at("1739"),)}, turn=5), FIGHT)
    do(later, "attack 1739")
    assert rule_against(later, "support +10N") == "scheldt:16.4"


@pytest.mark.clause("SC-16.4-3")
@pytest.mark.parametrize(
    ("attacker", "target", "near"),
    [
        ("1838", "1739", True), ("1835", "1836", True), ("1837", "1836", True), ("1834", "1835", False),
        ("2344", "2343", True), ("2341", "2442", False), ("2618", "2619", False),
    ],
)  # fmt: skip
def test_16_4_the_target_is_within_four_hexes_of_the_coast_of_walcheren(attacker, target, near):
    game = front(f"A1 5-4-6 {attacker}", f"G1 3-9-5 {target}", *FAR, phase=FIGHT, support=((1,), ()), special=NAVAL)
    board, coast = game.board, game.board.having("walcheren") & game.board.having("coastal")
    assert (min(board.distance(board.at(target), place) for place in coast) <= 3) == near
    if target not in places(game, "attack"):
        game = do(game, f"bombard {target}")
    else:
        do(game, f"attack {target}")
    assert ("+10N" in places(game, "support")) == near
    if not near:
        assert rule_against(game, "support +10N") == "scheldt:16.4"


@pytest.mark.clause("SC-16.4-3", "SC-16.4-4")
def test_16_4_naval_guns_alone_bombard_only_near_walcheren():
    game = fleet("A1 5-4-6 1838", "A2 5-4-6 2618", "G1 3-9-5 1739", "G2 3-9-5 2619", *FAR, hand=())
    assert places(game, "bombard") == {"1739"}
    assert rule_against(game, "bombard 2619") == "scheldt:14.2/ammunition"
    fired = fleet(hand=(), facts={"naval targets": (game.board.at("1739"),)})
    assert places(fired, "bombard") == {"2042"}


@pytest.mark.clause("SC-16.4-5")
def test_16_4_they_are_never_used_in_defence():
    game = do(fleet("A1 5-4-6 1838", "G1 3-4-5 1739", *FAR, phase=GERMAN_FIGHT), "attack 1838")
    assert places(game, "support") == {"+1", "+2"}
    assert rule_against(game, "support +10N") == "scheldt:16.4"


@pytest.mark.clause("SC-16.4-6")
def test_16_4_one_takes_one_of_the_two_places():
    for verb in ("attack", "bombard"):
        game = do(fleet(), f"{verb} 1739; support +1; support +10N")
        assert asked(game) == "roll"
        assert fired(game, 0) == 11
        full = do(fleet(hand=(1, 2, 3)), f"{verb} 1739; support +1; support +2")
        assert asked(full) == "roll"


@pytest.mark.clause("SC-16.4-7", "SC-16.4-2")
def test_16_4_once_fired_they_are_out_of_the_game():
    game = shoot(do(fleet(), "bombard 1739; support +10N"), 6)
    while game.state.asks:
        game.do(game.legal()[0])
    assert "+10N leaves the game." in str(game.diary)
    assert until(game, MARCH, 5).hand("Allied").count("+10N") == 1
    assert until(game, MARCH, 6).hand("Allied") == ("+1", "+2", "+10N")
    both = fleet(facts={"naval targets": (1, 2)}, turn=8)
    assert "+10N" not in both.hand("Allied")
    assert "+10N" not in until(both, MARCH, 9).hand("Allied")
