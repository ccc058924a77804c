"""The tracks on the map of the fort, and the works that are manned or out of play, in a real game."""

import fmbook as fm
from fmbook.widgets.board.fort import inks
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.drawing.shapes import Polygons
from fmbook.widgets.page import guard


def tracks(game: fm.Game) -> dict[str, tuple[int, int]]:
    return {track.name: (track.now, track.last) for track in game.shown.tracks}


def test_before_the_landing_all_gliders_are_to_come():
    game = fm.new_game("eben_emael")
    assert tracks(game) == {
        "Turn": (1, 15), "German losses": (0, 85), "Belgian losses": (0, 329), "Points": (0, 24),
        "Gliders to come": (11, 11),
    }  # fmt: skip
    assert game.shown.manned == frozenset()


def test_gliders_land_one_by_one_and_a_lost_one_is_on_the_track():
    game = fm.new_game("eben_emael")
    game.do("end-phase")
    game.do("place G1 S06")
    game.do("roll", roll=(3, 4))
    assert tracks(game)["Gliders to come"] == (10, 11)
    assert game.shown.landed == (game.board.at("S06"),)
    game.do("place G2 S11")
    game.do("roll", roll=(6, 6))
    assert tracks(game)["German losses"] == (8, 85)
    assert game.shown.landed == (game.board.at("S06"),)  # the second never arrived


def test_a_sealed_work_is_crossed_out_and_counts():
    game = fm.new_game("eben_emael", "first_minutes")
    while "attack" not in game.phase or "air" in game.phase:
        game.do("end-phase")
    game.do("blow G1 S06")
    assert game.board.at("S06") in game.shown.shut
    [points] = [track for track in game.shown.tracks if track.name == "Points"]
    assert (points.now, points.last) == (2, 24)
    assert points.says


def test_fields_of_fire_are_red_where_guns_are_manned_and_pale_where_nobody_is(monkeypatch, tmp_path):
    monkeypatch.setattr(guard, "RERAISE", True)
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    ready, empty = Desk(fm.new_game("eben_emael", "full_readiness")), Desk(fm.new_game("eben_emael"))
    for on in (ready, empty):
        on.parts.fields.value = True
    drawn = [{shape.ink for shape in on.map._veils() if isinstance(shape, Polygons)} for on in (ready, empty)]
    assert inks.FIRE in drawn[0] - drawn[1]
    assert inks.FIRE_IDLE in drawn[1]
