"""Scheldt 14 · Support fire by lot, the anti-tank marker, the range of bombardment."""

from collections import Counter

import pytest

from fmbook.play.game import Game
from tests.tools.positions import at, do, places
from tests.tools.scheldt_positions import (
    FAR,
    FIGHT,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    SPECIAL,
    TRACK,
    asked,
    fired,
    front,
    rule_against,
    scheldt,
    until,
)

ANTI_TANK = SPECIAL[:1]
PAIR = ("A1 6-3-6 2618 mobile", "A2 5-4-6 2519", "G1 3-4-5 2619", FAR[1])


def armed(*units: str, phase: str = FIGHT, hand: tuple[int, ...] = (1, 2, 3), **more: object) -> Game:
    return front(*(units or PAIR), phase=phase, support=(hand, hand), special=ANTI_TANK, **more)  # type: ignore[arg-type]


def asked_to_fire(game: Game, target: str, *by: str) -> Game:
    """Attack; the Allied side holds its fire; now the other side is asked."""
    do(game, f"attack {target}")
    for name in by:
        if game.can(f"join {name}"):
            game.do(f"join {name}")
    if game.can("ready"):
        game.do("ready")
    return do(game, "hold-fire")


# --- 14.0 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SC-14.0-1")
def test_14_0_markers_are_drawn_by_lot_and_not_the_lowest_first():
    pool = (1, 1, 2, 2, 3)
    setup = front(*FAR, support=(pool, ()), allotted=(2, 0)).setup
    hands = Counter(Game(setup, seed).hand("Allied") for seed in range(60))
    assert set(hands) == {("+1", "+1"), ("+1", "+2"), ("+1", "+3"), ("+2", "+2"), ("+2", "+3")}
    assert hands["+1", "+1"] < 20


@pytest.mark.clause("SC-14.0-2", "SC-14.0-3", "SC-14.0-4")
def test_14_0_the_track_gives_eleven_and_six_on_turn_1_and_its_number_later():
    game = scheldt()
    plain = {side: [name for name in game.hand(side) if name not in ("+5AT", "+10N")] for side in game.sides}
    assert (len(plain["Allied"]), len(plain["German"])) == (11, 6)
    while game.turn < 12:
        if game.phase == MARCH:
            allied, german = TRACK[game.turn].numbers["support"]
            assert (len(game.hand("Allied")), len(game.hand("German"))) == (allied + 2, german + 1)
        game.do("end-phase")


@pytest.mark.clause("SC-14.0-5")
def test_14_0_a_player_sees_his_own_markers_and_plays_which_he_likes():
    game = do(armed(), "attack 2619; join A1; ready")
    assert game.seen_by("Allied").hand("Allied") == ("+1", "+2", "+3")
    assert game.seen_by("German").hand("Allied") == ()
    assert places(game, "support") == {"+1", "+2", "+3"}
    do(game, "support +3; support +1")
    assert game.hand("Allied") == ("+2",)


@pytest.mark.clause("SC-14.0-6", "SC-14.0-7")
def test_14_0_all_markers_go_back_when_the_turn_ends_and_may_come_again():
    game = front(*PAIR, support=((1, 2), ()), phase=FIGHT)
    do(game, "attack 2619; join A1; ready; support +2; hold-fire")
    game.do("roll", roll=6)
    until(do(game, "lose A1") if game.can("lose A1") else game, GERMAN_MARCH)
    assert game.hand("Allied") == ("+1",)
    assert until(game, MARCH, 5).hand("Allied") == ("+1", "+2")


# --- 14.1 · The anti-tank marker ----------------------------------------


@pytest.mark.clause("SC-14.1-1", "SC-14.1-5")
def test_14_1_the_germans_have_one_red_marker_of_five_besides_what_they_draw():
    game = scheldt()
    assert game.hand("German").count("+5AT") == 1
    assert "+5AT" not in game.hand("Allied")
    form = game.setup.data["form"].support
    assert 5 not in {value for pool in form.pools for value in pool}
    red = [(special.name, special.kind, special.value) for special in form.special if special.side == "German"]
    assert red == [("+5AT", "anti-tank", 5)]


@pytest.mark.clause("SC-14.1-2")
def test_14_1_it_is_played_only_against_an_attack_with_a_mobile_unit():
    assert "+5AT" in places(asked_to_fire(armed(), "2619", "A1"), "support")
    assert "+5AT" in places(asked_to_fire(armed(), "2619", "A1", "A2"), "support")
    leg = asked_to_fire(armed(), "2619", "A2")
    assert places(leg, "support") == {"+1", "+2", "+3"}
    assert rule_against(leg, "support +5AT") == "scheldt:14.1"


@pytest.mark.clause("SC-14.1-2")
def test_14_1_it_is_of_no_use_to_a_german_attack():
    units = ("A1 6-3-6 2618 mobile", "G1 6-6-7 2619 mobile", FAR[1])
    game = do(armed(*units, phase=GERMAN_FIGHT), "attack 2618")
    assert places(game, "support") == {"+1", "+2", "+3"}


