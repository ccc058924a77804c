"""A part of the desk is written again when what it depends on has changed, and only then."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import fmbook as fm
from fmbook.widgets.desk.desk import Desk, desk
from fmbook.widgets.desk.showing import Showing
from tests.tools.desks import decide, labels, look_at, paused_labels, press

pytestmark = pytest.mark.usefixtures("desk_apart")

DEEDS = 40


def standing(on: Desk) -> dict[str, Any]:
    """What a reader sees of a desk just now."""
    parts = on.parts
    words = (parts.prompt, parts.throw, parts.side, parts.story, parts.task, parts.key, on.text)
    return {
        "words": [each.value for each in words],
        "buttons": [row.offered for row in (parts.actions, *parts.coach)],
        "deeds": labels(on),
        "said": (parts.shell.says, parts.shell.refused, parts.shell.number),
        "decision": on.card.put,
        "map": {name: each for name, each in vars(on.map._scene).items() if name != "position"},
        "drawn": ({**on.map._drawn}, on.map._faces),
    }


def drawn_anew(on: Desk) -> dict[str, Any]:
    """What the reader would see if all of it were worked out now."""
    Showing(on).show()
    on.map._lying_below = ()
    on.map.paint(on.map._scene)
    return standing(on)


def presses(on: Desk, lot: Random) -> None:
    """Press a button of the moment, or the last one of a decision that waits."""
    if labels(on):
        press(on, lot.choice(labels(on)))
    for label in paused_labels(on)[-1:]:
        decide(on, label)


def does_something(on: Desk, lot: Random) -> None:
    """Click, press, switch or look back, wherever there is something to click or press."""
    board, units = on.game.board, on.game.units()
    place = lot.choice([lot.choice(board.places), *(unit.place for unit in lot.sample(units, min(3, len(units))))])
    deeds: list[Callable[[], object]] = []
    deeds += [lambda: on.map._choose(board.at(place))] * 4 + [lambda: presses(on, lot)] * 3
    deeds += [lambda: lot.choice([on.parts.undo, on.parts.redo, on.parts.drop, on.parts.hint]).click()]
    box = lot.choice([*on.parts.switches, *on.parts.tabs_of.values()])
    deeds += [lambda: setattr(box, "value", not box.value), lambda: on.map._look_at(board.at(place))]
    deeds += [lambda: on.game.do(lot.choice(on.game.legal())) if on.game.legal() else None]
    if on.page == "Replay":
        deeds += [lambda: setattr(on.replay.slider, "value", lot.randint(0, on.replay.slider.max))]
    lot.choice(deeds)()


@pytest.mark.parametrize(
    ("system", "scenario", "about"),
    [
        ("drill", "march", {}),
        ("drill", "first_steps", {"steps": "00.first"}),
        ("drill", "bombardment", {"you": "Blue", "opponent": "cadet"}),
        ("scheldt", "braakman", {}),
        ("vimy", "hill_145", {"you": "Allied", "opponent": "cadet"}),
        ("eben_emael", "first_minutes", {"you": "German", "opponent": "cadet"}),
    ],
)
def test_whatever_was_done_the_desk_shows_what_it_would_if_all_were_written_anew(system, scenario, about):
    on = desk(fm.new_game(system, scenario, 5), **about)
    look_at(on.map)
    lot = Random(f"{system} {scenario}")
    for _ in range(DEEDS):
        does_something(on, lot)
        assert standing(on) == drawn_anew(on)


def test_a_unit_that_is_taken_up_writes_nothing_of_the_story_anew(monkeypatch):
    on = desk(fm.new_game("drill", "march"))
    look_at(on.map)
    written = []
    for what in ("panels.prompt", "panels.diary", "showing.thrown", "showing.traces"):
        monkeypatch.setattr(f"fmbook.widgets.desk.{what}", lambda *_, what=what, **__: written.append(what))
    on.map._choose(on.game.board.at("0401"))
    assert (on.choice.chooser.unit, written) == ("B1", [])
