"""Whole games without a person: one, or many, with a table of how they ended."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count as naturals
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple, final

from fmbook.core.calls import WrongCall, checked
from fmbook.core.errors import NoSuchName
from fmbook.core.state import Outcome
from fmbook.opponents import Opponent, opponent
from fmbook.play.game import Game, new_game
from fmbook.record.records import digest

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Played", "Results", "play_out", "play_out_many"]

USUAL = 100


class Played(NamedTuple):
    """A finished game: its seed, how it ended, when, and its record."""

    seed: int
    outcome: Outcome
    turn: int
    orders: int
    record: str
    digest: str


@final
class Results:
    """Finished games: iterate over them, or look at the table."""

    def __init__(self, games: Iterable[Played]) -> None:
        self._games = tuple(games)

    def __iter__(self) -> Iterator[Played]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def table(self) -> str:
        """Who won how often, and how."""
        ends = Counter((game.outcome.winner or "nobody", game.outcome.text) for game in self)
        lines = [f"{count:5d}  {count / len(self):6.1%}  {who}: {text}" for (who, text), count in ends.most_common()]
        turns = sum(game.turn for game in self) / max(len(self), 1)
        orders = sum(game.orders for game in self) / max(len(self), 1)
        return "\n".join([*lines, f"{len(self)} games of {turns:.1f} turns and {orders:.0f} orders on average"])

    __str__ = table
    __repr__ = table


@checked
def play_out(game: Game, opponents: Mapping[str, str | Opponent], *, seed: int | None = None) -> Game:
    """Play a game to its end; each side's opponent is a name or a function.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = fm.play_out(game, {"Blue": "cadet", "Red": "random"})
    >>> game.outcome is not None
    True
    """
    players = _seated(game, opponents)
    chance = Random(game.seed if seed is None else seed)  # noqa: S311 - chance of a game, not of a lock
    while not game.outcome:
        side = game.side
        game.do(players[side](game.seen_by(side), chance))
    return game


def _seated(game: Game, opponents: Mapping[str, str | Opponent]) -> dict[str, Opponent]:
    if missing := [side for side in game.sides if side not in opponents]:
        named = ", ".join(f'"{side}": "greedy"' for side in game.sides)
        raise NoSuchName("opponent for", missing[0], (), f"the opponents of this game; name both: {{{named}}}")
    return {side: opponent(opponents[side]) for side in game.sides}


@checked
def play_out_many(
    system: str,
    scenario: str | int | None = None,
    *,
    opponents: Mapping[str, str],
    count: int | None = None,
    seeds: Iterable[int] | None = None,
    executor: "Executor | None" = None,
) -> Results:
    """Play many games: ``fm.play_out_many("drill", "march", count=20, opponents={"Blue": "greedy", "Red": "random"})``.

    They are of the first seeds, a hundred if nothing is said; give an executor to share the work among processes. A
    number in place of the scenario is the count, of games of the scenario that opens the system.

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
    jobs = [(system, scenario, seed, dict(opponents)) for seed in chosen]
    return Results(executor.map(_one, jobs) if executor else map(_one, jobs))


def _one(job: tuple[str, str | None, int, dict[str, str]]) -> Played:
    system, scenario, seed, opponents = job
    game = play_out(new_game(system, scenario, seed), opponents)
    assert game.outcome is not None
    return Played(seed, game.outcome, game.turn, len(game.orders), game.record(), digest(game.state))
