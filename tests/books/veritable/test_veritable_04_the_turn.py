"""Veritable 4 to 6 · The turn, air support, the action sequence."""

import pytest

from fmbook.core.events import Event, PhaseBegan, PhaseEnded, TurnBegan, TurnEnded
from fmbook.play.game import Game
from tests.tools.positions import do, refusal
from tests.tools.veritable_positions import (
    CHOICE,
    FAR,
    FIELD,
    FIGHT,
    GERMAN_CHOICE,
    GERMAN_FIGHT,
    GERMAN_MARCH,
    MARCH,
    attack,
    front,
    operation,
    shifts,
    to_phase,
)

AIR = "Air support phase"


@pytest.mark.clause("V-4.0-a", "V-6.1-a")
def test_4_0_a_turn_is_the_allied_player_turn_and_then_the_german_one():
    game = operation()
    game.do("move-first")
    assert game.phase == MARCH
    game.do("end-phase")
    assert game.phase == FIGHT
    game.do("end-phase")
    assert (game.phase, game.side) == (GERMAN_CHOICE, "German")


def course(events: tuple[Event, ...]) -> list[str]:
    """What begins and what ends, in order."""
    return [
        f"{'end of ' if isinstance(event, PhaseEnded) else ''}{event.phase.name}"
        if isinstance(event, PhaseBegan | PhaseEnded)
        else f"{'end of ' if isinstance(event, TurnEnded) else ''}turn {event.turn}"
        for event in events
        if isinstance(event, PhaseBegan | PhaseEnded | TurnBegan | TurnEnded)
    ]


@pytest.mark.clause("V-4.0-a", "V-5.0-a", "V-6.1-a", "V-6.2-a")
def test_4_0_every_phase_and_every_turn_ends_before_the_next_begins():
    game = front(FIELD, "A1 4-4-4 b2", "G1 4-4-4 b3", *FAR, phase=GERMAN_FIGHT)
    assert course(game.do("end-phase")) == [f"end of {GERMAN_FIGHT}", "end of turn 1", "turn 2", AIR]
    assert course(game.do("roll", roll=6)) == [f"end of {AIR}", CHOICE]
    assert course(game.do("fight-first")) == [f"end of {CHOICE}", "Allied prepared combat phase"]
    assert course(game.do("end-phase")) == ["end of Allied prepared combat phase", MARCH]
    assert course(game.do("end-phase")) == [f"end of {MARCH}", GERMAN_CHOICE]
    assert course(game.do("move-first")) == [f"end of {GERMAN_CHOICE}", GERMAN_MARCH]


@pytest.mark.clause("V-4.0-b")
def test_4_0_there_is_no_air_support_in_turn_1():
    assert operation().phase == CHOICE
    assert to_phase(operation(), AIR).turn == 2


@pytest.mark.clause("V-4.0-c", "V-13.1-b")
def test_4_0_reserves_come_in_their_owners_movement_phase():
    game = to_phase(operation(), MARCH, turn=2)
    assert game.can("enter 1Wx 0103")
    assert not game.can("enter 16Pz 1605")


@pytest.mark.clause("V-4.0-d")
def test_4_0_the_game_ends_after_turn_7():
    game = to_phase(operation(), "nothing")
    assert game.turn == 7
    assert game.outcome is not None


@pytest.mark.clause("V-5.0-a", "V-5.0-b", "V-5.0-r1", "V-5.1-a")
@pytest.mark.parametrize(
    ("die", "raf", "luftwaffe"), [(1, 3, 0), (2, 2, 0), (3, 1, 0), (4, 1, 1), (5, 0, 1), (6, 0, 0)]
)
def test_5_0_one_throw_gives_both_sides_their_aircraft(die, raf, luftwaffe):
    game = front(FIELD, *FAR, turn=2, phase=AIR)
    game.do("roll", roll=die)
    assert tuple(map(len, game.state.hands)) == (raf, luftwaffe)


@pytest.mark.clause("V-5.1-b", "V-5.1-c", "V-5.1-d")
@pytest.mark.parametrize(("surges", "die", "hands"), [(1, 4, (1, 1)), (1, 5, (0, 0)), (2, 4, (0, 0)), (2, 5, (0, 0))])
def test_5_1_the_luftwaffe_comes_for_the_first_4_or_5_and_for_the_next_4(surges, die, hands):
    game = front(FIELD, *FAR, turn=2, phase=AIR, facts={"surges": surges})
    game.do("roll", roll=die)
    assert tuple(map(len, game.state.hands)) == hands


def with_aircraft(*units: str, die: int) -> Game:
    game = front(FIELD, *units, *FAR, turn=2, phase=AIR)
    game.do("roll", roll=die)
    return to_phase(game, FIGHT)


