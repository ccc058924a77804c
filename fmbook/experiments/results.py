"""Finished games as a table: how often somebody won and how sure that is, what was luck, and the rows for pandas."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import ceil, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final, overload

from fmbook.core.calls import checked
from fmbook.core.data import data_root
from fmbook.core.errors import NoSuchName
from fmbook.core.sides import noun
from fmbook.experiments.extras import needed
from fmbook.experiments.played import Played, Reviewed, appending, kept, reviews_beside
from fmbook.opponents.strengths import SURE, Share, between

if TYPE_CHECKING:
    import pandas

__all__ = ["FOLDER", "Results", "results"]

FOLDER: Final = "experiments"  # in data/: games played ahead


class Interval(NamedTuple):
    """A mean, and between which two it may lie by chance."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


class Means(dict[str, Interval]):
    """Several means by name; print them, a line each."""

    def __str__(self) -> str:
        wide = max(map(len, self), default=0)
        return "\n".join(f"{name:{wide}}  {mean}" for name, mean in self.items())

    __repr__ = __str__


class Difference(NamedTuple):
    """By how many points of a hundred the chances of two sets of games differ, and between which two that may lie."""

    points: float
    low: float
    high: float

    def __str__(self) -> str:
        said = "chance alone would hardly do that" if self.low > 0 or self.high < 0 else "chance alone may do that"
        return f"{self.points:+.1f} points ({self.low:+.1f} to {self.high:+.1f}): {said}"


@checked
def results(name: str | Path) -> "Results":
    """Read finished games: ``fm.results(Path("games.jsonl"))``, or by name what was played ahead.

    >>> import fmbook as fm
    >>> len(fm.results("breskens"))
    200
    """
    path = Path(name)
    ahead = {each.stem: each for each in sorted((data_root() / FOLDER).glob("*.jsonl")) if "." not in each.stem}
    try:
        if str(name) in ahead or path.is_file():
            found = ahead.get(str(name), path)
            return Results(kept(found), reviews_beside(found))
    except (OSError, ValueError):
        pass  # nothing that a file could be called
    raise NoSuchName("file of games", str(name)[:80], ahead, "a path, or what was played ahead")


def resampled(values: Sequence[float], draws: int = 2000, seed: int = 1944) -> Interval:
    """Return a mean, and where 95 of 100 means lie if the values are drawn anew from themselves (a bootstrap)."""
    if not values:
        raise NoSuchName("game", "", (), "these results; play some first")
    lot = Random(seed)  # noqa: S311 - chance of a count
    means = sorted(fmean(lot.choices(values, k=len(values))) for _ in range(draws))
    return Interval(fmean(values), means[int(0.025 * draws)], means[int(0.975 * draws)])


