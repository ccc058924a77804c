"""One play: orders given, taken back and given again, what each side sees, and what chance does in a what-if."""

import gc
import sys
from random import Random

import pytest

import fmbook as fm
from fmbook.core.dice import ChanceError
from fmbook.core.state import Force, State
from fmbook.play.game import Game
from tests.tools.random_play import DRILLS, play, play_on


def ready_to_roll(seed: int = 1) -> Game:
    """A drill with an attack declared, up to the throw."""
    game = fm.new_game("drill", "no_way_out", seed)
    for order in ("end-phase", "attack mill", "join B1", "join B2"):
        game.do(order)
    while game.legal() != (fm.Roll(),):
        game.do("ready" if fm.Ready() in game.legal() else "hold-fire")
    return game


# --- orders and dice ---------------------------------------------------------------------------


def test_an_order_may_be_given_as_an_object_or_in_its_notation():
    one, other = fm.new_game("drill", "march"), fm.new_game("drill", "march")
    one.do(fm.Move("B1", "0402"))
    other.do("move B1 0402")
    assert one.record() == other.record()


def test_a_refused_order_carries_its_reasons():
    game = fm.new_game("drill", "march")
    with pytest.raises(fm.RuleViolation) as refused:
        game.do("move R1 0404")
    [reason] = refused.value.reasons
    assert reason.rule == "fm:5.1/own"
    assert str(refused.value).startswith("Moving R1 to 0404: not allowed.")


@pytest.mark.parametrize("said", range(1, 7))
def test_a_die_may_be_said_aloud(said):
    game = ready_to_roll()
    game.do("roll", roll=said)
    assert game.steps[-1].thrown == (said,)
    assert game.steps[-1].said
    assert f"roll = {said} said" in game.record()


@pytest.mark.parametrize("said", [0, 7, -1, True, "six", (1, 2), (7,), 2.5])
def test_a_throw_that_cannot_fall_is_refused_and_changes_nothing(said):
    game = ready_to_roll()
    state, record = game.state, game.record()
    with pytest.raises((ChanceError, TypeError)):
        game.do("roll", roll=said)
    assert game.state is state
    assert game.record() == record


def test_a_throw_said_for_an_order_without_one_is_refused():
    game = fm.new_game("drill", "march")
    state = game.state
    with pytest.raises(ChanceError, match="1 throw was said and 0 were due"):
        game.do("move B1 0402", roll=3)
    assert game.state is state


def test_an_order_that_opens_no_question_keeps_the_count_of_throws():
    game = ready_to_roll()
    assert game.state.thrown == 0
    game.do("roll")
    assert game.state.thrown == 1


# --- back and forth ------------------------------------------------------------------------------


def test_undo_at_the_opening_and_redo_at_the_end_say_so():
    game = fm.new_game("drill", "march")
    with pytest.raises(fm.RuleViolation, match="nothing has been ordered"):
        game.undo()
    with pytest.raises(fm.RuleViolation, match="nothing has been taken back"):
        game.redo()


def test_a_new_order_drops_what_was_taken_back():
    game = fm.new_game("drill", "march")
    game.do("move B1 0402")
    game.undo()
    game.do("move B1 0403")
    with pytest.raises(fm.RuleViolation, match="nothing has been taken back"):
        game.redo()
    assert game.orders == (fm.Move("B1", "0403"),)


def test_a_past_position_stays_as_it_was():
    game = fm.new_game("drill", "march")
    opening = game.at(0)
    game.do("move B1 0402")
    assert opening.unit("B1").place == "0401"
    assert game.at(0).unit("B1").place == "0401"
    assert game.at(-1).unit("B1").place == "0402"
    assert fm.Move("B1", "0402") in opening.legal()
    for number in (2, -3):
        with pytest.raises(fm.NoSuchName, match=f"No moment “{number}” in a game of 1 order; 0 is the opening"):
            game.at(number)


def test_a_past_position_says_where_it_stands():
    game = fm.new_game("drill", "march")
    game.do("end-phase")
    assert repr(game.at(0)) == "drill, march: turn 1, Blue movement phase. Blue: move your units, one by one.  [fm:4.1]"
    assert repr(game.at(-1)) == repr(game.seen_by("Red")) == str(game) != repr(game.at(0))


def test_whoever_watches_is_told_of_every_change():
    game, told = fm.new_game("drill", "march"), []
    game.watch(lambda: told.append(len(game.orders)))
    game.do("move B1 0402")
    game.undo()
    game.redo()
    assert told == [1, 0, 1]


# --- what if -------------------------------------------------------------------------------------


def test_going_on_from_before_a_throw_opens_a_what_if():
    game = ready_to_roll()
    game.do("roll")
    game.undo()
    assert game.what_if == 0
    game.do("roll")
    assert game.what_if == 1
    assert "-- what-if 1\nroll" in game.record()


def test_taking_back_what_threw_nothing_stays_on_the_main_line():
    game = fm.new_game("drill", "march")
    game.do("move B1 0402")
    game.undo()
    game.do("move B1 0403")
    assert game.what_if == 0


def test_redo_gives_the_same_throw_again():
    game = ready_to_roll()
    game.do("roll")
    after = game.state
    game.undo()
    game.redo()
    assert game.state is after
    assert game.what_if == 0


def test_what_ifs_throw_differently_from_the_main_line_and_from_each_other():
    """Over forty games a what-if that repeated its main line would show."""
    throws = []
    for seed in range(40):
        game = ready_to_roll(seed)
        line = []
        for _ in range(3):
            game.do("roll")
            line.append(game.steps[-1].thrown)
            game.undo()
        throws.append(line)
    main, first, second = zip(*throws, strict=True)
    assert main != first != second != main
    assert sum(a == b for a, b in zip(main, first, strict=True)) < 20


