"""Previews of battles: an attack worked out before it is made, by giving its orders to a copy of the state."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import final

import msgspec

from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.language import spoken_here
from fmbook.core.orders import Attack, HoldFire, Join, Order, Ready, Support, sentence
from fmbook.core.rulenames import rule_name
from fmbook.core.sides import noun, opening
from fmbook.core.state import State
from fmbook.core.verdicts import Reason, RuleViolation, Shift
from fmbook.engine.legality import question, reasons_against
from fmbook.engine.matters import CONSEQUENCES, SHELLING
from fmbook.engine.resolution import perform, run
from fmbook.mechanics.combat import Sum, in_battle, odds, summed
from fmbook.mechanics.odds import Chances
from fmbook.mechanics.sequence import phases

__all__ = ["NoBattle", "Preview", "preview"]


class NoBattle(FmbookError, ValueError):
    """There is no attack to work out."""


@spoken_here
@final
class Preview:
    """The arithmetic of an attack: print it, read its steps, ask its odds."""

    def __init__(self, state: State) -> None:
        fight = in_battle(state)
        self.sum: Sum = summed(state)
        self._state = state
        self.settled_by = (CONSEQUENCES if fight.kind == "attack" else SHELLING).rule(state.setup)
        self.shares_the_hex = any(state.where[unit] == fight.target for unit in fight.attackers)
        self._odds = odds(state)

    @property
    def system(self) -> str:
        """The game in which it is fought."""
        return self._state.setup.system

    @property
    def steps(self) -> tuple[Shift, ...]:
        """Each line of the sum, with its rule."""
        return self.sum.lines

    @property
    def attackers(self) -> tuple[str, ...]:
        """The units that attack."""
        return tuple(self._state.setup.units[number].id for number in in_battle(self._state).attackers)

    @property
    def attack(self) -> int:
        """The attacker's total."""
        return self.sum.attack

    @property
    def defence(self) -> int:
        """The defender's total."""
        return self.sum.defence

    @property
    def added(self) -> tuple[str, ...]:
        """What each side has added in support, and what its strength, or the column, has become by it."""
        fight = in_battle(self._state)
        thrown_next = self._state.ask is not None and self._state.ask.what == "roll"
        sides = (fight.side, 1 - fight.side) if any(fight.support) else ()
        told = [_added(self._state, side, self.sum) for side in sides if fight.support[side] or thrown_next]
        if all(fight.support) and _unsupported(self._state).column == self.sum.column:
            told.append(f"So the column is where it was before: {self.sum.column.label}.")
        return tuple(told)

    def odds(self) -> Chances[str]:
        """The exact chance of each result."""
        return self._odds

    def chance(self, *results: str) -> Fraction:
        """The chance of any of these results."""
        return self.odds().chance(lambda result: result in results)

    def __str__(self) -> str:
        return f"{self.sum}\n{self.odds()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """IPython's own hook: the sum as a table, and the chances below."""
        found = self.sum
        head = f"{found.title}: {found.attack} against {found.defence}, which is {found.comes_to}."
        rows = "".join(_row(f"{line.amount:+d}", line.text, line.rule) for line in found.lines if line.amount)
        read = found.read_in if found.column.row else f"{found.read_in[0].upper()}{found.read_in[1:]}"
        rows += _row("", f"{f'Row {found.column.row}, ' if found.column.row else ''}{read}.", found.row_rule)
        return f"<p><strong>{escape(head)}</strong></p><table><tbody>{rows}</tbody></table>{self.odds()._repr_html_()}"


def _unsupported(state: State) -> Sum:
    """What the sum would be if neither side had added anything."""
    return summed(state.but(battle=msgspec.structs.replace(in_battle(state), support=((), ()))))


def _added(state: State, side: int, now: Sum) -> str:
    """Say what the markers of a side have made of the sum."""
    fight, setup = in_battle(state), state.setup
    who, markers = opening(setup.sides[side]), fight.support[side]
    if not markers:
        return f"{who:adds} nothing."
    without = tuple(() if each == side else played for each, played in enumerate(fight.support))
    before = summed(state.but(battle=msgspec.structs.replace(fight, support=without)))
    names = " and ".join(setup.markers[number].name for number in markers)
    then, becomes = (before.attack, now.attack) if side == fight.side else (before.defence, now.defence)
    if then != becomes:
        return f"{who:adds} {names} in support: {then} becomes {becomes}."
    if before.column != now.column:
        return f"{who:adds} {names} in support: column {before.column.label} becomes {now.column.label}."
    return f"{who:adds} {names} in support, which changes nothing."


def _row(amount: str, text: str, rule: str) -> str:
    shown = f'<td style="text-align:left">{escape(text)}</td><td><small>{escape(rule_name(rule))}</small></td>'
    return f'<tr><td style="text-align:right">{amount}</td>{shown}</tr>'


def preview(
    state: State,
    target: str,
    by: Iterable[str] | None,
    *,
    support: tuple[str, ...] = (),
    against: tuple[str, ...] = (),
) -> Preview:
    """Give the same orders to a copy of the state, up to the throw."""
    state = _carried_out(_in_combat(state), Attack(target))
    units = [unit.id for unit in state.setup.units if _may(state, Join(unit.id))] if by is None else by
    for unit in units:
        # a rule may have let one join already; and those who come first may keep others out, such as another division
        joined = state.setup.unit(unit).number in in_battle(state).attackers
        if not joined and (by is not None or _may(state, Join(unit))):
            state = _carried_out(state, Join(unit))
    state = _ordered(state, Ready())
    attacker = in_battle(state).side
    state = _supported(state, attacker, support)
    state = _supported(state, 1 - attacker, against)
    return Preview(state)


def _in_combat(state: State) -> State:
    if state.asks:
        raise NoBattle("A question is open; answer it before you plan the next attack.")
    questions = state.setup.book.questions
    if Attack in questions[state.phase.kind].offers:
        return state
    for phase in phases(state.setup, state.turn):
        if Attack in questions[phase.kind].offers and phase.side == state.side:
            return state.but(phase=phase, spent=frozenset(), struck=frozenset())
    raise NoBattle(f"{opening(state.setup.sides[state.side]):has} no combat phase in this turn.")


def _supported(state: State, side: int, markers: tuple[str, ...]) -> State:
    if not _asked_for_support(state, side):
        if markers:  # nobody asks a side that has no marker left, or may play none here
            who, rule = noun(state.setup.sides[side]), state.setup.book.questions["support"].rule
            why = Reason(f"{who:has} no marker to play in this fight", rule=rule)
            raise RuleViolation(Support(f"{markers[0]:.80}"), (why,))
        return state
    for marker in markers:
        state = _ordered(state, Support(marker))
    while _asked_for_support(state, side):
        state = _ordered(state, HoldFire())
    return state


def _asked_for_support(state: State, side: int) -> bool:
    return state.ask is not None and state.ask.what == "support" and state.side == side


def _may(state: State, order: Order) -> bool:
    return not reasons_against(state, order)


def _carried_out(state: State, order: Order) -> State:
    """Return an order of which nothing comes by itself: nobody joins, and no list is closed, because none is left."""
    _expect(state, order)
    rule, chance = state.setup.book.doing(question(state).what, type(order)), Chance(0, said=())
    return run(state, rule.id, rule.function(state, order, chance), chance, [])


def _expect(state: State, order: Order) -> None:
    if reasons := reasons_against(state, order):
        raise RuleViolation(sentence(order), reasons)


def _ordered(state: State, order: Order) -> State:
    _expect(state, order)
    return perform(state, order, Chance(0, said=()), [])
