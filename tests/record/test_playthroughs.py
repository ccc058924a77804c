"""Games that were played once are played for ever: the same orders, the same throws, the same digests.

When a corrected rule changes a game on purpose: ``make record``, and look at what it shows.
"""

import re
import sys
from pathlib import Path
from random import Random

import pytest

import fmbook as fm
from fmbook.core.verdicts import Bar
from fmbook.play.game import Game
from fmbook.record.records import digest, parse
from tests.bench.exercise import LARGE, exercise_setup
from tests.tools import record
from tests.tools.effort import effort
from tests.tools.random_play import play_on

MOST_AN_ORDER = 1000  # calls: work that grows with the length of a game passes that soon
ROOT = Path(__file__).parents[2]
FILES = sorted(record.FOLDER.glob("*.txt"))

each_playthrough = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


@each_playthrough
def test_a_playthrough_plays_as_it_was_recorded(path):
    text = path.read_text(encoding="utf-8")
    game = fm.replay(text)
    assert record.renewed(text) == record.Renewed(text), "make record shows what has changed"
    assert digest(fm.replay(game.record()).state) == digest(game.state)
    assert game.outcome
    assert text.rstrip().endswith(f"-- end {digest(game.state)}")
    assert not game.notices


@each_playthrough
def test_the_code_of_a_playthrough_brings_it_back(path):
    game = fm.load(path)
    assert fm.resume(game.code()).record() == game.record()


@pytest.mark.parametrize("system", record.RECORDED)
def test_every_scenario_has_a_playthrough(system):
    headers = [parse(path.read_text(encoding="utf-8")).head for path in FILES]
    assert {head.scenario for head in headers if head.system == system} == set(fm.scenarios(system))


def test_some_playthroughs_tell_a_story_with_dice_said_aloud():
    told = [text for path in FILES if "\n# " in (text := path.read_text(encoding="utf-8"))]
    assert sum(" said\n" in text for text in told) >= 2


# --- recording anew --------------------------------------------------------------------------


@fm.forbids("house:dry_feet", fm.Attack, bars="hexes")
def nobody_attacks_aldermill(state, side):
    """A corrected rule: nobody attacks Aldermill."""
    yield Bar({state.board.at("0404")}, "{hex} cannot be attacked from across the river", "go round")


def test_a_playthrough_that_a_corrected_rule_breaks_opens_to_its_last_good_order_and_names_the_rule():
    path = record.FOLDER / "drill-flank-three-sides.txt"
    with pytest.raises(fm.RecordError) as caught:
        fm.load(path, house_rules=[nobody_attacks_aldermill])
    error = caught.value
    assert "0404 cannot be attacked from across the river (house rule dry_feet)" in error.reason
    assert path.read_text(encoding="utf-8").splitlines()[error.line - 1] == "attack 0404"
    assert [str(order) for order in error.game.orders] == ["move B3 0304", "end-phase"]
    error.game.do("end-phase")


@pytest.fixture
def copies(tmp_path):
    for path in FILES:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def test_recording_anew_changes_nothing_that_is_as_it_was(copies, capsys):
    assert record.main([], copies) == 0
    assert capsys.readouterr().out == f"{len(FILES)} playthroughs, 0 refused.\n"
    assert all((copies / path.name).read_bytes() == path.read_bytes() for path in FILES)


def test_recording_anew_shows_and_writes_what_has_changed(copies, capsys):
    path = copies / "drill-flank.txt"
    before = path.read_text(encoding="utf-8")
    stale = re.sub(r"roll = \d", "roll = 9", re.sub(r"-- end \w+", "-- end 00000000", before))
    path.write_text(stale, encoding="utf-8")
    assert record.main(["--look"], copies) == 0
    assert path.read_text(encoding="utf-8") == stale
    assert record.main([], copies) == 0
    assert path.read_text(encoding="utf-8") == before
    told = capsys.readouterr().out
    assert "\n-roll = 9\n" in told
    assert "\n--- end 00000000\n" in told


def test_recording_anew_plays_what_is_missing(copies, capsys):
    path = copies / "drill-flank.txt"
    before = path.read_bytes()
    path.unlink()
    assert record.main([], copies) == 0
    assert "drill-flank.txt: a new record of" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_a_record_that_is_refused_is_left_alone_and_its_rule_is_named(copies, capsys):
    path = copies / "drill-flank.txt"
    text = path.read_text(encoding="utf-8")
    begun, _, rest = text.partition("end-phase\n")
    broken = f"{begun}move R1 0101\nend-phase\n{rest}"
    path.write_text(broken, encoding="utf-8")
    assert record.main([str(path)], copies) == 1
    assert path.read_text(encoding="utf-8") == broken
    told = capsys.readouterr().out
    assert "drill-flank.txt is refused at line" in told
    assert re.search(r"\(rule [\d.]+\)", told)
    assert record.main([str(path), "--cut"], copies) == 1
    assert path.read_text(encoding="utf-8") == begun
    path.write_text(broken, encoding="utf-8")
    record.main(["--anew"], copies)
    assert path.read_text(encoding="utf-8") == text


# --- long games ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_game():
    """A game of 5,000 orders on a large board, of as many turns as that takes."""
    setup = exercise_setup(LARGE._replace(turns=1000), seed=1)
    module = sys.modules["fmbook.components.scenarios"]  # its name in the package is that of a function
    known, form = module.load_scenario, setup.data["form"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "load_scenario", lambda *name: form if name[1] == setup.scenario else known(*name))
        yield _played(fm.new_game("drill", setup.scenario, 3), 5000)


def _played(game: Game, count: int) -> Game:
    chance = Random(1)
    while len(game.orders) < count and not game.outcome:
        for _ in range(50):
            if not game.outcome:
                play_on(game, chance)
    return game


def test_five_thousand_orders_load_and_each_costs_little(long_game, tmp_path):
    path = long_game.save(tmp_path / "long.txt")
    assert len(long_game.orders) == 5000
    with effort() as loading:
        game = fm.load(path)
    assert digest(game.state) == digest(long_game.state)
    assert loading.calls < MOST_AN_ORDER * 5000


def test_five_thousand_orders_go_into_a_code_and_come_back(long_game):
    with effort() as packing:
        code = long_game.code()
    assert len(code) < 3 * 5000
    with effort() as unpacking:
        game = fm.resume(code)
    assert digest(game.state) == digest(long_game.state)
    assert max(packing.calls, unpacking.calls) < MOST_AN_ORDER * 5000


def test_one_more_order_makes_a_long_code_anew_with_little_work(long_game):
    long_game.code()
    play_on(long_game, Random(2))
    with effort() as made:
        code = long_game.code()
    long_game.undo()
    assert code != long_game.code()
    assert made.calls < 2 * MOST_AN_ORDER
