"""A page to talk about after a game: what each turn cost, and which throws turned it."""

from collections import Counter as Tally
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import product
from typing import Any, Final, NamedTuple, final

from fmbook.core.calls import checked
from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.events import Rolled
from fmbook.core.language import spoken_here
from fmbook.core.orders import Roll
from fmbook.core.shown import ShownByWidget
from fmbook.core.sides import noun
from fmbook.core.state import State
from fmbook.engine.legality import allows
from fmbook.engine.resolution import DiaryEntry, perform
from fmbook.lessons.historyfile import History, history
from fmbook.lessons.reviews import known
from fmbook.mechanics.combat import odds, summed
from fmbook.mechanics.odds import Chances
from fmbook.play.game import Game
from fmbook.play.losses import last_played, lost_by_turn, steps_lost
from fmbook.play.positions import Position
from fmbook.play.succession import at_desk
from fmbook.text.tables import chance_in_words
from fmbook.text.wording import counted, listed

__all__ = ["Debrief", "Luck", "debrief"]

MOST = 3  # throws of each sort that are named
MANY = 36  # ways the dice may fall, beyond which a throw is not weighed
HALF = Fraction(1, 2)
HEAVY = 2  # steps lost by a side in a turn, from which on it is asked what they were for
SEEN = "What did the other side know that you did not?"
BY_DICE = (
    "At which throw did the plan change, and should it have?",
    "Which attack would you not make again at these odds?",
)
WITHOUT_DICE = ("Which order would you give differently now?", "Which rule surprised you, and what is it there for?")


class Luck(NamedTuple):
    """A throw, weighed: how likely a result at least as good was, and one at least as bad, for the side that threw."""

    turn: int
    side: str
    text: str
    as_good: Fraction
    as_bad: Fraction


class Turn(NamedTuple):
    """A turn in figures: orders and steps lost by side, and what history says of that hour, if the game knows."""

    number: int
    name: str
    orders: tuple[int, int]
    lost: tuple[int, int]
    history: str = ""


