"""Many games, on one core, on several, or on a cluster; each is kept as soon as it is over.

A file of JSON lines makes it possible to stop and to go on: the same call plays what is not in it yet. Whatever
happens to a core or a machine in the middle, a game is in the file once or not at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from functools import partial
from itertools import count as naturals
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from fmbook.core.calls import WrongCall, checked
from fmbook.experiments.played import Played, Series, appending, kept, played
from fmbook.experiments.progress import Bar
from fmbook.experiments.results import Results
from fmbook.opponents.players import Opponent
from fmbook.opponents.playouts import play_out, seated
from fmbook.play.game import Game, new_game

__all__ = ["play_out_many"]

USUAL: Final = 100
AHEAD: Final = 1_000  # tasks handed to an executor before the first is back
Tell = Callable[[int, int], None]


class Job(NamedTuple):
    """One game to play; another process or machine can be told to."""

    system: str
    scenario: str
    opponents: dict[str, str | Opponent]
    options: tuple[str, ...]
    house_rules: tuple[Any, ...]
    seed: int

    def set_up(self) -> Game:
        """Return the game as it begins."""
        return new_game(self.system, self.scenario, self.seed, self.options, self.house_rules)

    def played(self) -> Played:
        """Play it to its end."""
        return played(play_out(self.set_up(), self.opponents), self.names())

    def names(self) -> dict[str, str]:
        """Name the players; one that is a function by its own name."""
        return {
            side: player if isinstance(player, str) else getattr(player, "name", None) or player.__name__
            for side, player in self.opponents.items()
        }

    def series(self) -> Series:
        """Tell which games in a file are of this kind."""
        head = self.set_up().header
        return Series(head.system, head.scenario, tuple(self.names().items()), head.options, head.house)


@checked
def play_out_many(
    system: str,
    scenario: str | int | None = None,
    *,
    opponents: Mapping[str, str | Callable[..., Any]],
    count: int | None = None,
    seeds: Iterable[int] | None = None,
    executor: Executor | None = None,
    batch: int = 1,
    file: str | Path | None = None,
    tell: Callable[[int, int], None] | None = None,
    options: Iterable[str] = (),
    house_rules: Iterable[Any] = (),
) -> Results:
    """Play many games: ``fm.play_out_many("drill", "march", count=20, opponents={"Blue": "greedy", "Red": "random"})``.

    They are of the first seeds, a hundred if nothing is said. A number in place of the scenario is the count, of games
    of the scenario that opens the system. ``file="games.jsonl"`` keeps each game as it ends; the same call goes on
    from there. An ``executor`` shares the work: one of concurrent.futures, or Dask's ``client.get_executor()``; with
    ``batch=20`` it is handed twenty games at a time, which saves messages where games are short or machines many.

    >>> import fmbook as fm
    >>> results = fm.play_out_many("drill", 3, opponents={"Blue": "random", "Red": "random"}, seeds=range(3))
    >>> len(list(results))
    3
    """
    if isinstance(scenario, int):
        if count is not None:
            raise WrongCall("fm.play_out_many: how many games is said twice, in place of a scenario and as count.")
        scenario, count = None, scenario
    usual = None if seeds is not None else USUAL
    chosen = islice(seeds if seeds is not None else naturals(), usual if count is None else max(count, 0))
    first = new_game(system, scenario, 0, options, house_rules := tuple(house_rules))
    seated(first, opponents)  # so that a name that nobody bears is told at once
    in_order = {side: opponents[side] for side in first.sides}
    head = first.header
    jobs = [
        Job(head.system, head.scenario, in_order, head.options, house_rules, seed) for seed in dict.fromkeys(chosen)
    ]
    return _all_of(jobs, _player(executor, batch), Path(file) if file is not None else None, tell or Bar())


def _player(executor: Executor | None, batch: int) -> Callable[[Sequence[Job]], Iterator[Played]]:
    """Return what plays jobs: here and now, or through an executor."""
    return partial(_through, executor, max(batch, 1)) if executor else partial(map, Job.played)


def _all_of(
    jobs: list[Job], play: Callable[[Sequence[Job]], Iterator[Played]], path: Path | None, tell: Tell
) -> Results:
    """Play what the file does not hold yet, keep it, and return all in the order of the jobs."""
    series = jobs[0].series() if jobs else None
    done = {game.seed: game for game in (kept(path) if path else ()) if game.series == series}
    done = {job.seed: done[job.seed] for job in jobs if job.seed in done}
    missing = [job for job in jobs if job.seed not in done]
    tell(len(done), len(jobs))
    with ExitStack() as stack:
        add = stack.enter_context(appending(path)) if path else None
        for game in play(missing):
            done[game.seed] = game
            if add:
                add(game)
            tell(len(done), len(jobs))
    return Results(done[job.seed] for job in jobs)


def _several(jobs: Sequence[Job]) -> list[Played]:
    return [job.played() for job in jobs]


def _through(executor: Executor, batch: int, jobs: Sequence[Job]) -> Iterator[Played]:
    """Hand games out, never more than so many ahead, and yield each as it comes back; what is left is called off."""
    came: SimpleQueue[Future[list[Played]]] = SimpleQueue()
    out: set[Future[list[Played]]] = set()
    waiting = (jobs[begin : begin + batch] for begin in range(0, len(jobs), batch))

    def hand_out(most: int) -> None:
        for several in islice(waiting, most):
            future = executor.submit(_several, several)
            out.add(future)
            future.add_done_callback(came.put)

    try:
        hand_out(AHEAD)
        while out:
            future = came.get()
            out.discard(future)
            hand_out(1)
            yield from future.result()
    finally:
        for future in out:
            future.cancel()
