"""What is printed of a board or a question: its still form as it stands just now."""

import fmbook as fm
from fmbook.widgets.desk.desk import desk
from fmbook.widgets.desk.pictured import PICTURED
from fmbook.widgets.exercises import ExerciseBox
from fmbook.widgets.page.stills import stills
from fmbook.widgets.page.style import css_of_pictures
from tests.tools.still_sheet import SHEET


def test_a_board_is_told_as_it_stands_and_a_question_with_its_choices():
    game = fm.new_game("drill", "march", seed=1)
    shown, asked = desk(game), ExerciseBox(fm.ask("20.a"))
    before = stills([shown.model_id, asked.model_id, "nobody's"]).forms
    assert set(before) == {shown.model_id, asked.model_id}
    assert "<li>42 and 4M, from behind</li>" in before[asked.model_id]["text/html"]
    assert asked.exercise.right[0] not in before[asked.model_id]["text/html"].partition("<svg")[0].partition("<ul")[0]
    game.do("move B1 0403")
    after = stills([shown.model_id]).forms
    assert after[shown.model_id]["image/svg+xml"] != before[shown.model_id]["image/svg+xml"]


def test_a_still_form_is_no_new_display():
    shown = desk(fm.new_game("drill", "march", seed=1))
    shown._repr_mimebundle_()
    stills([shown.model_id])
    assert [each.shows for each in shown._shells] == [1] * len(shown._shells)


def test_the_picture_of_a_desk_brings_what_stands_above_and_beside_its_map_in_the_readers_language():
    fm.language("nl")
    try:
        game = fm.new_game("drill", "first_steps", seed=1)
        shown = desk(game, you="Blue", steps="00.first").still()[PICTURED]
    finally:
        fm.language("en")
    assert "Gids 1 van" in shown["steps"][0]["words"]
    assert shown["steps"][0]["room"]
    assert "fmbook-prompt" in shown["prompt"]
    assert shown["orders"]["labels"] == ["Fase beëindigen"]
    assert len(shown["beside"]) == 4
    assert shown["map"]["paper"]["width"] == f"{shown['map']['ratio'][0]}px"


def test_pictures_are_laid_out_by_the_sheet_that_desks_have():
    """Written anew by ``python -m tests.tools.still_sheet``."""
    assert SHEET.read_text(encoding="utf-8") == css_of_pictures()
