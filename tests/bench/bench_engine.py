"""How fast the engine is, beside python-chess in the same run. It prints and never fails: ``make bench``.

A step is: choose a unit, list its orders, draw one, carry it out, log it, keep the history. The choice of the unit is
not counted as a step. Rounds of every way of playing are interleaved, times are CPU times, figures are medians.

    FMBOOK_BENCH=0.3 python tests/bench/bench_engine.py     shorter rounds, for a quick look
"""

import gc
import os
import platform
import subprocess
import sys
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import chess

sys.path.insert(0, str(Path(__file__).parents[2]))

import fmbook as fm
from fmbook.components.setup import Setup
from fmbook.core.dice import Chance
from fmbook.core.orders import EndPhase, Order, order
from fmbook.core.state import State
from fmbook.engine import resolution
from fmbook.engine.legality import allows, legal, movers, reasons_against
from fmbook.engine.resolution import DiaryEntry
from fmbook.mechanics import movement
from fmbook.play.game import Game
from fmbook.play.positions import Position
from tests.bench.exercise import LARGE, exercise_setup

SECONDS = float(os.environ.get("FMBOOK_BENCH", "1.0"))
ROUNDS = 3
END = EndPhase()
PATIENCE = 0.1
"""How often “end the phase” is meant when it is drawn."""


class Pace(NamedTuple):
    """What was done in how much CPU time."""

    steps: int
    listed: int
    seconds: float

    @property
    def steps_a_second(self) -> float:
        return self.steps / self.seconds

    @property
    def listed_a_second(self) -> float:
        return self.listed / self.seconds


# --- ways to play --------------------------------------------------------------------------------


def by_unit(state: State, lot: Random) -> tuple[Order, int]:
    """Draw a unit or the end of the phase, list that unit's orders, draw one."""
    listed = 0
    units = movers(state)
    while units:
        drawn = lot.randrange(len(units) + 1)
        if drawn == len(units):
            if lot.random() < PATIENCE and allows(state, END):
                return END, listed
            continue
        orders = legal(state, units[drawn])
        listed += len(orders)
        if orders:
            return orders[lot.randrange(len(orders))], listed
        del units[drawn]
    chosen, more = flat(state, lot)
    return chosen, listed + more


def flat(state: State, lot: Random) -> tuple[Order, int]:
    """List all orders, draw one."""
    orders = legal(state)
    while True:
        drawn = orders[lot.randrange(len(orders))]
        if type(drawn) is not EndPhase or len(orders) == 1 or lot.random() < PATIENCE:
            return drawn, len(orders)


Player = Callable[[State, Random], tuple[Order, int]]


def play_bare(setup: Setup, draw: Player, seconds: float, *, most: int = sys.maxsize) -> Pace:
    """Play game after game on bare states, each kept in a history with its log."""
    steps = listed = seed = 0
    spent = 0.0
    while spent < seconds and steps < most:
        seed += 1
        lot, state = Random(seed), Game(setup, seed).state
        history: list[tuple[State, Order, list[DiaryEntry]]] = []
        begun = process_time()
        while not state.outcome and len(history) < most:
            chosen, more = draw(state, lot)
            log: list[DiaryEntry] = []
            chance = Chance(seed, state.thrown)
            state = resolution.perform(state, chosen, chance, log)
            history.append((state, chosen, log))
            listed += more
        spent += process_time() - begun
        steps += len(history)
    return Pace(steps, listed, spent)


def play_by_do(setup: Setup, draw: Player, seconds: float) -> Pace:
    """Play game after game through Game.do, which judges every order again."""
    steps = listed = seed = 0
    spent = 0.0
    while spent < seconds:
        seed += 1
        lot, game = Random(seed), Game(setup, seed)
        begun = process_time()
        while not game.outcome:
            chosen, more = draw(game.state, lot)
            game.do(chosen)
            listed += more
        spent += process_time() - begun
        steps += len(game.orders)
    return Pace(steps, listed, spent)


def play_chess(seconds: float) -> Pace:
    """Play random chess: list the legal moves, draw one, push it."""
    steps = listed = 0
    lot, board = Random(1), chess.Board()
    begun = process_time()
    while process_time() - begun < seconds:
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves or len(board.move_stack) > 300:
                board = chess.Board()
                continue
            board.push(moves[lot.randrange(len(moves))])
            steps += 1
            listed += len(moves)
    return Pace(steps, listed, process_time() - begun)