@pytest.mark.clause("V-5.2-a", "V-5.2-b", "V-5.3-a")
def test_5_2_each_marker_shifts_one_column_and_any_number_may_go_to_one_battle():
    game = with_aircraft("A1 4-4-4 b2", "G1 1-4-4 b3", die=1)
    do(game, "attack b3; support RAF; support RAF; support RAF")
    assert game.prompt.rule == "veritable:10.0"
    game.undo()
    game.do("hold-fire")
    game.do("roll", roll=6)
    assert "1:1" not in game.diary[-1]
    assert len(game.state.hands[0]) == 1


@pytest.mark.clause("V-5.2-a")
def test_5_2_the_defenders_marker_shifts_the_other_way():
    game = with_aircraft("A1 4-4-4 b2", "G1 1-4-4 b3", die=4)
    preview = game.battle("b3", ["A1"], support=("RAF",), against=("Luftwaffe",))
    assert [step.amount for step in preview.steps if step.rule == "veritable:5.2/shift"] == [1, -1]
    assert preview.sum.column.label == "1:1"


@pytest.mark.clause("V-5.3-a")
def test_5_3_a_marker_serves_only_once():
    game = with_aircraft("A1 4-4-4 b2", "A2 4-4-4 c3", "G1 1-4-4 b3", "G2 1-4-4 c5", "A3 4-4-4 c4", die=3)
    do(game, "attack c5; support RAF")
    assert game.state.hands[0] == ()


@pytest.mark.clause("V-5.3-b")
def test_5_3_markers_are_lost_with_the_turn():
    game = with_aircraft("A1 4-4-4 b2", "G1 1-4-4 b3", die=1)
    assert len(game.state.hands[0]) == 3
    assert to_phase(game, AIR, turn=3).state.hands == ((), ())


@pytest.mark.clause("V-6.0-a", "V-6.2-a")
def test_6_0_each_player_chooses_at_the_start_of_his_player_turn():
    game = do(operation(), "fight-first")
    assert game.phase == "Allied prepared combat phase"
    game.do("end-phase")
    assert game.phase == MARCH
    game.do("end-phase")
    assert game.phase == GERMAN_CHOICE
    assert {str(order) for order in game.legal()} == {"fight-first", "move-first"}


@pytest.mark.clause("V-6.1-a")
def test_6_1_who_moves_first_has_one_combat_phase_after_it():
    game = do(operation(), "move-first; end-phase")
    assert game.phase == FIGHT
    assert refusal(game, "move 4Cdn 0403").rule == "veritable:6.1/over"


@pytest.mark.clause("V-6.2-b")
def test_6_2_who_fights_first_has_a_shift_in_each_battle():
    first = do(front(FIELD, "A1 4-4-4 b2", "G1 1-4-4 b3", *FAR, phase=CHOICE), "fight-first")
    later = front(FIELD, "A1 4-4-4 b2", "G1 1-4-4 b3", *FAR, phase=FIGHT)
    assert shifts(first, "b3") == [(1, "veritable:6.2/shift")]
    assert shifts(later, "b3") == []


def test_6_2_the_shift_is_only_for_the_player_who_chose_it():
    game = do(front(FIELD, "A1 4-4-4 b2", "G1 4-4-4 b3", *FAR, phase=CHOICE), "fight-first; end-phase; end-phase")
    do(game, "move-first")
    assert shifts(to_phase(game, "German combat phase"), "b2") == []
    assert attack(game, "b2", "G1").prompt.rule == "veritable:10.0"


@pytest.mark.clause("V-5.1-a", "V-5.0-a")
def test_5_1_a_surge_is_remembered_and_told():
    game = front(FIELD, *FAR, turn=2, phase=AIR)
    game.do("roll", roll=5)
    assert game.state.facts["surges"] == 1
    assert "the RAF flies not at all, the Luftwaffe once" in str(game.diary)
    game = to_phase(game, AIR, turn=3)
    game.do("roll", roll=5)
    assert game.state.hands == ((), ())
    assert game.state.facts["surges"] == 1  # the five was no surge: one more is to come


@pytest.mark.clause("V-5.3-a", "V-5.2-b")
def test_5_3_only_markers_in_hand_fly_and_a_side_may_hold_them_back():
    game = do(with_aircraft("A1 4-4-4 b2", "G1 1-4-4 b3", die=3), "attack b3")
    assert refusal(game, "support Luftwaffe").rule == "veritable:5.2"
    game.do("hold-fire")
    assert "The Allies hold their fire." in str(game.diary)
    assert len(game.state.hands[0]) == 1


@pytest.mark.clause("V-6.0-a", "V-6.1-a", "V-6.2-b")
def test_6_1_the_choice_of_one_player_turn_is_not_that_of_the_next():
    game = do(front(FIELD, "A1 4-4-4 b2", "G1 4-4-4 b3", *FAR, phase=CHOICE), "fight-first; end-phase; end-phase")
    do(game, "move-first")
    assert "The Germans will move, then fight." in str(game.diary)
    assert shifts(to_phase(game, "German combat phase"), "b2") == []
