"""How a scenario comes out when opponents play it against each other: played many times, counted, written down.

``python -m fmbook balance vimy battle --games 200`` prints figures as ``data/vimy/balance.toml`` has them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import blake2b
from random import Random
from typing import Literal

import msgspec

from fmbook.components.scenarios import Provenance, load_scenario
from fmbook.core import data
from fmbook.core.errors import FmbookError
from fmbook.core.events import Eliminated, StepLost
from fmbook.core.state import DEAD
from fmbook.opponents import opponent
from fmbook.opponents.strengths import Share, between
from fmbook.play.game import Game, new_game
from fmbook.play.losses import lost_by_turn

__all__ = ["Balance", "BalanceFigures", "FewGames", "Watch", "balance", "measured", "written"]


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to watch for: places of a kind that a fact of the game counts as held, and some of them by name."""

    fact: str
    feature: str
    places: dict[str, str]
    causes: dict[str, str] = {}  # by kind of phase what losses in it are put down to, where it is no attack


class HistoricalResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it ended in fact, and how we know."""

    says: str
    provenance: Provenance
    source: str


class BalanceFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was counted in so many games of a scenario."""

    scenario: str
    values: str  # a digest of what was played with, see ``values_of``
    games: int
    opponents: tuple[str, str]  # first side, second side
    wins: dict[str, int]
    how: dict[str, int]  # by the first words of the outcome
    last_turn: dict[str, int]
    orders: float  # in a game, on average, as all that follows but first_held
    steps: dict[str, int]  # at the start
    lost: dict[str, dict[str, float]]  # steps by side and by cause, before replacements
    gone: dict[str, float]  # units off the map when it ended
    spread: dict[str, dict[str, int]] = {}  # by side: in how many games it had lost so many steps, all that it had
    held_after: dict[str, float] = {}  # places of the kind that is watched, by turn
    first_held: dict[str, dict[str, int]] = {}  # in how many games a place first fell in which turn


class FewGames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a scenario came out between two players who look ahead, and so play few games."""

    scenario: str
    games: int
    opponents: tuple[str, str]
    wins: dict[str, int]

    @property
    def first(self) -> tuple[str, Share]:
        """The side that won most, and in what share of games, with the interval of chance."""
        side, count = max(self.wins.items(), key=lambda each: each[1])
        return side, between(2 * count, self.games)


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a system, as its file has them."""

    provenance: Literal["measured"]
    command: str
    date: str
    remark: str
    watch: Watch
    history: HistoricalResult
    measured: tuple[BalanceFigures, ...] = ()
    few: tuple[FewGames, ...] = ()


class Count(msgspec.Struct):
    """What was counted in one game."""

    winner: str
    how: str
    turn: int
    orders: int
    lost: Counter[tuple[str, str]]
    gone: Counter[str]
    held: dict[int, int]
    first: dict[str, int]
    steps: tuple[int, int] = (0, 0)  # lost by each side, a unit that is gone with all it had left


@cache
def balance(system: str) -> Balance:
    """Read the figures of a system."""
    if system not in (known := data.systems_with("balance")):
        raise FmbookError(f"The games of {system} are not counted. Those of {', '.join(known)} are.")
    return data.load(Balance, f"{system}/balance.toml")


def values_of(system: str, scenario: str) -> str:
    """Digest the values that a scenario is played with: units, posts, tracks, markers, aims and ground."""
    game = new_game(system, scenario)
    setup = game.setup
    units = [(unit.id, unit.attack, unit.defence, unit.allowance, game.unit(unit.id).place) for unit in setup.units]
    track = [(number, sorted(box.numbers.items())) for number, box in sorted(setup.data["track"].items())]
    form = load_scenario(system, scenario)
    given = sorted(form.facts.items()), setup.data["pools"]
    ground = [sorted(words) for words in game.board.features]
    markers, aims = [(marker.name, marker.value) for marker in setup.markers], form.goal.get("hexes")
    said = (units, bytes(game.state.steps), track, given, markers, setup.turns, aims, ground)
    return blake2b(repr(said).encode(), digest_size=6).hexdigest()


def measured(
    system: str, scenario: str, names: tuple[str, str], seeds: Iterable[int], processes: int = 1
) -> BalanceFigures:
    """Play a game for each seed, and count."""
    play = partial(_one, system, scenario, names, balance(system).watch)
    with ProcessPoolExecutor(processes) as executor:
        return counted(system, scenario, names, list(executor.map(play, seeds)))