def between(paces: list[Pace]) -> Pace:
    return sorted(paces, key=lambda pace: pace.steps_a_second)[len(paces) // 2]


# --- single questions ----------------------------------------------------------------------------


def positions(setup: Setup, wanted: int) -> Iterator[State]:
    """Sample states from random games, tables dropped as in history."""
    found = seed = 0
    while found < wanted:
        seed += 1
        lot, state = Random(seed), Game(setup, seed).state
        while not state.outcome and found < wanted:
            chosen, _ = by_unit(state, lot)
            state = resolution.perform(state, chosen, Chance(seed, state.thrown), [])
            if not state.outcome and lot.random() < 0.2:
                found += 1
                yield state


def forgotten(state: State) -> State:
    """Return a state without tables, as for a position that is opened anew; only the costs of steps are kept."""
    for force in state.forces:
        force.memo.clear()
    if "mover" in state.setup.book.settled:
        for kind in {movement.mover(state, unit) for unit in state.setup.units}:
            state.setup.ways(kind).open_ground.clear()
    return state.but()  # another state, of which nothing has been worked out


def milliseconds(act: Callable[[], Any]) -> float:
    begun = process_time()
    act()
    return 1000 * (process_time() - begun)


def cold_lists(setup: Setup) -> list[float]:
    states = map(forgotten, positions(setup, 150))
    return [milliseconds(lambda state=state: legal(state)) for state in states]  # type: ignore[misc]


def answers(setup: Setup) -> tuple[list[float], list[float]]:
    """Time ``can`` of legal and of refused orders, most of them marches, near and far."""
    lot = Random(3)
    allowed: list[float] = []
    refused: list[float] = []
    for state in positions(setup, 100):
        for asked in sampled(state, lot):
            into = allowed if allows(state, asked) else refused
            into.append(milliseconds(lambda state=state, asked=asked: reasons_against(state, asked)))  # type: ignore[misc]
    return allowed, refused


def sampled(state: State, lot: Random) -> list[Order]:
    setup = state.setup
    listed = legal(state)
    units, places = [unit.id for unit in setup.units if unit.side == state.side], setup.board.places
    marches: list[Order] = [fm.Move(lot.choice(units), lot.choice(places)) for _ in range(10)]
    return [*lot.sample(listed, min(5, len(listed))), *marches, fm.Attack(lot.choice(places))]


def previews(setup: Setup) -> list[float]:
    """Time a whole ``battle(…).odds()``: declared, joined, supported, added up, thrown in fractions."""
    found = []
    for state in positions(setup, 400):
        targets = [given for given in legal(state) if isinstance(given, fm.Attack)]
        if targets:
            here, to = Position(state), targets[0].target
            with suppress(fm.FmbookError):  # a preview that fails is for a test to find
                found.append(milliseconds(lambda here=here, to=to: here.battle(to).odds()))  # type: ignore[misc]
    return found


def history_bytes(setup: Setup) -> float:
    """Weigh the history of one game, per order."""
    game, lot = Game(setup, 1), Random(1)
    gc.collect()
    tracemalloc.start()
    while not game.outcome:
        game.do(by_unit(game.state, lot)[0])
    forgotten(game.state)
    gc.collect()
    weight, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return weight / len(game.orders)


def import_seconds() -> float:
    program = "from time import process_time as t; a = t(); import fmbook; print(t() - a)"
    compiled = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as on any machine that has run it before
    runs = [
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=compiled).stdout
        for _ in range(5)
    ]
    return median(map(float, runs))


def replay_seconds(wanted: int = 5000) -> float:
    """Give the orders of a long exercise again, from their notation."""
    setup = exercise_setup(LARGE._replace(turns=60), 1)
    first, lot = Game(setup, 1), Random(1)
    while not first.outcome and len(first.orders) < wanted:
        first.do(by_unit(first.state, lot)[0])
    written, again = list(map(str, first.orders)), Game(setup, 1)
    begun = process_time()
    for line in written:
        again.do(order(line))
    return (process_time() - begun) * wanted / len(written)


# --- the parts of an order -----------------------------------------------------------------------


