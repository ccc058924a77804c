"""Markup is taken apart by its tags, and comes out as it went in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmbook.core.markup import elements, is_balanced, labelled, leaves, pieces, stretches, words_of

TAGS = ("<b>", "</b>", "<br/>", "<u data-at='1 > 0'>", "</u>", "<p>", "</p>", "<!-- so -->", "<style>", "</style>")
SCRAPS = ("one", " < ", "&lt;", "\n", "<", ">", "</", "<!", "<!--", "<b", "é", "&", "<script>", "<title>")
bits = st.sampled_from((*TAGS, *SCRAPS))
markup = st.lists(bits, max_size=14).map("".join)


@given(markup)
def test_no_letter_is_lost_however_broken_the_markup_is(text):
    assert "".join(piece.text for piece in pieces(text)) == text
    assert "".join(each for each, _ in stretches(text)) == text
    assert labelled(text, str.upper) == text


@given(markup)
def test_elements_hold_all_that_is_balanced(text):
    if is_balanced(text):
        assert "".join(map("".join, elements(text))) == text


def test_a_tag_ends_where_its_attributes_end():
    assert [piece.text for piece in pieces('<u title="2 > 1">B1</u>')] == ['<u title="2 > 1">', "B1", "</u>"]
    assert words_of('<u title="2 > 1">B1</u> < B2') == "B1 < B2"


def test_words_stand_between_blocks_and_styles_are_not_told():
    text = "<p>Click <b>B1</b>.</p><style>p { color: red }</style>Done."
    assert [each for each, is_words in stretches(text) if is_words and each] == ["Click <b>B1</b>.", "Done."]


def test_attributes_that_a_reader_hears_are_told_and_no_others():
    said = labelled('<b title="a &amp; b" class="title">title="c"</b>', str.upper)
    assert said == '<b title="A &amp; B" class="title">title="c"</b>'


@pytest.mark.parametrize(
    ("text", "whole"), [("<b>one</b>", True), ("one</b>", False), ("<b>one", False), ("a<img/>b", True)]
)
def test_what_begins_must_end(text, whole):
    assert is_balanced(text) is whole


def test_the_innermost_elements_hold_words_alone():
    assert [each.within for each in leaves("<b><u>B1</u> and <u>B2</u></b><i></i>")] == ["B1", "B2"]
