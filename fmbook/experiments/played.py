"""A finished game as one line of JSON: what is counted of it, and the game itself, as its record or its shorter code::

{"system": "drill", "scenario": "march", "seed": 5, "players": {"Blue": "greedy", "Red": "random"}, …}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from fmbook.core.errors import FmbookError, RecordError, in_short
from fmbook.core.state import Outcome
from fmbook.engine.matters import POINTS
from fmbook.opponents.review import Findings
from fmbook.play.game import Game
from fmbook.play.losses import lost_by_turn
from fmbook.play.replays import replay, resume
from fmbook.record.records import digest

__all__ = ["BadFile", "Played", "Reviewed", "Series", "appending", "kept", "played", "reviews_beside"]

NOBODY: Final = "nobody"


class BadFile(FmbookError):
    """A file of games that can be neither read nor written."""

    def __init__(self, path: Path, error: OSError | ValueError) -> None:
        why = getattr(error, "strerror", None) or error
        super().__init__(f'No games can be kept in “{in_short(path)}”: {why}.\n  Try: file="games.jsonl".')


class Series(NamedTuple):
    """What games have in common that may be counted together: all but the seed."""

    system: str
    scenario: str
    players: tuple[tuple[str, str], ...]
    options: tuple[str, ...]
    house: tuple[str, ...]


class Played(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game: what was played, by whom, how it ended and when, what it cost, and the game itself."""

    system: str
    scenario: str
    seed: int
    players: dict[str, str]
    outcome: Outcome
    turn: int
    orders: int
    digest: str
    points: float | None = None
    """Victory points, where the game counts them."""
    losses: dict[str, dict[int, int]] = {}
    """Steps lost by side and turn."""
    options: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    """House rules, each with a hash of its text."""
    record: str = ""
    code: str = ""
    """The resume code, in place of the record where games are kept in little room."""

    @property
    def series(self) -> Series:
        """What it has in common with games that it may be counted with."""
        return Series(self.system, self.scenario, tuple(self.players.items()), self.options, self.house)

    @property
    def winner(self) -> str:
        """The side that won, or nobody."""
        return self.outcome.winner or NOBODY

    def lost(self, side: str) -> int:
        """Return the steps that a side lost in all."""
        return sum(self.losses.get(side, {}).values())

    def game(self, house_rules: Iterable[Any] = ()) -> Game:
        """Return the game itself, played again order by order; house rules have to be given again."""
        return (
            replay(self.record, house_rules=house_rules) if self.record else resume(self.code, house_rules=house_rules)
        )

    def compact(self, house_rules: Iterable[Any] = ()) -> "Played":
        """Return it with its code in place of its record."""
        return msgspec.structs.replace(self, code=self.code or self.game(house_rules).code(), record="")


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """What ``fm.review`` found in a game, in points of a hundred for the first side."""

    seed: int
    start: float
    end: float
    luck: float
    judgement: dict[str, float]
    """What the orders of each side were worth to the first one."""
    rest: float

    @classmethod
    def of(cls, seed: int, found: Findings) -> "Reviewed":
        """Take the figures over."""
        side = found.sides[0]
        return cls(
            seed=seed, start=round(found.chance(side, 0), 1), end=round(found.chance(side, -1), 1),
            luck=round(found.luck(side), 1), rest=round(found.rest(side), 1),
            judgement={each: round(found.judgement(each, side), 1) for each in found.sides},
        )  # fmt: skip


def played(game: Game, players: Mapping[str, str]) -> Played:
    """Write down what is counted of a finished game."""
    assert game.outcome is not None
    head, setup = game.header, game.setup
    lost = lost_by_turn(game)
    return Played(
        system=head.system, scenario=head.scenario, seed=game.seed, players=dict(players), outcome=game.outcome,
        turn=game.turn, orders=len(game.orders), digest=digest(game.state),
        points=float(POINTS.of(setup)(game.state)) if POINTS.is_settled(setup) else None,
        losses={side: {t: lost[t, s] for t, s in sorted(lost) if s == n} for n, side in enumerate(game.sides)},
        options=head.options, house=head.house, record=game.record(),
    )  # fmt: skip


# --- files --------------------------------------------------------------------------------


def kept(path: Path) -> Iterator[Played]:
    """Read games from a file of JSON lines, if there is one; a last line that was cut short is left out."""
    lines = _bytes_of(path).split(b"\n")
    for number, line in enumerate(lines, 1):
        if (game := _game_in(line)) is not None:
            yield game
        elif line and number < len(lines):
            why = f"this is no game as fm.play_out_many keeps it, in {path.name}"
            raise RecordError(number, why, "take the line out, or give another file")


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.exists() else b""
    except (OSError, ValueError) as error:  # a folder, or a name with a NUL in it
        raise BadFile(path, error) from None


@contextmanager
def appending(path: Path) -> Iterator[Callable[[Played], None]]:
    """Open a file to add games to it, each on disk at once; a last line that was cut short is cut off first."""
    text = _bytes_of(path)
    end = text.rfind(b"\n") + 1
    is_torn = bool(text[end:]) and _game_in(text[end:]) is None
    try:
        file = path.open("ab")
    except (OSError, ValueError) as error:
        raise BadFile(path, error) from None
    with file:
        if is_torn:
            file.truncate(end)
        elif text[end:]:
            file.write(b"\n")

        def add(game: Played) -> None:
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()

        yield add


def _game_in(line: bytes) -> Played | None:
    try:
        return msgspec.json.decode(line, type=Played)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def reviews_beside(path: Path) -> list[Reviewed]:
    """Read what was found in games that were reviewed ahead, from the file beside them."""
    beside = path.with_suffix(".reviews.jsonl")
    lines = beside.read_bytes().splitlines() if beside.exists() else ()
    return [msgspec.json.decode(line, type=Reviewed) for line in lines]
