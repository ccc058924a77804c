"""A call that cannot work is answered in one sentence: no game, no such side, no such library, a closed desk."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import fmbook as fm
from fmbook import widgets
from fmbook.widgets.desk.desk import Desk, desk, desk_of
from fmbook.widgets.page.guard import LOG

pytestmark = pytest.mark.usefixtures("desk_apart")

ROOT = Path(__file__).parents[2]


def march() -> fm.Game:
    return fm.new_game("drill", "march")


# --- what is no game --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("vimy", 'not the name “vimy”: game = fm.new_game("vimy"), then fm.desk(game).'),
        ("viny", 'not the name “viny”: game = fm.new_game("drill"), then fm.desk(game).'),
        (None, 'not None: game = fm.new_game("drill"), then fm.desk(game).'),
        ([], "not a thing of the type list: "),
        (march().at(0), "not a thing of the type Position: "),
    ],
)
def test_what_is_no_game_is_told_how_to_become_one(given, said):
    with pytest.raises(fm.FmbookError) as refused:
        fm.desk(given)
    assert str(refused.value).startswith("fm.desk needs a game, ")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"you": "Bleu"}, "No side “Bleu” in drill. Did you mean Blue?"),
        ({"you": 5}, "No side “5” in drill. Did you mean Blue or Red?"),
        ({"you": ""}, "No side “” in drill. Did you mean Blue or Red?"),
        ({"opponent": "gredy"}, "No opponent “gredy”. Did you mean greedy?"),
        ({"opponent": "xyz"}, "No opponent “xyz”. Did you mean random, cadet, sergeant or captain?"),
        ({"opponent": 5}, "No opponent “5”. Did you mean random, cadet, sergeant or captain?"),
        ({"opponent": ["greedy"]}, "No opponent “['greedy']”. Did you mean greedy?"),
        ({"you": "Blue", "opponent": "Red"}, "No opponent “Red”. Did you mean greedy or random?"),
    ],
)
def test_a_wrong_side_or_opponent_is_named_and_leaves_no_half_of_a_desk(how, said):
    game = march()
    with pytest.raises(fm.NoSuchName) as refused:
        fm.desk(game, **how)
    assert str(refused.value) == said
    assert game._watchers == []


def test_a_side_is_known_in_any_case_and_an_opponent_may_be_a_function():
    assert fm.desk(march(), you="blue").you == "Blue"
    assert isinstance(fm.desk(march(), opponent=lambda seen, chance: seen.legal()[0]), Desk)  # type: ignore[arg-type]


# --- all widgets closed -----------------------------------------------------------------------------


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What guarded entrances had to log."""
    found: list[Any] = []
    monkeypatch.setattr(LOG, "exception", lambda *told: found.append(told))
    return found


@pytest.mark.parametrize("times", [1, 2])
def test_after_all_widgets_were_closed_the_game_shows_a_live_desk_again(times, logged):
    game = march()
    dead = desk_of(game)
    for _ in range(times):
        ipywidgets.Widget.close_all()
    dead._on_place("0302")  # a press that was still on its way
    game.do("move B1 0403")
    bundle = game._repr_mimebundle_()
    alive = desk_of(game)
    assert alive.comm is not None
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == alive.model_id
    alive._on_place("0302")
    alive.give(fm.order("end-phase"))
    assert "mobile movement" in alive.parts.prompt.value
    assert logged == []


def test_other_games_and_maps_come_after_all_widgets_were_closed():
    desk(march())
    ipywidgets.Widget.close_all()
    assert fm.chart("drill").comm is not None
    ipywidgets.Widget.close_all()
    assert desk(march(), you="Blue", opponent="greedy").comm is not None


# --- libraries --------------------------------------------------------------------------------------

DESK = "import fmbook as fm\ngame = fm.new_game('drill', 'march')\n"
SENTENCE = "try: {0}\nexcept fm.FmbookError as error: print(error)"


def said_by(code: str, *, fakes: Path | None = None) -> str:
    """What a fresh Python says; modules in the folder ``fakes`` come before installed ones."""
    path = [str(each) for each in (fakes, ROOT) if each]
    code = f"import sys\nsys.path[:0] = {path!r}\n{code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize("call", ["fm.desk(game)", "fm.chart('drill')", "fm.theatre('vimy')", "game.board_svg()"])
def test_an_ipywidgets_that_is_too_old_is_named_with_the_way_to_a_new_one(call, tmp_path):
    (tmp_path / "ipywidgets").mkdir()
    (tmp_path / "ipywidgets" / "__init__.py").write_text("__version__ = '7.8.5'\n")
    said = said_by(DESK + SENTENCE.format(call), fakes=tmp_path)
    assert said == (
        "fmbook needs ipywidgets 8.1.7 or newer, this is 7.8.5: "
        'pip install "ipywidgets>=8.1.7", then restart the kernel.'
    )


def test_where_ipywidgets_is_too_old_a_game_in_a_cell_says_so_in_a_sentence(tmp_path):
    (tmp_path / "ipywidgets").mkdir()
    (tmp_path / "ipywidgets" / "__init__.py").write_text("__version__ = '7.8.5'\n")
    shown = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance(colors='NoColor', history_length=0)\n"
        "shell.display_formatter.active_types = ['text/plain', 'image/svg+xml']\n"
        "shell.display_formatter.format(game)"
    )
    said = said_by(DESK + shown, fakes=tmp_path)
    assert said.splitlines()[0].startswith("fmbook needs ipywidgets 8.1.7 or newer, this is 7.8.5: pip install")
    assert "Traceback" not in said


@pytest.mark.parametrize("name", ["ipywidgets", "ipycanvas", "anywidget"])
def test_a_library_that_is_missing_is_named_with_the_way_to_it(name):
    said = said_by(f"sys.modules[{name!r}] = None\n{DESK}{SENTENCE.format('fm.desk(game)')}")
    oldest = widgets.NEEDED[name]
    assert said == (
        f'fmbook needs {name} {oldest} or newer, and it is not installed: pip install "{name}>={oldest}", '
        "then restart the kernel."
    )


def test_without_ipyleaflet_the_ground_says_so_and_desks_do_without_it():
    hidden = "sys.modules['ipyleaflet'] = None\n"
    for call in ("fm.theatre('vimy')", "fm.atlas('europa_41')"):
        said = said_by(f"{hidden}{DESK}fm.desk(game)\n{SENTENCE.format(call)}")
        assert said.startswith("fmbook needs ipyleaflet 0.20 or newer, and it is not installed: pip install "), call


def test_where_a_library_is_missing_a_game_in_a_cell_is_shown_in_words():
    said = said_by(f"sys.modules['ipycanvas'] = None\n{DESK}print(sorted(game._repr_mimebundle_()))")
    assert said == "['text/plain']"


def test_what_is_needed_is_what_the_package_declares():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    for name, oldest in widgets.NEEDED.items():
        assert any(each.startswith(f"{name}>={oldest},") for each in declared), name
