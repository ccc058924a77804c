"""Units, turns and cards of Vimy Ridge, against what is printed and what was decided."""

import re
from collections import Counter

import pytest

import fmbook as fm
from fmbook.books.cards import book, read_clauses
from fmbook.components.scenarios import TrackForm, UnitsForm, load_scenario
from fmbook.core import data
from fmbook.core.state import State
from fmbook.geometry.boardfile import load_board

BOARD = load_board("vimy/board.toml")
UNITS = data.load(UnitsForm, "vimy/units.toml").unit
ALLIED = [unit for unit in UNITS if unit.side == "Allied"]
GERMAN = [unit for unit in UNITS if unit.side == "German"]
TRACK = data.load(TrackForm, "vimy/track.toml")
DAYS = [box for box in TRACK.turn if not box.night]
NIGHTS = [box for box in TRACK.turn if box.night]


def start(scenario: str = "battle") -> State:
    return fm.new_game("vimy", scenario).state


# --- the order of battle ------------------------------------------------------------------------


def test_66_battalions_have_a_counter():
    assert (len(ALLIED), len(GERMAN)) == (40, 26)
    assert len({unit.id for unit in UNITS}) == 66
    assert not any(" " in unit.id + unit.group for unit in UNITS)
    assert len({unit.name for unit in UNITS}) == 66


def test_each_division_has_its_battalions():
    assert Counter(unit.group for unit in UNITS) == {
        "1_Cdn": 10,
        "2_Cdn": 10,
        "3_Cdn": 9,
        "4_Cdn": 11,
        "16_Bav": 8,
        "79_Res": 9,
        "1_Bav_Res": 9,
    }


@pytest.mark.clause("VR-10.3-3")
def test_all_are_infantry_on_foot_and_no_turn_has_a_mobile_phase():
    assert {unit.kind for unit in UNITS} == {"infantry"}
    assert all(not unit.traits for unit in UNITS)
    setup = start().setup
    phases = [phase for turn in range(1, 12) for phase in setup.book.settled["sequence"].function(setup, turn)]
    assert not any("mobile" in phase.kind for phase in phases)


def test_factors_are_those_that_were_decided():
    assert Counter(unit.factors for unit in ALLIED) == {"7-5-9": 27, "8-5-9": 13}
    assert Counter(unit.factors for unit in GERMAN) == {"3-4-5": 17, "4-5-5": 9}
    assert {unit.steps for unit in UNITS} == {2}


def test_every_unit_is_reconstructed_and_says_what_it_did():
    assert {unit.provenance for unit in start().setup.units} == {"reconstructed"}
    assert all(unit.note for unit in UNITS)


@pytest.mark.clause("VR-11.1-7", "VR-19.2-1", "VR-20.3-1")
def test_nobody_comes_later():
    assert all(not unit.arrives and not unit.entry for unit in UNITS)
    assert all(unit.at for unit in UNITS)
    game = fm.new_game("vimy", "free")
    assert not game.can("place 46 4049")  # German units first, and in the set-up only
    assert not any(order.verb == "place" for order in fm.new_game("vimy", "battle").legal())


@pytest.mark.parametrize("side", ["Allied", "German"])
def test_in_the_historical_set_up_each_stands_alone_in_its_own_area(side):
    places = [unit.at for unit in UNITS if unit.side == side]
    assert len(set(places)) == len(places)
    assert set(map(BOARD.at, places)) <= BOARD.having(f"{side.lower()}_setup")


def test_in_the_historical_set_up_the_german_divisions_stand_from_north_to_south():
    rows = {
        division: [int(unit.at[2:]) for unit in GERMAN if unit.group == division]
        for division in ("16_Bav", "79_Res", "1_Bav_Res")
    }
    assert min(rows["16_Bav"]) >= max(rows["79_Res"])
    assert min(rows["79_Res"]) >= max(rows["1_Bav_Res"])


def test_in_the_historical_set_up_each_canadian_division_stands_in_its_sector():
    for unit in ALLIED:
        assert f"sector {unit.group[0]}" in BOARD.features[BOARD.at(unit.at)], unit.id


def test_the_box_holds_100_counters():
    support = load_scenario("vimy", "battle").support
    assert support
    markers = sum(map(len, support.pools))
    aircraft, turn_marker = load_scenario("vimy", "battle").facts["aircraft"], 1
    assert len(UNITS) + TRACK.stock["bombardment"] + markers + aircraft + turn_marker == 100


# --- the tracks -------------------------------------------------------------------------------------


