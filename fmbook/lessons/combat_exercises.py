"""Exercises about fighting: the sum, the table, the chance, and which of two attacks is the better one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

import msgspec

from fmbook.components.tables import NO_EFFECT, Column, DifferentialTable, Table
from fmbook.core.orders import Roll
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import CONSEQUENCES, ODDS
from fmbook.lessons.movement_exercises import spots
from fmbook.lessons.questions import (
    Reply,
    Task,
    Unread,
    again,
    chance_of,
    give,
    number_of,
    shown_number,
    told,
    until_due,
)
from fmbook.mechanics.odds import Chances, table_chances
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import Outlook
from fmbook.play.game import Game
from fmbook.text.tables import chance_in_words
from fmbook.text.wording import either, listed

__all__ = ["Better", "Chance", "Differential", "Likely", "Throw"]

NOTHING = ("nothing", "no effect", "blank", "-", "–", "—", NO_EFFECT)


class PossibleAttack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack that could be made: its target, its units, the support fire of either side."""

    target: str
    by: tuple[str, ...]
    support: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    name: str = ""

    def preview(self, game: Game) -> Preview:
        """Work it out."""
        return game.battle(self.target, self.by, support=self.support, against=self.against)


class _Fight(Task, frozen=True, kw_only=True):
    strike: PossibleAttack

    def begin(self, game: Game) -> str:
        """Say the sum, and how to find the column."""
        found = self.strike.preview(game)
        line = "Find the line of the ground, and in it the column." if found.sum.column.row else "Find the column."
        return f"{_measured(found)} {line}"

    def places(self, game: Game) -> tuple[str, ...]:
        """Target and attackers."""
        return spots(game, (self.strike.target, *self.strike.by))


class Differential(_Fight, frozen=True, kw_only=True, tag="differential"):
    """What is the differential of this attack?"""

    sort: ClassVar[str] = "number"

    def begin(self, game: Game) -> str:
        """Add, then take away."""
        return "Add up all who attack, then take away who defends. Does anything else count, on either side?"

    def read(self, game: Game, typed: str) -> str:
        """A number, with its sign."""
        return f"{int(number_of(typed)):+d}" if number_of(typed).denominator == 1 else shown_number(number_of(typed))

    def right(self, game: Game) -> tuple[str, ...]:
        """Attack less defence."""
        found = self.strike.preview(game)
        return (f"{found.attack - found.defence:+d}",)

    def reply(self, game: Game, answer: str) -> Reply:
        """The sum, line by line; of a wrong one, what it leaves out."""
        found = self.strike.preview(game)
        if answer in self.right(game):
            return Reply(f"{sum_in_words(found)} {column_in_words(found)}", _rules(found))
        for number, slip in slips(game, found):
            if number_of(answer) == number:
                return Reply(slip, _rules(found)[:2])
        wide = number_of(answer) - (found.attack - found.defence)
        where = f"{shown_number(abs(wide))} too {'high' if wide > 0 else 'low'}"
        return Reply(f"That is {where}. The attackers add up to {found.attack}: what is taken away?", ("fm:7.3",))


