"""What readers are told can be told in another language; what has no translation stays English."""

import re
from collections.abc import Iterator

import pytest

import fmbook as fm
from fmbook.core.catalogue import Catalogue, digest, entries_of
from fmbook.core.language import language, missed, told, told_html, told_markdown
from fmbook.widgets.desk.desk import board_svg


@pytest.fixture
def dutch() -> Iterator[None]:
    language("nl")
    yield
    language("en")


def test_a_session_begins_in_english():
    assert language() == "en"
    assert told("0406 is held by the enemy") == "0406 is held by the enemy"


def test_an_unknown_language_is_refused_and_changes_nothing():
    with pytest.raises(fm.NoSuchName, match="No language “xx”"):
        language("xx")
    assert language() == "en"


@pytest.mark.usefixtures("dutch")
def test_a_sentence_keeps_what_fills_its_holes():
    assert told("0406 is held by the enemy") == "0406 is door de vijand bezet"


@pytest.mark.usefixtures("dutch")
def test_the_name_that_fills_a_hole_is_told_too():
    assert told("B1 at 2042 Flushing, city.") == "B1 op 2042 Vlissingen, stad."


@pytest.mark.usefixtures("dutch")
@pytest.mark.parametrize(
    ("english", "said"), [("1 hex is open to it.", "1 hex"), ("3 hexes are open to it.", "3 hexen")]
)
def test_what_is_counted_has_its_own_form(english, said):
    assert said in told(english)


@pytest.mark.usefixtures("dutch")
def test_a_sentence_that_nobody_translated_stays_as_it_is_and_its_neighbours_do_not():
    assert told("No such words at all. Nobody is there.") == "No such words at all. Er staat niemand."


@pytest.mark.usefixtures("dutch")
def test_a_capital_and_a_stop_come_from_what_is_told():
    assert told("Another unit, or end the phase.") == "Een andere eenheid, of beëindig de fase."
    assert told("another unit, or end the phase") == "een andere eenheid, of beëindig de fase"


@pytest.mark.usefixtures("dutch")
def test_a_refusal_keeps_its_rule_and_its_lines():
    said = str(fm.new_game("drill", "first_steps").can("move B1 0406")).splitlines()
    assert said[0].endswith("niet toegestaan.")
    assert said[1].endswith("(regel 5.1)")
    assert said[2].startswith("  Probeer: ")


@pytest.mark.usefixtures("dutch")
def test_markup_keeps_its_elements_and_names_stay_lit():
    marked = '<p title="Nobody is there.">Click <u data-at="1 1 1">B1</u>.</p><style>.red { color: red }</style>'
    said = told_html(marked)
    assert said == (
        '<p title="Er staat niemand.">Klik op <u data-at="1 1 1">B1</u>.</p><style>.red { color: red }</style>'
    )


@pytest.mark.usefixtures("dutch")
def test_no_tag_is_lost_where_a_picture_stands_between_words():
    drawn = '<svg><path d="M1"/><path d="M2"/></svg>'
    key = f"<div><span>{drawn} canal</span><span>{drawn} road</span> <b>no such word</b></div>"
    said = told_html(key)
    assert re.findall(r"<[^>]*>", said) == re.findall(r"<[^>]*>", key)
    assert "kanaal" in said
    assert "weg" in said


@pytest.mark.usefixtures("dutch")
def test_a_picture_keeps_every_line_when_its_words_are_told():
    drawn = board_svg(fm.new_game("drill", "first_steps"))
    assert re.findall(r" d=\"[^\"]*\"", told_html(drawn)) == re.findall(r" d=\"[^\"]*\"", drawn)


@pytest.mark.usefixtures("dutch")
def test_nothing_that_is_told_can_become_markup():
    assert "<script>" not in told_html("<p>&lt;script&gt; Nobody is there.</p>")


@pytest.mark.usefixtures("dutch")
def test_markdown_keeps_its_marks():
    assert told_markdown("- **Nobody is there.**") == "- **Er staat niemand.**"


@pytest.mark.usefixtures("dutch")
def test_what_was_told_in_english_is_collected():
    with missed() as found:
        told("Nobody is there. No such words at all.")
    assert found == {"No such words at all."}


@pytest.mark.usefixtures("dutch")
def test_a_game_is_the_same_in_any_language():
    game = fm.new_game("drill", "first_steps", seed=3)
    game.do("move B1 0405")
    assert "move B1 0405" in game.record()
    language("en")
    assert fm.resume(game.code()).record() == game.record()


def test_a_changed_english_sentence_falls_back_to_english(tmp_path):
    """The text beside a data file is told only as long as what it translates is what stands there."""
    assert digest("One step.") != digest("Two steps.")
    assert digest("One  step.") == digest("One step.")


def test_a_catalogue_leaves_out_what_is_fuzzy_and_what_is_empty(tmp_path):
    path = tmp_path / "xx.po"
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    fuzzy, empty = '#, fuzzy\nmsgid "a hill"\nmsgstr "een berg"', 'msgid "a wood"\nmsgstr ""'
    path.write_text("\n\n".join([head, fuzzy, empty, 'msgid "a "\n"town"\nmsgstr "een stad"']))
    known = Catalogue(path, {})
    assert [entry.key for entry in entries_of(path) if entry.key] == ["a wood", "a town"]
    assert known.whole("A town.") == "Een stad."
    assert known.whole("a hill") is known.whole("a wood") is None