@pytest.mark.clause("SC-14.1-3")
@pytest.mark.parametrize("order", [("+1", "+2", "+5AT"), ("+5AT", "+1", "+2"), ("+1", "+5AT", "+2")])
def test_14_1_it_is_a_third_on_top_of_two(order):
    game = asked_to_fire(armed(), "2619", "A1")
    for marker in order:
        assert asked(game) == "support"
        game.do(f"support {marker}")
    assert asked(game) == "roll"  # a fourth is never asked for
    assert fired(game, 1) == 8


@pytest.mark.clause("SC-14.1-3")
def test_14_1_without_it_two_are_the_limit():
    game = asked_to_fire(armed(), "2619", "A2")
    do(game, "support +1; support +2")
    assert asked(game) == "roll"
    tanks = asked_to_fire(armed(), "2619", "A1")
    do(tanks, "support +1; support +2")
    assert places(tanks, "support") == {"+5AT"}
    assert rule_against(tanks, "support +3") == "fm:8.3/two"


@pytest.mark.clause("SC-14.1-4")
def test_14_1_it_is_played_once_a_turn():
    units = ("A1 6-3-6 2618 mobile", "A2 6-3-6 3120 mobile", "G1 3-4-5 2619", "G2 3-9-5 3020", FAR[1])
    game = asked_to_fire(armed(*units), "2619")
    do(game, "support +5AT; hold-fire")
    game.do("roll", roll=6)
    do(game, "lose A1") if game.can("lose A1") else None
    game = asked_to_fire(game, "3020")
    assert places(game, "support") == {"+1", "+2", "+3"}
    do(game, "hold-fire")
    game.do("roll", roll=6)
    assert "+5AT" not in game.hand("German")
    assert "+5AT" in until(game, MARCH, 5).hand("German")


@pytest.mark.clause("SC-14.1-6")
def test_14_1_it_never_answers_a_bombardment():
    game = do(armed(), "bombard 2619; support +1; hold-fire")
    assert places(game, "support") == {"+1", "+2", "+3"}
    assert rule_against(game, "support +5AT") == "scheldt:14.1"


@pytest.mark.clause("SC-14.1-6")
def test_14_1_with_it_alone_nobody_bombards():
    game = front(*PAIR, special=ANTI_TANK, phase=GERMAN_FIGHT)
    assert not places(game, "bombard")
    assert rule_against(game, "bombard 2618") == "scheldt:14.2/ammunition"
    assert places(front(*PAIR, support=((), (1,)), special=ANTI_TANK, phase=GERMAN_FIGHT), "bombard") == {
        "2618",
        "2519",
    }


@pytest.mark.clause("SC-14.1-7")
@pytest.mark.parametrize(("marker", "roll", "who"), [("+5AT", 4, {"A1", "A3"}), ("+1", 5, {"A1", "A2", "A3"})])
def test_14_1_a_loss_that_it_causes_falls_on_a_mobile_unit(marker, roll, who):
    units = (*PAIR[:2], "A3 1-3-6 2620 mobile", *PAIR[2:])
    game = asked_to_fire(armed(*units, hand=(1,)), "2619", "A1", "A2", "A3")
    do(game, f"support {marker}")
    do(game, "hold-fire") if game.can("hold-fire") else None
    game.do("roll", roll=roll)  # an exchange
    assert places(game, "lose") == who


@pytest.mark.clause("SC-14.1-7")
def test_14_1_the_only_mobile_unit_pays_at_once():
    game = asked_to_fire(armed(hand=(1,)), "2619", "A1", "A2")
    do(game, "support +5AT; hold-fire")
    game.do("roll", roll=4)  # an exchange
    assert [game.unit(name).steps for name in ("A1", "A2")] == [1, 2]


# --- 14.2 ----------------------------------------


@pytest.mark.clause("SC-14.2-1")
def test_14_2_a_bombardment_reaches_three_hexes_from_the_nearest_friend():
    units = ("A1 5-4-6 2618", "G1 3-4-5 2621", "G2 3-4-5 2722", "G3 3-4-5 2318", "G4 3-4-5 2217", "G5 1-1-1 2619")
    game = front(*units, support=((1,), ()), phase=FIGHT)
    assert places(game, "bombard") == {"2621", "2318", "2619"}
    assert rule_against(game, "bombard 2722") == "scheldt:14.2"
    assert at(game, "G2") == ["2722"]


@pytest.mark.clause("SC-14.2-1")
def test_14_2_support_of_an_attack_has_no_such_limit():
    game = front("A1 5-4-6 1618", "G1 3-4-5 1617", support=((1,), ()), phase=FIGHT)
    assert "support +1" in map(str, do(game, "attack 1617").legal())
