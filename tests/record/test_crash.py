"""No acknowledged order is lost, however the player dies. On demand: ``python tests/tools/crash.py --kills 300``."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.record.journal import journals
from tests.tools import crash

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")


@pytest.mark.parametrize("seed", range(12))
def test_a_player_who_is_killed_loses_no_acknowledged_order(seed, tmp_path):
    kill = crash.killed(seed, tmp_path)
    assert kill.found - kill.acknowledged in (0, 1)


def test_a_player_who_is_not_killed_leaves_the_whole_game(tmp_path, monkeypatch):
    monkeypatch.setattr(crash, "PACE", 0)
    crash.play(0, tmp_path)
    (journal,) = journals(tmp_path)
    last = [crash.stand(game) for game in crash.acts(0)][-1]
    game = fm.load(journal)
    assert crash.stand(game) == last
    assert game.outcome
    assert not game.notices


def test_two_players_in_one_folder_do_not_mix(tmp_path):
    command = [sys.executable, crash.__file__, "--folder", str(tmp_path), "--play"]
    with ThreadPoolExecutor(3) as pool:
        seeds = (1, 2, 6)
        run = [pool.submit(subprocess.run, [*command, str(seed)], check=True, capture_output=True) for seed in seeds]
        left = [Path(done.result().stdout.split(b"\n")[0].decode()) for done in run]
    assert len(set(left)) == 3
    assert set(journals(tmp_path)) == set(left)
    for seed, journal in zip(seeds, left, strict=True):
        assert crash.stand(fm.load(journal)) == [crash.stand(game) for game in crash.acts(seed)][-1]


def test_a_journal_cut_at_any_byte_opens_to_its_last_whole_line(tmp_path):
    playing = crash.acts(1)
    journal = next(playing).keep_journal(tmp_path)
    stands = {len(journal.read_bytes()): crash.stand(fm.load(journal))}
    for game in playing:
        stands[len(journal.read_bytes())] = crash.stand(game)
    whole, torn = journal.read_bytes(), tmp_path / "torn.txt"
    ends = sorted(stands)
    for begin, end in pairwise(ends[:41]):
        for cut in range(begin, end):
            torn.write_bytes(whole[:cut])
            assert crash.stand(fm.load(torn)) in (stands[begin], stands[end])


def test_a_game_found_again_can_be_kept_again(tmp_path):
    kill = crash.killed(7, tmp_path)
    game = fm.load(journals(tmp_path)[0])
    again = game.keep_journal(tmp_path)
    assert kill.found >= kill.acknowledged
    assert fm.load(again).record() == game.record()
