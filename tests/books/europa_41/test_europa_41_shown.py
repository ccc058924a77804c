"""What the map shows besides counters says the same as the words."""

from typing import Any

import pytest

import fmbook as fm
from fmbook.books.europa_41.facts import Deluge
from fmbook.books.europa_41.floods import MASSIVE, PARTIAL
from fmbook.books.europa_41.waters import chart_of
from fmbook.core.mapsigns import Sign
from fmbook.core.sides import noun
from fmbook.geometry.boards import Board
from fmbook.play.positions import Position

TOLD = {
    "swamp": "Flooded: it counts as swamp.",
    "prohibited": "Flooded: nobody may enter.",
    "ruined": "Port and airbase are ruined.",
    "airfield": "A temporary airfield lies here.",
    "ice airfield": "A temporary airfield lies here.",
}


def after(entry: str, **facts: Any) -> Position:
    """A board after something has happened, each fact made from the board."""
    state = fm.new_game("europa_41", entry).state
    return Position(state.but(facts={**state.facts, **{name: fact(state.board) for name, fact in facts.items()}}))


def told(position: Position, place: int) -> tuple[str, ...]:
    words: tuple[str, ...] = position.state.setup.book.settled["told of a place"].function(position.state, place)
    return words


def signs(position: Position, kind: str) -> set[str]:
    found = (sign for sign in position.shown.signs if sign.kind == kind)
    return {position.board.name(sign.place).rpartition(":")[2] for sign in found}


def happened() -> list[Position]:
    def deluges(b: Board) -> tuple[Deluge, ...]:
        return Deluge(b.at("16A:0922"), PARTIAL, 0), Deluge(b.at("16A:0623"), MASSIVE, 0)

    return [
        after("41.A.4.b", deluges=deluges, ruined=lambda b: frozenset({b.at("16A:0723")})),
        after("41.A.3", airfields=lambda b: frozenset({b.at("16A:0927"), b.at("16A:0926")})),
    ]


@pytest.mark.parametrize("entry", fm.scenarios("europa_41"))
def test_41_each_hex_bears_the_sign_of_the_owner_that_words_name(entry):
    game = fm.new_game("europa_41", entry)
    owners = {sign.place: game.sides[sign.side] for sign in game.shown.signs if sign.kind == "owned"}
    assert owners
    for place in range(len(game.board.places)):
        owned = [line for line in game.describe(game.board.name(place)).splitlines() if line.startswith("Owned by")]
        assert owned == ([f"Owned by {noun(owners[place])}."] if place in owners else [])


def test_41_signs_stand_where_words_tell_of_floods_ruins_and_airfields():
    for position in happened():
        for place in range(len(position.board.places)):
            name = position.board.name(place).rpartition(":")[2]
            shown = {TOLD[kind] for kind in TOLD if name in signs(position, kind)}
            assert shown == set(told(position, place)) & set(TOLD.values())


def test_41_a_4_the_sign_tells_swamp_from_prohibited_ground():
    position, _ = happened()
    assert (signs(position, "swamp"), signs(position, "prohibited")) == ({"0922"}, {"0623"})


def test_41_a_3_an_airfield_on_the_lake_is_one_on_ice():
    _, position = happened()
    assert (signs(position, "ice airfield"), signs(position, "airfield")) == ({"0927"}, {"0926"})


def test_41_a_1_a_blown_causeway_is_shown_between_its_hexes():
    banks = ("16A:0727", "16A:0827")
    position = after("41.A.1", blown=lambda b: frozenset({tuple(sorted(map(b.at, banks)))}))
    here, there = sorted(map(position.board.at, banks))
    assert Sign("blown", here, there) in position.shown.signs


def test_41_a_3_frost_is_shown_on_the_lake_and_gone_with_the_thaw():
    frost, thaw = after("41.A.3"), after("41.A.3", frost=lambda b: False)
    assert "0927" in signs(frost, "frozen")
    assert signs(thaw, "frozen") == set()


def test_41_e_6_the_river_that_never_freezes_bears_no_ice():
    game = fm.new_game("europa_41", "41.E.6")
    frozen = {(sign.place, sign.to) for sign in game.shown.signs if sign.kind == "frozen"}
    assert frozen == {*game.board.links("minor_river"), *game.board.links("lake")}


def test_41_b_the_tag_of_the_canal_says_what_words_say():
    for status in ("open", "closed", "shut"):
        position = after("41.B", canal=lambda b, status=status: status)
        (tag,) = [sign for sign in position.shown.signs if sign.kind == "tag"]
        state = position.state
        said = state.setup.book.settled["told of the game"].function(state)
        assert any(line.startswith(f"The {tag.says.replace('canal', 'canal is')};") for line in said)


def test_41_d_a_ship_on_the_river_is_shown_between_its_banks():
    game = fm.new_game("europa_41", "41.D")
    banks = tuple(sorted(map(game.board.at, ("22A:4113", "22A:4213"))))
    river = next(n for n, water in enumerate(chart_of(game.state).waters) if water.side == banks)
    ship = game.state.setup.unit("NG1").number
    assert after("41.D", lies=lambda b: ((ship, river),)).shown.moored == (("NG1", banks),)
    assert game.shown.moored == ()