class Stopwatch:
    """Adds up the time of named parts; what a part spends in another one is that one's."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = defaultdict(float)
        self._open: list[str] = ["rest"]
        self._since = process_time()

    def change(self) -> None:
        now = process_time()
        self.parts[self._open[-1]] += now - self._since
        self._since = now

    def timed(self, part: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            self.change()
            self._open.append(part)
            try:
                return act(*given, **named)
            finally:
                self.change()
                self._open.pop()

        return run


PARTS = (
    (sys.modules[__name__], "movers", "movers"),
    (sys.modules[__name__], "legal", "filter"),
    (movement, "limits", "limits of a march"),
    (movement, "march_field", "field"),
    (resolution, "run", "apply and log"),
    (resolution, "settle_down", "settle"),
)


@contextmanager
def stopped() -> Iterator[Stopwatch]:
    watch, before = Stopwatch(), [getattr(where, name) for where, name, _ in PARTS]
    for where, name, part in PARTS:
        setattr(where, name, watch.timed(part, getattr(where, name)))
    try:
        yield watch
    finally:
        for (where, name, _), act in zip(PARTS, before, strict=True):
            setattr(where, name, act)


def parts_of_an_order(setup: Setup) -> dict[str, float]:
    """Microseconds per order by part, scaled to what an order takes without a stopwatch."""
    plain = play_bare(setup, by_unit, SECONDS / 2)
    with stopped() as watch:
        play_bare(setup, by_unit, SECONDS)
    whole = sum(watch.parts.values())
    scale = 1e6 / plain.steps_a_second / whole
    return {part: seconds * scale for part, seconds in sorted(watch.parts.items(), key=lambda item: -item[1])}


# --- the report ----------------------------------------------------------------------------------


def fields() -> dict[str, Setup]:
    """Every scenario that can be played, and the exercise."""
    found = {"exercise": exercise_setup(LARGE, 1)}
    for system in fm.systems():
        found |= {f"{system} {name}": fm.new_game(system, name).setup for name in fm.scenarios(system)}
    return found


WAYS: dict[str, Callable[[Setup], Pace]] = {
    "by unit": lambda setup: play_bare(setup, by_unit, SECONDS),
    "flat": lambda setup: play_bare(setup, flat, SECONDS),
    "do": lambda setup: play_by_do(setup, by_unit, SECONDS),
}


def rounds(setups: dict[str, Setup]) -> tuple[Pace, dict[str, dict[str, Pace]]]:
    chess_paces: list[Pace] = []
    paces: dict[str, dict[str, list[Pace]]] = {name: defaultdict(list) for name in setups}
    for _ in range(ROUNDS):
        chess_paces.append(play_chess(SECONDS))
        for name, setup in setups.items():
            for way, play in WAYS.items():
                paces[name][way].append(play(setup))
    return between(chess_paces), {name: {w: between(p) for w, p in ways.items()} for name, ways in paces.items()}


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def bar(value: float, limit: float, *, least: bool = False) -> str:
    return "ok" if (value >= limit) == least or value == limit else f"BAR {limit:g}"


def report_pace(setups: dict[str, Setup]) -> None:
    board, paces = rounds(setups)
    print(f"python-chess {chess.__version__}: {board.steps_a_second:,.0f} steps/s, "
          f"{board.listed_a_second:,.0f} listed/s\n")  # fmt: skip
    print(f"{'':24}{'by unit':>18}{'through do':>18}{'flat':>18}{'flat, listed':>20}{'orders, µs, µs for 10×':>26}")
    for name, ways in paces.items():
        unit, do, all_ = (ways[way] for way in ("by unit", "do", "flat"))
        cells = [
            f"{pace.steps_a_second:9,.0f} {pace.steps_a_second / board.steps_a_second:6.2f}×"
            for pace in (unit, do, all_)
        ]
        listed, orders = all_.listed_a_second / board.listed_a_second, all_.listed / all_.steps
        allowed = orders / (10 * board.listed_a_second)  # a whole step, however short the list that it begins with
        marks = f"{bar(unit.steps_a_second / board.steps_a_second, 0.5, least=True)}, {bar(listed, 10, least=True)}"
        print(
            f"{name:24}"
            + "".join(f"{cell:>18}" for cell in cells)
            + f"{all_.listed_a_second:12,.0f} {listed:5.1f}×"
            + f"{orders:10.1f} {1e6 / all_.steps_a_second:6.1f} {1e6 * allowed:8.1f}  {marks}"
        )


def report_single(setups: dict[str, Setup]) -> None:
    print(f"\n{'ms':24}{'cold legal':>16}{'can, legal':>16}{'can, refused':>22}{'odds':>14}{'kB/order':>10}")
    print(f"{'':24}{'median  max':>16}{'median  p99':>16}{'median   p99   max':>22}{'median  max':>14}")
    for name, setup in setups.items():
        cold, (yes, no), odds, weight = (
            cold_lists(setup),
            answers(setup),
            previews(setup) or [0.0],
            history_bytes(setup),
        )
        marks = [bar(max(cold), 5), bar(percentile(yes + no, 0.5), 1), bar(percentile(yes + no, 0.99), 3),
                 bar(max(odds), 5), bar(weight, 6000)]  # fmt: skip
        print(
            f"{name:24}{median(cold):10.2f} {max(cold):5.2f}{median(yes):10.3f} {percentile(yes, 0.99):5.2f}"
            f"{median(no):10.3f} {percentile(no, 0.99):5.2f} {max(no):5.2f}{median(odds):8.2f} {max(odds):5.2f}"
            f"{weight / 1000:10.1f}  {', '.join(marks)}"
        )


def report_parts(setups: dict[str, Setup]) -> None:
    print("\nmicroseconds per order by unit, by part")
    for name, setup in setups.items():
        parts = parts_of_an_order(setup)
        told = ", ".join(f"{part} {spent:.1f}" for part, spent in parts.items())
        print(f"  {name:22}{sum(parts.values()):6.1f}: {told}")


def main() -> None:
    """Print everything."""
    print(f"Python {platform.python_version()} on {platform.machine()}, {os.cpu_count()} cores, {platform.system()}; "
          f"rounds of {SECONDS:g} s, median of {ROUNDS}")  # fmt: skip
    setups = fields()
    report_pace(setups)
    report_single(setups)
    report_parts(setups)
    loading = replay_seconds()
    print(f"\n5,000 orders given again from their notation: {loading:.2f} s  {bar(loading, 1)}")
    importing = import_seconds()
    print(f"import fmbook: {importing:.3f} s  {bar(importing, 0.15)}")


if __name__ == "__main__":
    main()