@spoken_here
@final
class Debrief(ShownByWidget):
    """The page. Print it, or let it end a cell."""

    _widget = "lookback:LookBack"

    label: Final = "Questions about my game"

    def __init__(self, games: tuple[Game, ...]) -> None:
        self._games, self.game = games, last_played(map(at_desk, games))
        self._word, self._told = self.game.turn_word, _told(self.game.setup.system)
        self.turns = tuple(_turns(self.game, self._told))
        self.throws = tuple(_weighed(self.game))

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of which it looks back on the one that was played."""
        return self._games

    def afresh(self) -> "Debrief":
        """Look back again, after something more has been played."""
        return Debrief(self._games)

    @property
    def luckiest(self) -> tuple[Luck, ...]:
        """The throws that helped most: a result as good was unlikely."""
        found = sorted((throw for throw in self.throws if throw.as_good < HALF), key=lambda throw: throw.as_good)
        return tuple(found[:MOST])

    @property
    def unluckiest(self) -> tuple[Luck, ...]:
        """The throws that hurt most: a result as bad was unlikely."""
        found = sorted((throw for throw in self.throws if throw.as_bad < HALF), key=lambda throw: throw.as_bad)
        return tuple(found[:MOST])

    @property
    def losses(self) -> tuple[str, ...]:
        """Who was lost, and who is depleted, side by side; turn by turn, if each began with all pieces set up anew."""
        ends = {
            turn: tuple(_losses(Position(state), side) for side in self.game.sides) for turn, state in _ends(self.game)
        }
        if len(ends) == 1:
            return ends[self.game.turn]
        return tuple(f"{self._word.capitalize()} {turn}. {' '.join(said)}" for turn, said in ends.items())

    def _parts(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        game = self.game
        if not game.orders:
            yield (
                "Nothing has been ordered yet",
                ("This page tells of the game as soon as orders are given on its board.",),
            )
            return
        figures = f"{counted(len(game.orders), 'order')}, {counted(_thrown(game), 'throw')}"
        word, capital = self._word, self._word.capitalize()
        ended = game.outcome.text if game.outcome else f"Not over: {word} {game.turn}, {game.phase}."
        yield "How it ended", (f"{ended} That took {figures}.",)
        yield f"{capital} by {word}", tuple(self._turn(turn) for turn in self.turns)
        yield "Losses", self.losses
        if self.luckiest:
            yield "Luckiest throws", tuple(_good(throw, capital) for throw in self.luckiest)
        if self.unluckiest:
            yield "Unluckiest throws", tuple(_bad(throw, capital) for throw in self.unluckiest)
        if self.throws and not self.luckiest and not self.unluckiest:
            yield "Throws", ("None of those for attacks was out of the ordinary.",)
        yield "Luck and judgement", tuple(self._reviewed())
        yield "To talk about", tuple(self._questions())

    def _reviewed(self) -> Iterator[str]:
        """Tell what a review has found; it takes a while, so that it is not worked out unasked."""
        found = known(self.game)
        if found is None:
            yield "When the game is over, press “Review” on the desk, which takes a while. In Python: fm.review(game)."
            return
        yield found.verdict
        yield from (mark.says for mark in found.marks)

    def _questions(self) -> Iterator[str]:
        """Ask of what this game cost, of what was decided in it, of the battle, and of the other side."""
        if cost := self._dearest():
            yield cost
        if self.unluckiest:
            yield f"{_bad(self.unluckiest[0], self._word.capitalize())} Would you attack there again at these odds?"
        else:
            yield from BY_DICE if self.throws else WITHOUT_DICE
        if self._told:
            yield from (talk.says for talk in self._told.talk if talk.turn in self._played)
        if any(self.game.state.hands) or self.game.setup.markers:  # where all is open, both knew the same
            yield SEEN

    @property
    def _played(self) -> range:
        return range(self.turns[0].number, self.turns[-1].number + 1)

    def _dearest(self) -> str:
        """Ask what the heaviest loss of one side in one turn was for; nothing, if nobody lost much."""
        lost, number, side = max(
            (lost, -turn.number, side)
            for turn in self.turns
            for side, lost in zip(self.game.sides, turn.lost, strict=True)
        )
        if lost < HEAVY:
            return ""
        said = self._told.step.of(lost) if self._told else counted(lost, "step")
        return f"{self._word.capitalize()} {-number} cost {noun(side)} {said}, more than any other. What was it for?"

    def _steps(self, lost: int) -> str:
        return self._told.step.short(lost) if self._told else counted(lost, "step")

    def _turn(self, turn: Turn) -> str:
        said = (
            f"{side}: {counted(count, 'order')}, {self._steps(lost)} lost"
            for side, count, lost in zip(self.game.sides, turn.orders, turn.lost, strict=True)
        )
        then = f" In fact: {turn.history}" if turn.history else ""
        return f"{self._word.capitalize()} {turn.number}. {'; '.join(said)}.{then}"

    def __str__(self) -> str:
        return "\n".join("\n".join([head, *(f"  {line}" for line in lines)]) for head, lines in self._parts())

    def _repr_html_(self) -> str:
        return "".join(_section(head, lines) for head, lines in self._parts())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


@checked
def debrief(*games: Game) -> Debrief:
    """Return the page to talk about after a game or in the middle of one; of several, after the one that was played.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = fm.play_out(game, {"Blue": "random", "Red": "random"})
    >>> print(str(fm.debrief(game)).splitlines()[0])
    How it ended
    """
    if not games:
        raise FmbookError("Name the game to look back on: fm.debrief(game)")
    return Debrief(games)


def _told(system: str) -> History | None:
    """Return the history of a system, if it has one."""
    try:
        return history(system)
    except NoSuchName:
        return None


def _section(head: str, lines: tuple[str, ...]) -> str:
    if len(lines) == 1:
        return f"<p><strong>{escape(head)}.</strong> {escape(lines[0])}</p>"
    return f"<p><strong>{escape(head)}</strong></p><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _thrown(game: Game) -> int:
    """Count every throw, those for nerve, support and weather too; only those for attacks are weighed."""
    return sum(isinstance(entry.event, Rolled) for step in game.steps for entry in step.entries)


# --- turns and losses --------------------------------------------------------------------------------------


def _turns(game: Game, told: History | None) -> Iterator[Turn]:
    states = [game.at(number).state for number in range(len(game.orders) + 1)]
    orders: Tally[tuple[int, int]] = Tally((before.turn, before.side) for before in states[:-1])
    lost = lost_by_turn(game)
    track = game.setup.data.get("track", {})
    for number in range(states[0].turn, states[-1].turn + 1):
        box = track.get(number)
        yield Turn(
            number,
            box.name if box else "",
            (orders[number, 0], orders[number, 1]),
            (lost[number, 0], lost[number, 1]),
            next((f"{event.when}: {event.says}" for event in told.of_turn(number)), "") if told else "",
        )


def _ends(game: Game) -> Iterator[tuple[int, State]]:
    """Yield each turn after which the pieces were set up anew, with how they stood; last the turn and state of now."""
    for number, step in enumerate(game.steps):
        if any(entry.event.sets_up for entry in step.entries):
            yield from _before_set_up(game.at(number).state, step.entries)
    yield game.turn, game.state


def _before_set_up(state: State, entries: tuple[DiaryEntry, ...]) -> Iterator[tuple[int, State]]:
    turn = state.turn
    for entry in entries:
        if entry.event.sets_up:
            yield turn, state
            turn = state.turn
        state = entry.event.apply(state)


def _losses(end: Position, side: str) -> str:
    units = [end.unit(unit.id) for unit in end.state.setup.units if end.sides[unit.side] == side]
    gone = [unit.id for unit in units if unit.place == "eliminated"]
    worn = [unit.id for unit in units if unit.place != "eliminated" and not unit.full]
    said = [f"lost {listed(gone, 12)}" if gone else "", f"depleted {listed(worn, 12)}" if worn else ""]
    return f"{side}: {', '.join(filter(None, said)) or 'none'}."


# --- luck ----------------------------------------------------------------------------------------------------


def _weighed(game: Game) -> Iterator[Luck]:
    for number, step in enumerate(game.steps):
        before = game.at(number).state
        rolled = next((entry.event for entry in step.entries if isinstance(entry.event, Rolled)), None)
        if rolled is None or before.battle is None or not allows(before, Roll()):
            continue  # a gun that fires before the assault throws too, and its throw is not the assault's
        if (worth := _worths(before)) is None or rolled.result not in worth:
            continue
        chances, here = odds(before), worth[rolled.result]
        where = f"{before.board.places[before.battle.target]}: {rolled}"
        yield Luck(
            before.turn,
            game.sides[before.side],
            where,
            chances.chance(lambda result, here=here, worth=worth: worth.get(result, here) >= here),  # type: ignore[misc]
            chances.chance(lambda result, here=here, worth=worth: worth.get(result, here) <= here),  # type: ignore[misc]
        )


def _worths(before: State) -> dict[str, Fraction] | None:
    """What each result is worth to the side that throws, found by carrying every throw out."""
    try:
        table, chances = summed(before).table, odds(before)
    except FmbookError:
        return None
    if table.dice.sides**table.dice.count > MANY or not isinstance(chances, Chances):
        return None
    found: dict[str, Fraction] = {}
    for dice in product(range(1, table.dice.sides + 1), repeat=table.dice.count):
        log: list[DiaryEntry] = []
        try:
            after = perform(before, Roll(), Chance(0, said=dice), log)
        except FmbookError:
            return None
        rolled = next((entry.event for entry in log if isinstance(entry.event, Rolled)), None)
        if rolled is not None:
            found[rolled.result] = _worth(before, after, tuple(log))
    return found


def _worth(before: State, after: State, entries: tuple[DiaryEntry, ...]) -> Fraction:
    """Steps count one each; a retreat that is still to be made counts a quarter of a step a hex."""
    side, worth = before.side, Fraction()
    for loser, steps in steps_lost(before, entries):
        worth += -steps if loser == side else steps
    for ask in after.asks:
        price = {"loss": Fraction(ask.count), "retreat": Fraction(ask.count, 4) + Fraction(1, 4)}.get(ask.what)
        worth += Fraction() if price is None else -price if ask.side == side else price
    return worth


def _good(throw: Luck, turn: str) -> str:
    chance = chance_in_words(throw.as_good)
    return f"{turn} {throw.turn}, {throw.side} at {throw.text} As good as this or better: {chance}."


def _bad(throw: Luck, turn: str) -> str:
    chance = chance_in_words(throw.as_bad)
    return f"{turn} {throw.turn}, {throw.side} at {throw.text} As bad as this or worse: {chance}."