@pytest.mark.clause("VR-20.1-1")
@pytest.mark.parametrize("scenario", ["battle", "free"])
def test_the_game_has_eleven_turns_and_is_judged_after_the_last(scenario):
    assert [box.number for box in TRACK.turn] == list(range(1, 12))
    state = start(scenario)
    assert state.setup.turns == 11
    assert state.setup.book.settled["outcome"].function(state).winner == "German"


@pytest.mark.clause("VR-11.1-1")
def test_the_first_box_is_the_morning_of_9_april():
    state = start()
    assert (state.turn, TRACK.turn[0].name) == (1, "9 April, Morning")
    assert state.phase in state.setup.book.settled["sequence"].function(state.setup, 1)
    assert [box.name.partition(", ")[2] for box in TRACK.turn] == [*("Morning", "Day", "Evening") * 3, "Morning", "Day"]


@pytest.mark.clause("VR-11.1-3")
def test_no_box_deals_out_more_than_the_13_bombardment_markers():
    assert TRACK.stock == {"bombardment": 13}
    assert max(sum(box.numbers["bombardment"]) for box in TRACK.turn) == 13


@pytest.mark.clause("VR-17.1-3")
def test_in_turn_2_the_allies_have_eight_bombardment_markers():
    assert TRACK.turn[1].numbers["bombardment"][0] == 8


@pytest.mark.clause("VR-17.1-4")
def test_in_turn_2_the_germans_have_five_bombardment_markers():
    assert TRACK.turn[1].numbers["bombardment"][1] == 5


def test_turn_2_is_printed_and_every_other_box_gives_its_reason():
    assert [box.number for box in TRACK.turn if box.provenance == "printed"] == [2]
    assert all(box.because for box in TRACK.turn)


@pytest.mark.clause("VR-13.1-1", "VR-13.1-4")
def test_the_evenings_are_nights_with_fewer_markers_and_no_support_fire():
    assert [box.number for box in NIGHTS] == [3, 6, 9]
    assert all(box.name.endswith("Evening") for box in NIGHTS)
    for side in (0, 1):
        by_day = min(box.numbers["bombardment"][side] for box in DAYS)
        assert 0 < max(box.numbers["bombardment"][side] for box in NIGHTS) < by_day
    assert {box.numbers["support"] for box in NIGHTS} == {(0, 0)}
    setup = start().setup
    kinds = [phase.kind for phase in setup.book.settled["sequence"].function(setup, 3)]
    assert "combat" not in kinds
    assert "shelling" in kinds


def test_support_fire_comes_from_the_track():
    setup = start().setup
    assert setup.data["allotments"] == ((6, 6, 0, 5, 5, 0, 4, 4, 0, 5, 4), (4, 4, 0, 5, 5, 0, 5, 5, 0, 5, 5))
    short = start("hill_145").setup
    assert short.data["allotments"] == ((0, 0, 0, 3, 3), (0, 0, 0, 2, 2))
    assert all(most <= len(pool) for most, pool in zip((6, 5), setup.data["pools"], strict=True))


# --- cards ------------------------------------------------------------------------------------------------

SECTIONS = (
    *("10.1", "10.2", "10.3", "11.1", "11.2", "11.3", "11.4", "11.5", "11.6", "12.1", "12.2", "13.1"),
    *("14.1", "14.2", "14.3", "15.0", "15.1", "15.2", "16.0", "17.1", "17.2", "17.3", "17.4", "17.5", "17.6"),
    *("18.1", "18.2", "18.3", "19.1", "19.2", "20.1", "20.2", "20.3", "21.1", "CRT", "BMB"),
)


def test_every_section_has_a_card_in_the_order_of_the_booklet():
    assert tuple(book("vimy").cards) == SECTIONS


def test_every_clause_stands_on_one_card_that_of_its_section():
    listed = [clause.id for clause in read_clauses("vimy")]
    shown = [(clause.id, section) for section, card in book("vimy").cards.items() for clause in card.clauses]
    assert sorted(clause for clause, _ in shown) == sorted(listed)
    assert len(listed) == 156
    assert all(clause.startswith(f"VR-{section}-") for clause, section in shown)


def test_every_conflict_of_the_booklet_is_ruled_once_with_the_reading_not_taken():
    rulings = [ruling for card in book("vimy").cards.values() for ruling in card.rulings]
    marks = re.findall(r"\(V-C(\d+)\)", " ".join(ruling.because for ruling in rulings))
    assert sorted(map(int, marks)) == list(range(1, 25))
    assert all(ruling.question.endswith("?") and ruling.other for ruling in rulings)


def test_a_clause_that_rests_on_a_reading_says_so():
    clauses = book("vimy").clauses.values()
    ruled = {clause.id for clause in clauses if clause.provenance == "ruling"}
    assert ruled == {clause.id for clause in clauses if "(ruling:" in clause.text}
