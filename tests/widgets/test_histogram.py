"""The picture of a class's losses: a dot a table, the machine's games as bars, and what it was in fact."""

import re

from fmbook.lessons.classes import Losses
from fmbook.widgets.classroom.histogram import histogram

MACHINE = {2: 20, 3: 100, 5: 80}


def drawn(by_table: dict[str, int], fact: tuple[int, int] | None = None) -> str:
    return histogram(Losses("German", by_table, 3.7, MACHINE, fact), ["1"], 200)


def places(shape: str, text: str) -> list[float]:
    return [float(each) for each in re.findall(shape, text)]


def test_a_dot_stands_over_the_bar_of_games_that_cost_as_much():
    picture = drawn({"1": 3, "2": 3, "7": 5})
    dots = places(r'<circle cx="([\d.]+)"', picture)
    bars = places(r'<rect x="([\d.]+)"', picture)
    assert dots[0] == dots[1] == bars[1] + 11
    assert dots[2] == bars[2] + 11
    assert len(bars) == len(MACHINE)


def test_the_more_games_the_longer_the_bar():
    first, second, third = places(r'height="(\d+)" style', drawn({"1": 3}))
    assert second > third > first


def test_it_says_in_words_what_it_shows():
    said = re.search(r'aria-label="([^"]+)"', drawn({"1": 3, "2": 4}, (30, 62)))
    assert said
    assert said[1] == (
        "Steps lost by the Germans: table 1 3, table 2 4 so far. "
        "In 200 games of the machine from 2 to 5, most often 3. "
        "In fact about 30 to 62, as we reckon."
    )


def test_history_is_marked_only_where_it_is_known_and_all_that_is_drawn_lies_in_the_picture():
    assert "in fact" not in drawn({"1": 3})
    picture = drawn({"1": 90, "2": 0}, (30, 62))
    assert ">in fact<" in picture
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture)
    assert found
    assert max(places(r'(?:x|cx)="([\d.]+)"', picture)) < int(found[1])
    assert max(places(r' (?:y|cy)="([\d.]+)"', picture)) <= int(found[2])
