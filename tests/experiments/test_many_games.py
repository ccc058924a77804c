"""Many games: each kept as it ends, stopped and gone on with, on one core, on several and on a cluster."""

import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import fmbook as fm
from fmbook.experiments import progress
from fmbook.experiments.played import kept
from fmbook.experiments.results import results
from fmbook.record.records import digest

GREEDY = {"Blue": "greedy", "Red": "random"}


def many(count: int = 6, **given: Any) -> Any:
    return fm.play_out_many("drill", "march", **{"opponents": GREEDY, "count": count, **given})


def test_a_line_holds_what_is_counted_and_the_game_itself(tmp_path):
    file = tmp_path / "games.jsonl"
    found = many(3, file=file)
    assert tuple(kept(file)) == tuple(found) == tuple(results(file))
    for row in found:
        game = row.game()
        assert (row.seed, row.turn, row.orders, row.digest) == (
            game.seed,
            game.turn,
            len(game.orders),
            digest(game.state),
        )
        assert row.outcome == game.outcome
        assert row.players == GREEDY
        assert row.compact().game().record() == row.record


def test_losses_are_told_by_side_and_turn_and_make_up_what_is_missing_or_rebuilt_in_the_end():
    for row in fm.play_out_many("scheldt", "braakman", opponents={"Allied": "greedy", "German": "greedy"}, count=3):
        game = row.game()
        begun, ended = game.at(0).state.steps, game.state
        gone = Counter(dict.fromkeys(game.sides, 0))
        gone.update(game.unit(order.unit).side for order in game.orders if isinstance(order, fm.Rebuild))
        for unit in game.setup.units:
            left = ended.steps[unit.number] if ended.where[unit.number] != -2 else 0
            gone[game.sides[unit.side]] += begun[unit.number] - left
        assert {side: row.lost(side) for side in game.sides} == gone
        assert all(turn <= row.turn for turns in row.losses.values() for turn in turns)


def test_points_are_told_where_a_game_counts_them_and_by_its_own_rule():
    """Fort games end by their points, so that the level of the outcome tells how many there were."""
    [row] = fm.play_out_many("veritable", "first_days", opponents={"Allied": "random", "German": "random"}, count=1)
    assert row.points is not None
    assert many(1)[0].points is None
    [fort] = fm.play_out_many(
        "eben_emael", "first_minutes", opponents={"German": "random", "Belgian": "random"}, count=1
    )
    assert fort.outcome.level == "automatic victory" or f"hold {fort.points:g} victory points" in fort.outcome.text


# --- stop and go on ----------------------------------------------------------------------------


def stop_after(games: int) -> Any:
    def tell(done: int, total: int) -> None:
        if done == games:
            raise KeyboardInterrupt

    return tell


def test_what_was_stopped_goes_on_where_it_was_and_plays_nothing_twice(tmp_path):
    file, told = tmp_path / "games.jsonl", list[tuple[int, int]]()
    with pytest.raises(KeyboardInterrupt):
        many(file=file, tell=stop_after(4))
    assert len(tuple(kept(file))) == 4
    found = many(file=file, tell=lambda *done: told.append(done))
    assert told == [(4, 6), (5, 6), (6, 6)]
    assert tuple(found) == tuple(many())
    assert sorted(row.seed for row in kept(file)) == list(range(6))


@pytest.mark.parametrize("left", [1, 40, -1])
def test_a_last_line_that_was_cut_short_is_played_again(tmp_path, left):
    file = tmp_path / "games.jsonl"
    many(3, file=file)
    whole = file.read_bytes()
    start = whole[:-1].rfind(b"\n") + 1
    file.write_bytes(whole[:start] + whole[start:-1][:left])
    assert tuple(many(3, file=file)) == tuple(many(3))
    assert file.read_bytes() == whole


def test_a_last_line_that_lacks_only_its_end_is_kept(tmp_path):
    file = tmp_path / "games.jsonl"
    many(2, file=file)
    file.write_bytes(file.read_bytes()[:-1])
    many(3, file=file)
    assert [row.seed for row in kept(file)] == [0, 1, 2]


def test_a_damaged_line_in_the_middle_is_named(tmp_path):
    file = tmp_path / "games.jsonl"
    many(3, file=file)
    first, _, last = file.read_text().splitlines()
    file.write_text(f"{first}\nnonsense\n{last}\n")
    with pytest.raises(fm.RecordError, match="Line 2"):
        many(3, file=file)