def counted(system: str, scenario: str, names: tuple[str, str], counts: list[Count]) -> BalanceFigures:
    """Put together what was counted in several games."""
    steps, turns = Counter[str](), sorted({turn for each in counts for turn in each.held})
    for side, number in _steps(system, scenario):
        steps[side] += number
    causes = sorted({key for each in counts for key in each.lost})
    return BalanceFigures(
        scenario=scenario,
        values=values_of(system, scenario),
        games=len(counts),
        opponents=names,
        wins=dict(Counter(each.winner for each in counts).most_common()),
        how=dict(Counter(each.how for each in counts).most_common()),
        last_turn=_tally(each.turn for each in counts),
        orders=_mean(each.orders for each in counts),
        steps=dict(steps),
        lost={
            side: {cause: _mean(e.lost[side, cause] for e in counts) for s, cause in causes if s == side}
            for side in steps
        },
        gone={side: _mean(each.gone[side] for each in counts) for side in steps},
        spread={side: _spread(each.steps[number] for each in counts) for number, side in enumerate(_sides(system))},
        held_after={str(turn): _mean(_last(each.held, turn) for each in counts) for turn in turns},
        first_held={name: _tally(each.first.get(name) for each in counts) for name in balance(system).watch.places},
    )


def _mean(numbers: Iterable[int]) -> float:
    known = tuple(numbers)
    return round(sum(known) / len(known), 1)


def _steps(system: str, scenario: str) -> list[tuple[str, int]]:
    game = new_game(system, scenario)
    return [(game.sides[unit.side], game.state.steps[unit.number]) for unit in game.setup.units]


def _tally(turns: Iterable[int | None]) -> dict[str, int]:
    found = Counter(turns)
    return {str(turn or "never"): found[turn] for turn in sorted(found, key=lambda turn: turn or 99)}


def _spread(numbers: Iterable[int]) -> dict[str, int]:
    return {str(number): count for number, count in sorted(Counter(numbers).items())}


def _sides(system: str) -> tuple[str, str]:
    return new_game(system).sides


def _last(held: Mapping[int, int], turn: int) -> int:
    return held[max(known for known in held if known <= turn)]


def _one(system: str, scenario: str, names: tuple[str, str], watch: Watch, seed: int) -> Count:
    game, chance = new_game(system, scenario, seed), Random(seed)  # noqa: S311 - chance of a game, not of a lock
    players = dict(zip(game.sides, map(opponent, names), strict=True))
    count = Count("", "", 0, 0, Counter(), Counter(), {}, {})
    kind, watched = game.board.having(watch.feature), game.setup.book.fact(watch.fact)
    while not game.outcome:
        side, phase, left = game.side, game.state.phase, list(game.state.steps)
        for event in game.do(players[side](game.seen_by(side), chance)):
            if isinstance(event, StepLost | Eliminated):
                loser = game.unit(event.unit).side
                cause = watch.causes.get(phase.kind) or _attacks(own=loser == game.sides[phase.side])
                number = game.setup.unit_numbers[event.unit]
                steps = event.count if isinstance(event, StepLost) else min(left[number], 1)
                left[number] -= steps
                count.lost[loser, cause] += steps
        held = watched.of(game.state)
        count.held[game.turn] = len(held & kind)
        for name, place in watch.places.items():
            if game.board.at(place) in held:
                count.first.setdefault(name, game.turn)
    return _ended(game, count)


def _attacks(*, own: bool) -> str:
    return "own attacks" if own else "enemy attacks"


def _ended(game: Game, count: Count) -> Count:
    assert game.outcome is not None
    count.winner, count.how = game.outcome.winner or "nobody", game.outcome.text.split(":")[0].rstrip(".")
    count.turn, count.orders = game.turn, len(game.orders)
    gone = (unit for unit in game.setup.units if game.state.where[unit.number] == DEAD)
    lost = lost_by_turn(game)
    first, second = (sum(steps for (_, loser), steps in lost.items() if loser == side) for side in (0, 1))
    count.steps = first, second
    count.gone = Counter(game.sides[unit.side] for unit in gone)
    return count


def written(figures: BalanceFigures) -> str:
    """Write figures as a table of TOML."""
    return "\n".join(
        ["[[measured]]", *(f"{name} = {_value(value)}" for name, value in msgspec.to_builtins(figures).items())]
    )


def _value(value: object) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{_value(str(key))} = {_value(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return msgspec.json.encode(value).decode()
