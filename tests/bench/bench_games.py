"""How many games a second: of each scenario, by each player, on one core, on two, and on a cluster.

Beside it stands OpenSpiel, where it is installed: random play of its backgammon, in the same run.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter, process_time
from typing import Any

import msgspec

import fmbook as fm
from fmbook.books.systems import playable
from fmbook.opponents import OPPONENTS

SECONDS = float(os.environ.get("FMBOOK_BENCH", "1.0"))
PLAYERS = ("random", "cadet", "sergeant")
AHEAD = ("captain",)  # who looks ahead: a whole long game takes minutes
SCALING = 400  # games of the Breskens Pocket: some forty seconds on one core
TASKS = 1000
BOTH_AT_RANDOM = {"Blue": "random", "Red": "random"}
BAR = 1.9  # times as fast on two cores


def pace(play: Callable[[int], object]) -> float:
    """Play for a while and return games a second of one core."""
    begun, games = process_time(), 0
    for seed in count():
        play(seed)
        games = seed + 1
        if process_time() - begun > SECONDS:
            break
    return games / (process_time() - begun)


def by_player(system: str, scenario: str, name: str) -> float:
    """Games a second in which the same player sits on either side."""
    players = dict.fromkeys(fm.new_game(system, scenario).sides, name)
    return pace(lambda seed: fm.play_out(fm.new_game(system, scenario, seed), players))


def by_first_orders(system: str, scenario: str, name: str) -> float:
    """Games a second of a player who looks ahead: its first orders a second, over all those of a sergeant's game."""
    whole = fm.new_game(system, scenario, 0)
    fm.play_out(whole, dict.fromkeys(whole.sides, "sergeant"))
    game, player, chance = fm.new_game(system, scenario, 0), OPPONENTS[name], Random(0)
    begun = process_time()
    while not game.outcome and process_time() - begun < SECONDS:
        game.do(player(game.seen_by(game.side), chance))
    return len(game.orders) / (process_time() - begun) / len(whole.orders)


def report_players() -> None:
    print(f"{'games a second of one core':32}" + "".join(f"{name:>12}" for name in (*PLAYERS, *AHEAD)))
    for system in playable():
        for scenario in fm.scenarios(system):
            cells = [f"{by_player(system, scenario, name):12.2f}" for name in PLAYERS]
            cells += [f"{by_first_orders(system, scenario, name):12.4f}" for name in AHEAD]
            print(f"{f'{system} {scenario}':32}{''.join(cells)}", flush=True)
    print(f"{' and '.join(AHEAD)} by their first orders: whole games of theirs take minutes")


def report_open_spiel() -> None:
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("\nOpenSpiel is not installed: pip install open_spiel")
        return
    backgammon = pyspiel.load_game("backgammon")

    def play(seed: int) -> None:
        lot, state = Random(seed), backgammon.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(lot.choices(outcomes, odds)[0])
            else:
                state.apply_action(lot.choice(state.legal_actions()))

    print(f"\nOpenSpiel, backgammon at random: {pace(play):.2f} games a second of one core")


def many(executor: Executor | None, seeds: Iterable[int]) -> float:
    """Play a series and return how long it took by the clock on the wall."""
    begun = perf_counter()
    fm.play_out_many(
        "scheldt", "breskens", opponents={"Allied": "greedy", "German": "greedy"}, seeds=seeds, executor=executor
    )
    return perf_counter() - begun


def spent() -> float:
    """Seconds of processor time so far, of this process and of those that have ended."""
    return sum(sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))


def report_scaling() -> None:
    """One core and two in the same run, turn about, so that a busy machine slows both down.

    Processor time tells the same of a machine on which others work, too: what sharing costs besides the games.
    """
    alone = together = worked = 0.0
    before = spent()
    with ProcessPoolExecutor(2) as two:
        many(two, range(2))
        for part in range(4):
            seeds = range(part * SCALING // 4, (part + 1) * SCALING // 4)
            begun = spent()
            alone += many(None, seeds)
            before += (took := spent() - begun)
            worked += took
            together += many(two, seeds)
    shared, times = spent() - before, alone / together
    mark = "ok" if times >= BAR else f"BAR {BAR}"
    print(f"\n{SCALING} games of the Breskens Pocket: {alone:.1f} s on one core, {together:.1f} s on two: ", end="")
    print(f"{times:.2f}×  {mark}")
    print(f"in processor time {worked:.1f} s and {shared:.1f} s: {2 * worked / shared:.2f}× if nobody else works here")
    print(f"{SCALING / worked:.1f} games a second of one core")


def report_cluster() -> None:
    """How many tasks a scheduler hands out in a second, and how many bytes a game is."""
    [game] = fm.play_out_many("scheldt", "breskens", opponents={"Allied": "greedy", "German": "greedy"}, count=1)
    whole, compact = (len(msgspec.json.encode(each)) for each in (game, game.compact()))
    print(
        f"a game of the Breskens Pocket is a line of {whole:,} bytes, {compact:,} with its code in place of its record"
    )
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        print("Dask is not installed: pip install 'fmbook[cluster]'")
        return
    given = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**given) as local, distributed.Client(local) as client:
        tiny = partial(fm.play_out_many, "drill", "stack", opponents=BOTH_AT_RANDOM, executor=client.get_executor())
        tiny(count=10)
        begun = perf_counter()
        tiny(count=TASKS)
        spent = perf_counter() - begun
    print(f"Dask, two workers on this machine: {TASKS / spent:,.0f} tasks a second, games of a few milliseconds each")


def main() -> None:
    """Print everything."""
    print(f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores; {SECONDS:g} s each\n")
    if "scaling" not in sys.argv:
        report_players()
        report_open_spiel()
    report_scaling()
    report_cluster()


if __name__ == "__main__":
    main()
