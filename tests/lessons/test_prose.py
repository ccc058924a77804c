"""The first screen is short, and chapters read easily: counted, printed by a command, and held here."""

import pytest

from fmbook.__main__ import main
from fmbook.lessons.prose import FIRST_SCREEN, PLAIN, chapters, count, prose

each_chapter = pytest.mark.parametrize("path", chapters(), ids=lambda path: path.stem)


@each_chapter
def test_there_are_at_most_sixty_words_before_the_first_thing_to_do(path):
    assert 10 <= prose(path).first <= FIRST_SCREEN == 60


@each_chapter
def test_a_chapter_and_its_cards_read_easily(path):
    found = prose(path)
    assert found.text.ease >= PLAIN
    assert found.cards.ease >= PLAIN
    assert found.plain


def test_long_words_in_long_sentences_are_not_easy():
    easy = count(["The men go up the hill. They see the town."])
    hard = count(["Notwithstanding organisational difficulties, operational subordination continued."])
    assert easy.ease > 90 > PLAIN > hard.ease
    assert (easy.words, easy.sentences, easy.syllables) == (10, 2, 10)


def test_a_command_prints_a_line_for_each_chapter(capsys):
    assert main(["prose"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(chapters())
    assert main(["prose", "20"]) == 0
    assert "20_vimy" in capsys.readouterr().out


def test_a_chapter_that_is_not_there_is_refused(capsys):
    assert main(["prose", "77"]) == 2
    assert "77" in capsys.readouterr().err
