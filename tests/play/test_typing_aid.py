"""What Tab offers within the quotes of a notebook's cell, asked of IPython's own completer."""

import json
import subprocess
import sys

import pytest

import fmbook as fm
from fmbook.play.typing_aid import offered

ASKED = [
    'game = fm.new_game("sch',
    'fm.new_game(\n    "vimy", scenario="fir',
    'x = 1\ngame.do("mo',
    "game.can('move ",
    'game.do("move B1 070',
    'print("move B1 070',
]
SHELL = """
import json, sys
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(history_length=0)
shell.run_cell("import fmbook as fm\\nfrom importlib import reload\\nreload(fm)\\n"
               "game = fm.new_game('drill', 'first_steps')")
found = {}
for cell in json.loads(sys.argv[1]):
    with provisionalcompleter():
        found[cell] = [cell[:each.start] + each.text for each in shell.Completer.completions(cell, len(cell))]
print(len([each for each in shell.Completer.custom_matchers if each.matcher_identifier == "fmbook"]))
print(json.dumps(found))
"""


def test_ipython_offers_systems_scenarios_and_orders_within_quotes(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", SHELL, json.dumps(ASKED)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    *_, count, told = done.stdout.splitlines()
    found = json.loads(told)
    assert count == "1"  # though fmbook was loaded twice
    assert found[ASKED[0]] == ['game = fm.new_game("scheldt']
    assert found[ASKED[1]] == ['fm.new_game(\n    "vimy", scenario="first_morning']
    assert found[ASKED[2]] == ['x = 1\ngame.do("move']
    assert found[ASKED[3]] == ["game.can('move B1"]
    assert 'game.do("move B1 0702' in found[ASKED[4]]
    assert found[ASKED[5]] == []


def test_what_is_offered_of_an_order_is_allowed():
    game = fm.new_game("drill", "first_steps")
    found = offered('game.do("move B1 ', {"game": game})
    assert found
    assert found[1]
    assert all(game.can(f"move B1 {place}") for place in found[1])


@pytest.mark.parametrize("typed", ["", 'game.do("move B1 0405") ', 'other.do("move', 'a.game.do("move', 'redo("move'])
def test_other_strings_are_left_to_others(typed):
    assert offered(typed, {"game": fm.new_game("drill", "first_steps"), "other": 3}) is None


def test_a_system_that_nobody_knows_has_no_scenarios():
    assert offered('fm.new_game("viny", "b', {}) == ("b", ())