def test_no_throw_that_was_seen_is_ever_thrown_again():
    """However one goes back and forth, a fresh throw never comes from a branch and a count that were used before."""
    for seed in range(60):
        game, chance = fm.new_game("drill", ("bombardment", "flank")[seed % 2], seed), Random(seed)
        used: set[tuple[int, int]] = set()
        for _ in range(120):
            if game.orders and (game.outcome or chance.random() < 0.35):
                for _ in range(min(chance.randrange(1, 6), len(game.orders))):
                    game.undo()
                continue
            before = game.state.thrown
            play_on(game, chance)
            fresh = {(game.what_if, count) for count in range(before, game.state.thrown)}
            assert not fresh & used, f"seed {seed}: the future was seen"
            used |= fresh


# --- what a side sees --------------------------------------------------------------------------


@pytest.mark.parametrize("drill", ["bombardment", "flank"])
def test_a_side_does_not_see_the_markers_of_the_other(drill):
    for game in play(drill, 4):
        for side, other in (("Blue", "Red"), ("Red", "Blue")):
            seen = game.seen_by(side)
            assert seen.hand(other) == ()
            assert seen.hand(side) == game.hand(side)
            assert not hasattr(seen, "seed")
            assert not hasattr(seen, "do")


@pytest.mark.parametrize("drill", DRILLS)
def test_who_decides_sees_all_orders_that_are_open_to_him(drill):
    for game in play(drill, 6):
        assert game.seen_by(game.side).legal() == game.legal()


def test_a_side_that_does_not_exist_is_answered_with_those_that_do():
    with pytest.raises(fm.NoSuchName, match="No side “Green”"):
        fm.new_game("drill", "march").seen_by("Green")


# --- memory --------------------------------------------------------------------------------------


def test_history_keeps_no_tables_of_the_states_it_holds():
    """Tables are most of a game's memory: those of a force that has been replaced are gone."""
    *_, game = play("march", 2)
    states: list[State] = [game.at(number).state for number in range(len(game.orders) + 1)]
    current = {id(force) for force in game.state.forces}
    old: dict[int, Force] = {id(force): force for state in states for force in state.forces}
    assert len(old) > 10
    assert [force for number, force in old.items() if number not in current and force.memo] == []


def test_a_loss_moves_nobody():
    """What is kept of a force tells where it stands; strength is the state's alone (tests/core/test_cache.py)."""
    before = fm.new_game("drill", "march").state
    after = before.with_steps(0, 1)
    assert after.forces == before.forces
    assert (before.steps[0], after.steps[0]) == (2, 1)
    assert after.known is not before.known


def test_a_game_is_small():
    """The bar is 6 kB an order on the large exercise; a drill is far below."""
    *_, game = play("flank", 1)
    seen: set[int] = set()

    def weight(thing: object) -> int:
        if id(thing) in seen or isinstance(thing, type) or callable(thing):
            return 0
        seen.add(id(thing))
        return sys.getsizeof(thing) + sum(map(weight, gc.get_referents(thing)))

    seen.update(map(id, (game.setup, *gc.get_referents(game.setup))))
    assert weight(game._steps) / len(game.orders) < 6_000


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("hint", "game.hint(1)"),
        ("odds", 'game.battle("0404").odds()'),
        ("undo", "game.undo"),
        ("new_gme", "fm.new_game"),
    ],
)
def test_a_name_that_the_package_lacks_is_answered_with_what_may_have_been_meant(name, instead):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'") as refused:
        getattr(fm, name)
    assert instead in str(refused.value)


# --- what is easily mistyped -----------------------------------------------------------------------


def test_several_names_may_stand_in_one_string():
    game = fm.new_game("drill", "flank")
    listed = game.battle("0404", by=["B1", "B2"], support=["+1", "+1"], against=["+1"])
    assert str(game.battle("0404", by="B1 B2", support="+1 +1", against="+1")) == str(listed)
    assert game.battle("0404", by="B2").attack == 4
    assert fm.new_game("drill", "stack", options="stacks").header.options == ("stacks",)


@pytest.mark.parametrize("said", [None, 5, ["move B1 0403"], fm.Move])
def test_what_is_neither_an_order_nor_its_line_is_told_what_an_order_is(said):
    game = fm.new_game("drill", "march")
    for ask in (game.can, game.do):
        with pytest.raises(fm.FmbookError, match=r"is no order\. Give one of game\.legal"):
            ask(said)


def test_the_standard_rules_alone_are_no_game():
    with pytest.raises(fm.NoSuchName, match=r"No game “fm” in drill, eben_emael, .*, vimy"):
        fm.new_game("fm")


def test_a_place_that_the_map_names_is_answered_with_its_number():
    game = fm.new_game("drill", "march")
    for word in ("Eastbrook", "eastbrook"):
        with pytest.raises(fm.NoSuchName, match=f"No hex “{word}” in The drill ground. Did you mean 0406?"):
            game.describe(word)


# --- what stands where, and how far it goes ----------------------------------------------------------


def test_units_near_a_hex_stand_in_it_or_next_to_it():
    game = fm.new_game("drill", "flank")
    assert [unit.id for unit in game.units(near="0405")] == ["B1", "B2", "B3", "R1"]
    assert [unit.id for unit in game.units(near="0405", side="Red")] == ["R1"]


def test_only_units_that_may_march_now_have_a_reach():
    game = fm.new_game("drill", "march")
    assert (game.reach("B1")["0402"], game.reach("R1")) == ("½", {})
