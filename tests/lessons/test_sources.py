"""What chapters 10 to 40 tell of history rests on something that was read: nothing is told from memory."""

import re

import pytest

from fmbook.core.data import data_root
from fmbook.lessons.historyfile import history
from fmbook.lessons.lessonfile import lesson_form
from fmbook.lessons.theatre import load_theatre

CHAPTERS = {"scheldt": "10_scheldt", "vimy": "20_vimy", "eben_emael": "30_eben_emael", "veritable": "40_veritable"}
FROM_MEMORY = re.compile(r"\b(soft|recalled|from memory)\b", re.IGNORECASE)
each_system = pytest.mark.parametrize("system", CHAPTERS)


@each_system
@pytest.mark.parametrize("file", ["history.toml", "documents.toml", "theatre.toml"])
def test_nothing_is_told_from_memory(system, file):
    assert FROM_MEMORY.findall((data_root() / system / file).read_text(encoding="utf-8")) == []


@each_system
def test_every_event_every_cost_every_moment_and_every_decision_names_its_source(system):
    told = history(system)
    assert told.provenance in ("printed", "public")
    assert all(event.source for event in told.event)
    assert told.cost.source
    assert all(moment.source for moment in load_theatre(system).plan.moment)
    for decision in lesson_form(CHAPTERS[system]).decision:
        assert decision.source
        assert not FROM_MEMORY.search(decision.source)