class Throw(_Fight, frozen=True, kw_only=True, tag="throw"):
    """What does the table give for this throw?"""

    shows: tuple[int, ...]
    sort: ClassVar[str] = "choice"

    def choices(self, game: Game) -> Mapping[str, str]:
        """What the throw gives in each column, and the two wrong answers: the column is for the reader to find."""
        found = self.strike.preview(game).sum  # of what comes after the throw, such as who is lost, it gives nothing
        table, roll = found.table, sum(self.shows)
        columns = table.columns_of(found.column.row)
        every = dict.fromkeys([*(table.cell(roll, column) for column in columns), *self.wrong])
        return {"no effect" if result == NO_EFFECT else result: result for result in every}

    def read(self, game: Game, typed: str) -> str:
        """A result of the table."""
        known = {cell.casefold(): cell for row in self.strike.preview(game).sum.table.cells.values() for cell in row}
        said = NO_EFFECT if typed.casefold() in NOTHING else typed.casefold()
        found = known.get(said) or known.get(f"({said})")
        if found is None:
            raise Unread(f"“{typed[:40]}” is no result of this table. It has {either(dict.fromkeys(known.values()))}.")
        return found

    def right(self, game: Game) -> tuple[str, ...]:
        """What stands in the column."""
        found = self.strike.preview(game).sum
        return (found.table.cell(sum(self.shows), found.column),)

    def reply(self, game: Game, answer: str) -> Reply:
        """The throw, carried out; of a wrong result, where in the table it stands."""
        found = self.strike.preview(game)
        if answer in self.right(game):
            return self._carried_out(game, found)
        table, column, roll = found.sum.table, found.sum.column, sum(self.shows)
        throws = [str(each.roll) for each in table.results(column) if each.result == answer]
        for row in table.rows if isinstance(table, DifferentialTable) else ():
            other = table.column(found.attack, found.defence, row=row.name)
            if other.row != column.row and table.cell(roll, other) == answer:
                return Reply(f"So it stands in the line {row.name}. Which ground decides here?", _table_rule(found))
        if throws:
            shows = "the die shows" if len(self.shows) == 1 else "the dice show"
            says = f"In the column {column.label}, {answer} takes a {either(throws)}; {shows} {roll}."
            return Reply(says, _table_rule(found))
        return Reply(f"No throw gives {answer} in this column. {column_in_words(found)}", _table_rule(found))

    def table(self, game: Game) -> Table:
        """The table that the throw is read in."""
        return self.strike.preview(game).sum.table

    def column(self, game: Game) -> Column:
        """The column of this attack."""
        return self.strike.preview(game).sum.column

    def _carried_out(self, game: Game, found: Preview) -> Reply:
        copy = again(game)
        _open(copy, self.strike)
        until_due(copy, Roll())
        since = len(copy.entries)
        give(copy, f"roll = {' '.join(map(str, self.shows))}")
        asked = "" if copy.outcome or not copy.state.asks else f" {copy.prompt.text}"
        rules = tuple(dict.fromkeys((*_rules(found)[-1:], copy.prompt.rule if asked else _consequence(copy))))
        return Reply(f"{column_in_words(found)} {told(copy, since)}{asked}", rules)


class Chance(_Fight, frozen=True, kw_only=True, tag="chance"):
    """How likely is one of these results?"""

    results: tuple[str, ...]
    sort: ClassVar[str] = "chance"

    def read(self, game: Game, typed: str) -> str:
        """A chance."""
        return str(chance_of(typed))

    def right(self, game: Game) -> tuple[str, ...]:
        """The share of throws."""
        return (str(self.strike.preview(game).chance(*self.results)),)

    def table(self, game: Game) -> Table:
        """The table that the throw is read in."""
        return self.strike.preview(game).sum.table

    def column(self, game: Game) -> Column:
        """The column of this attack."""
        return self.strike.preview(game).sum.column

    def reply(self, game: Game, answer: str) -> Reply:
        """The throws that do it; of a wrong chance, where it would hold."""
        found = self.strike.preview(game)
        said, right = Fraction(answer), found.chance(*self.results)
        if said == right:
            return Reply(f"{_measured(found)} {column_in_words(found)} {self._throws(found)}", _rules(found)[-1:])
        if said == 1 - right:
            return Reply("That is the chance that it does not happen: turn it round.", _table_rule(found))
        for result, chance in found.odds().items():
            if chance == said and result in self.results:
                more = listed(each for each in found.odds() if each in self.results and each != result)
                return Reply(f"That is the chance of {result} alone; {more} will do as well.", (_consequence(game),))
        table, column = found.sum.table, found.sum.column
        for row in table.rows if isinstance(table, DifferentialTable) else ():
            other = table.column(found.attack, found.defence, row=row.name)
            if other.row != column.row and self._in(table_chances(table, other)) == said:
                return Reply(
                    f"That is the chance in the line {row.name}. Which ground decides here?", _table_rule(found)
                )
        wide = "too high" if said > right else "too low"
        count = "Count the throws in this column"
        if not self._settled_by_throw(found):
            count += ", and those that have to come after one of them"
        return Reply(f"That is {wide}. {column_in_words(found)} {count}.", _table_rule(found))

    def _settled_by_throw(self, found: Preview) -> bool:
        """Tell whether the throw alone decides, and not also what follows it, such as a check of nerve."""
        return self._in(table_chances(found.sum.table, found.sum.column)) == found.chance(*self.results)

    def _in(self, odds: Mapping[str, Fraction]) -> Fraction:
        return sum((chance for result, chance in odds.items() if result in self.results), Fraction())

    def _throws(self, found: Preview) -> str:
        table = found.sum.table
        good = [
            f"{each.roll} ({each.result})" for each in table.results(found.sum.column) if each.result in self.results
        ]
        much = chance_in_words(found.chance(*self.results))
        if self._settled_by_throw(found):
            return f"Throws that do it: {listed(good) or 'none'}. That is {much}."
        return f"Throws that open the way: {listed(good)}. What is thrown after them decides too: {much}."