@final
class Results:
    """Finished games: iterate over them, look at the table, or take them elsewhere."""

    def __init__(self, games: Iterable[Played], reviews: Iterable[Reviewed] = ()) -> None:
        self._games, self.reviews = tuple(games), tuple(reviews)

    def __iter__(self) -> Iterator[Played]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> Played: ...
    @overload
    def __getitem__(self, index: slice) -> "Results": ...
    def __getitem__(self, index: int | slice) -> "Played | Results":
        return Results(self._games[index]) if isinstance(index, slice) else self._games[index]

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides, as the games have them."""
        return tuple(self._games[0].players) if self._games else ()

    def of(self, **wanted: Any) -> "Results":
        """Return the games in which something is so: ``results.of(scenario="braakman", winner="Allied")``."""
        return Results(game for game in self if all(getattr(game, name) == value for name, value in wanted.items()))

    # --- how often, and how sure that is ----------------------------------------------------

    def chance(self, side: str) -> Share:
        """Return the share of games that a side won, a draw counting half, with its interval (Wilson's, 95 of 100)."""
        self._known(side)
        return between(sum(1 if game.outcome.winner is None else 2 * (game.winner == side) for game in self), len(self))

    def games_needed(self, side: str, points: float = 5) -> int:
        """Return how many games one needs to know that share to so many points of a hundred, either way."""
        share = self.chance(side).share
        return ceil(share * (1 - share) * (SURE * 100 / points) ** 2)

    def compared(self, other: "Results", side: str) -> Difference:
        """Return by how much a side's chance is greater in other games, with its interval (95 of 100)."""
        mine, theirs = self.chance(side), other.chance(side)
        error = sqrt(sum(each.share * (1 - each.share) / each.games for each in (mine, theirs)))
        points = 100 * (theirs.share - mine.share)
        return Difference(points, points - 100 * SURE * error, points + 100 * SURE * error)

    def bootstrap(self, figure: Callable[[Played], float], draws: int = 2000, seed: int = 1944) -> Interval:
        """Return the mean of a figure, and where 95 of 100 means lie if the games are drawn anew from themselves."""
        return resampled([figure(game) for game in self], draws, seed)

    def alike(self, other: "Results") -> int:
        """Count the seeds whose games end in the same position here and there."""
        ends = {game.seed: game.digest for game in other}
        return sum(ends.get(game.seed) == game.digest for game in self)

    def luck_and_judgement(self) -> Means:
        """Return what gave the winner its victory, in points of a hundred, over the games that were reviewed."""
        first, winners = self.sides[0], {game.seed: game.winner for game in self}
        found: dict[str, list[float]] = {"luck": [], "own orders": [], "the other's orders": [], "small changes": []}
        for each in self.reviews:
            sign = 1 if winners[each.seed] == first else -1
            own = each.judgement[winners[each.seed]]
            parts = (each.luck, own, sum(each.judgement.values()) - own, each.rest)
            for values, part in zip(found.values(), parts, strict=True):
                values.append(sign * part)
        return Means({name: resampled(values) for name, values in found.items()})

    def rewards(self, against: str = "") -> Means:
        """Return what each player got on each side, on average: 1 for a game won, -1 for one lost."""
        found: dict[str, list[float]] = {}
        for game in self:
            for side, player in game.players.items():
                if against and any(other != against for each, other in game.players.items() if each != side):
                    continue
                reward = 0 if game.outcome.winner is None else 1 if game.winner == side else -1
                found.setdefault(f"{player} as {noun(side)}", []).append(reward)
        return Means({name: resampled(values) for name, values in found.items()})

    def _known(self, side: str) -> None:
        if side not in self.sides:
            raise NoSuchName("side", side, self.sides, "these games")

    # --- the table ------------------------------------------------------------------------------

    def table(self) -> str:
        """Who won how often, and how."""
        lines = [f"{count:5d}  {count / len(self):6.1%}  {who}: {text}" for (who, text), count in self._ends()]
        return "\n".join([*lines, self._average()])

    def _ends(self) -> list[tuple[tuple[str, str], int]]:
        return Counter((game.winner, game.outcome.text.partition(":")[0].rstrip(".")) for game in self).most_common()

    def _average(self) -> str:
        turns = sum(game.turn for game in self) / max(len(self), 1)
        orders = sum(game.orders for game in self) / max(len(self), 1)
        return f"{len(self)} games of {turns:.1f} turns and {orders:.0f} orders on average"

    __str__ = table
    __repr__ = table

    def _repr_html_(self) -> str:
        heads = "".join(
            f'<th scope="col" style="text-align:left">{head}</th>' for head in ("Games", "Share", "Won by", "How")
        )
        rows = (
            f"<tr><td>{count}</td><td>{count / len(self):.1%}</td>"
            f'<td>{escape(who)}</td><td style="text-align:left">{escape(text)}</td></tr>'
            for (who, text), count in self._ends()
        )
        return f"<table><tr>{heads}</tr>{''.join(rows)}</table><p>{escape(self._average())}</p>"

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield each game as one flat row: plain words and numbers, without the record."""
        for game in self:
            lost = {f"lost {side}": game.lost(side) for side in game.players}
            players = {f"player {side}": player for side, player in game.players.items()}
            yield {
                "system": game.system, "scenario": game.scenario, "seed": game.seed, **players,
                "house": " ".join(game.house), "winner": game.winner, "level": game.outcome.level,
                "points": game.points, "turn": game.turn, "orders": game.orders, **lost, "digest": game.digest,
            }  # fmt: skip

    def to_pandas(self) -> "pandas.DataFrame":
        """Return a DataFrame with a row a game."""
        return needed("pandas", "tables").DataFrame(list(self.rows()))

    def write(self, path: Path, *, compact: bool = False, house_rules: Iterable[Any] = ()) -> Path:
        """Write the games to a file of JSON lines; ``compact`` keeps resume codes in place of records."""
        rules = tuple(house_rules)
        with appending(path) as add:
            for game in self:
                add(game.compact(rules) if compact else game)
        return path
