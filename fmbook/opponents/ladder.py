"""Play the ladder: each player against the one below it, on either side of every scenario.

``python -m fmbook balance --ladder`` does; ``data/ladder.toml`` holds what was counted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import Final

import msgspec

from fmbook.opponents.balance import balance
from fmbook.opponents.playouts import play_out
from fmbook.opponents.strengths import Rung, between
from fmbook.play.game import new_game

__all__ = ["climbed", "rungs_of", "written"]

DRILL: Final = ("march", "bombardment", "flank", "landing")
MEASURED: Final = ("scheldt", "vimy", "eben_emael", "veritable")


def rungs_of(system: str | None, scenario: str | None, names: Sequence[str], games: int) -> list[Rung]:
    """List what is to be played: all neighbours among the players, weakest first, in all scenarios or some."""
    scenes = [("drill", each) for each in DRILL]
    scenes += [(each, figures.scenario) for each in MEASURED for figures in balance(each).measured]
    if scenario is not None and system is not None:
        scenes = [(system, scenario)]
    return [
        Rung(system=each, scenario=name, stronger=above, weaker=below, games=games, won=(0, 0))
        for below, above in pairwise(names)
        for each, name in scenes
        if system in (None, each)
    ]


def climbed(rungs: Iterable[Rung], processes: int, tell: Callable[[int, int], None]) -> Iterator[Rung]:
    """Play them on so many processors; after each game it is told how many are done, of how many."""
    wanted = list(rungs)
    jobs = [(rung, side, seed) for rung in wanted for side in (0, 1) for seed in range(rung.games)]
    with ProcessPoolExecutor(processes) as executor:
        results = executor.map(_one, jobs)
        done = 0
        for rung in wanted:
            ends: list[list[int]] = [[], []]
            for side in [0] * rung.games + [1] * rung.games:
                ends[side].append(next(results))
                done += 1
                tell(done, len(jobs))
            won, drawn = (tuple(each.count(end) for each in ends) for end in (2, 1))
            yield msgspec.structs.replace(rung, won=won, drawn=drawn)


def _one(job: tuple[Rung, int, int]) -> int:
    """Play one game: two if the stronger wins, one for a draw."""
    rung, side, seed = job
    game = new_game(rung.system, rung.scenario, seed)
    own, other = game.sides[side], game.sides[1 - side]
    outcome = play_out(game, {own: rung.stronger, other: rung.weaker}).outcome
    assert outcome is not None
    return 1 if outcome.winner is None else 2 * (outcome.winner == own)


def written(rung: Rung) -> str:
    """Write a rung as a table of TOML, with its share beside it."""
    share = between(rung.halves, 2 * rung.games)
    fields = msgspec.to_builtins(rung).items()
    lines = (f"{name} = {msgspec.json.encode(value).decode()}" for name, value in fields)
    return "\n".join([f"[[rung]]  # {share}", *lines])