class Likely(Task, frozen=True, kw_only=True, tag="likely"):
    """How likely is one of these results of an order that dice decide, and that is no attack?"""

    order: str
    results: tuple[str, ...]
    sort: ClassVar[str] = "chance"

    def read(self, game: Game, typed: str) -> str:
        """A chance."""
        return str(chance_of(typed))

    def right(self, game: Game) -> tuple[str, ...]:
        """The share of throws."""
        return (str(self._odds(game).chance(self._hits)),)

    def reply(self, game: Game, answer: str) -> Reply:
        """The chance of every result; of a wrong chance, how somebody comes by it."""
        odds, said = self._odds(game), Fraction(answer)
        right = odds.chance(self._hits)
        each = "; ".join(f"{result}: {chance_in_words(chance)}" for result, chance in odds.items())
        rules = (self._outlook(game).rule,)
        if said == right:
            return Reply(f"{each}. That makes {chance_in_words(right)} for {listed(self.results, word='or')}.", rules)
        if said == 1 - right:
            return Reply("That is the chance that it does not happen: turn it round.", rules)
        alone = next((result for result, chance in odds.items() if chance == said and self._hits(result)), "")
        if alone:
            more = listed(result for result in odds if self._hits(result) and result != alone)
            return Reply(f"That is the chance of {alone} alone; {more} will do as well.", rules)
        wide = "too high" if said > right else "too low"
        return Reply(f"That is {wide}. Go through the faces of the die, one by one, with all that is added.", rules)

    def _hits(self, result: str) -> bool:
        return result in self.results

    def _outlook(self, game: Game) -> Outlook:
        found = game.outlook(self.order)
        assert found, f"no die decides {self.order}"
        return found

    def _odds(self, game: Game) -> Chances[str]:
        return self._outlook(game).odds

    def places(self, game: Game) -> tuple[str, ...]:
        """The hexes that the question shows."""
        return self.near