def test_a_file_may_hold_other_games_which_are_left_alone(tmp_path):
    file = tmp_path / "games.jsonl"
    plain = many(2, file=file)
    other = many(2, file=file, opponents={"Blue": "random", "Red": "random"})
    assert {row.players["Blue"] for row in other} == {"random"}
    assert tuple(many(2, file=file)) == tuple(plain)
    assert len(results(file)) == 4
    assert len(results(file).of(players=GREEDY)) == 2


def test_house_rules_and_options_are_part_of_what_is_counted_together():
    @fm.forbids("house:nobody_attacks", fm.Attack)
    def nobody_attacks(state, order):
        """Nobody attacks."""
        yield fm.Reason("it is forbidden today")

    house = many(2, house_rules=[nobody_attacks])
    assert all("\nattack" not in row.record for row in house)
    assert house[0].series != many(1)[0].series
    assert house[0].game([nobody_attacks]).record() == house[0].record


def test_a_player_may_be_a_function_and_goes_by_its_name():
    def ends_at_once(seen, chance):
        """Ends the phase."""
        return next((order for order in seen.legal() if isinstance(order, fm.EndPhase)), seen.legal()[0])

    [row] = many(1, opponents={"Blue": ends_at_once, "Red": "random"})
    assert row.players == {"Blue": "ends_at_once", "Red": "random"}


# --- executors ---------------------------------------------------------------------------------


def test_threads_and_processes_make_the_same_table_as_one_core():
    alone = many(8)
    with ThreadPoolExecutor(3) as threads:
        assert tuple(many(8, executor=threads)) == tuple(alone)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        together = many(8, executor=processes)
        by_threes = many(8, executor=processes, batch=3)
    assert tuple(together) == tuple(by_threes) == tuple(alone)
    assert together.table() == alone.table()


def test_a_game_that_fails_says_so_and_those_that_are_over_are_kept(tmp_path):
    def fails_at_seed_3(seen, chance):
        raise ZeroDivisionError

    file = tmp_path / "games.jsonl"
    many(3, file=file)
    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError):
        many(6, executor=threads, opponents={"Blue": fails_at_seed_3, "Red": "random"}, file=file)
    assert len(tuple(kept(file))) == 3


class Counted(ThreadPoolExecutor):
    """Counts how many games are handed out and not yet back."""

    most = now = 0

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        self.now += 1
        self.most = max(self.most, self.now)
        future = super().submit(*given, **named)
        future.add_done_callback(lambda _: setattr(self, "now", self.now - 1))
        return future


def test_a_long_series_is_handed_out_bit_by_bit(monkeypatch):
    monkeypatch.setattr("fmbook.experiments.many.AHEAD", 3)
    with Counted(2) as executor:
        assert len(many(12, executor=executor)) == 12
    assert executor.most <= 4


# --- a cluster ---------------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    import dask

    settings = {"distributed.comm.timeouts.connect": "20s", "temporary-directory": str(tmp_path)}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0, silence_logs=50
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_worker_of_a_cluster_is_killed_in_the_middle_and_nothing_is_lost_or_played_twice(cluster, tmp_path):
    """The scheduler hands the games of the dead to the living."""
    file, victim = tmp_path / "games.jsonl", min(cluster.run(os.getpid).values())
    killed = threading.Event()

    def tell(done: int, total: int) -> None:
        if done >= 15 and not killed.is_set():
            killed.set()
            os.kill(victim, signal.SIGKILL)

    many = partial(
        fm.play_out_many, "scheldt", "braakman", opponents={"Allied": "greedy", "German": "greedy"}, count=60
    )
    found = many(executor=cluster.get_executor(), file=file, tell=tell)
    assert killed.is_set()
    assert sorted(row.seed for row in kept(file)) == list(range(60))
    alone = many()
    assert found.table() == alone.table()
    assert tuple(found) == tuple(alone)
    for _ in range(100):  # the nanny brings up another worker in place of the dead one
        if victim not in cluster.run(os.getpid).values():
            return
        time.sleep(0.1)
    pytest.fail("the worker that was killed is alive")


def test_a_bar_is_drawn_in_a_notebook_and_not_in_what_a_program_reads(monkeypatch, capsys):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))  # others may have imported it
    progress.Bar()(1, 2)
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("IPython.get_ipython", object)
    progress.Bar()(1, 2)
    assert capsys.readouterr().out.endswith("1 of 2 games")