class Better(Task, frozen=True, kw_only=True, tag="better"):
    """Which of these attacks has the better chance of one of these results?"""

    strikes: tuple[PossibleAttack, ...]
    results: tuple[str, ...]
    sort: ClassVar[str] = "choice"

    def choices(self, game: Game) -> Mapping[str, str]:
        """The attacks by name."""
        return {strike.name: strike.name for strike in self.strikes}

    def read(self, game: Game, typed: str) -> str:
        """An attack by its name or its number."""
        names = [strike.name for strike in self.strikes]
        if typed.isdigit() and 1 <= int(typed[:3]) <= len(names):
            return names[int(typed[:3]) - 1]
        for name in names:
            if typed.casefold() == name.casefold():
                return name
        raise Unread(f"Answer by its number, 1 to {len(names)}, or by its name: {either(names)}.")

    def right(self, game: Game) -> tuple[str, ...]:
        """The attack with the best chance."""
        chances = self._chances(game)
        return tuple(name for name, chance in chances.items() if chance == max(chances.values()))

    def reply(self, game: Game, answer: str) -> Reply:
        """The sum and the chance of the one chosen; of the right one, also those of the others."""
        chances = self._chances(game)
        found = next(strike for strike in self.strikes if strike.name == answer).preview(game)
        own = f"{sum_in_words(found)} {column_in_words(found)} The chance is {chance_in_words(chances[answer])}."
        if answer not in self.right(game):
            return Reply(f"{own} Another one has more.", _rules(found))
        others = "; ".join(f"{name}: {chance_in_words(much)}" for name, much in chances.items() if name != answer)
        return Reply(f"{own} The others: {others}.", _rules(found))

    def table(self, game: Game) -> Table:
        """The table in which all of them are read."""
        return self.strikes[0].preview(game).sum.table

    def _chances(self, game: Game) -> dict[str, Fraction]:
        return {strike.name: strike.preview(game).chance(*self.results) for strike in self.strikes}

    def begin(self, game: Game) -> str:
        """One after the other."""
        return "Work out one attack after the other: its sum, its column, the throws in it that count."

    def places(self, game: Game) -> tuple[str, ...]:
        """All targets and attackers."""
        return spots(game, tuple(name for strike in self.strikes for name in (strike.target, *strike.by)))


# --- sums in words -------------------------------------------------------------------------------------


def sum_in_words(found: Preview) -> str:
    """Say a sum in a line."""
    lines = "; ".join(f"{line.text}, {line.amount}" for line in found.steps if line.amount)
    return f"{lines}: {_measured(found)}"


def _measured(found: Preview) -> str:
    return f"{found.attack} against {found.defence} makes {found.sum.measure}."


def column_in_words(found: Preview) -> str:
    """Say where in the table a sum leads."""
    column = found.sum.column
    row = f"In the line {column.row} it" if column.row else "It"
    read = found.sum.read_in
    return f"{row} is read in the {read}."


def slips(game: Game, found: Preview) -> Iterator[tuple[int, str]]:
    """Return the differentials that a slip leads to, each with the slip."""
    attack, defence = found.attack, found.defence
    for line in sorted(found.steps, key=_is_a_units_own):  # forgotten before whoever fights is
        left = line.amount if line.to == "attack" else -line.amount
        yield attack - defence - left, f"That leaves out one line of the sum: {line.text}, {line.amount}."
    yield attack, "That is the attackers' total. What the defender has is taken away from it."
    yield defence - attack, "That is turned round: the attack comes first, the defence is taken away."
    yield attack + defence, "That adds the defence; it is taken away."
    for unit in game.units():
        printed = game.setup.unit(unit.id)
        for line in found.steps:
            if not unit.full and line.text.startswith(f"{unit.id} "):
                whole = printed.attack if line.to == "attack" else printed.defence
                sign = 1 if line.to == "attack" else -1
                slip = (
                    f"That counts {unit.id} as if it were whole: it has lost a step, and {whole} becomes {line.amount}."
                )
                yield attack - defence + sign * (whole - line.amount), slip


def _is_a_units_own(line: Shift) -> bool:
    return line.text.endswith((" attacks", " defends"))


def _table_rule(found: Preview) -> tuple[str, ...]:
    """The rule that leads to the column."""
    return (found.sum.row_rule,)


def _consequence(game: Game) -> str:
    """The rule that says what a result does."""
    return (CONSEQUENCES if CONSEQUENCES.is_settled(game.setup) else ODDS).rule(game.setup).id


def _rules(found: Preview) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*(line.rule for line in found.steps if line.amount), found.sum.row_rule)))


def _open(game: Game, strike: PossibleAttack) -> None:
    give(game, f"attack {strike.target}")
    for unit in strike.by:
        if game.state.battle and game.setup.unit(unit).number not in game.state.battle.attackers:
            give(game, f"join {unit}")
    for side in (strike.support, strike.against):
        for marker in side:
            give(game, f"support {marker}")
