"""A throw as an event: the dice come to rest, what it means is said in plain words, the cell of the table is lit."""

from html import escape
from typing import Final

from fmbook.core.errors import FmbookError
from fmbook.core.events import Event, Rolled
from fmbook.core.state import State
from fmbook.play.battle_previews import Preview
from fmbook.play.game import Game
from fmbook.play.given import GivenOrder
from fmbook.text import meanings, result_in_words
from fmbook.text.wording import sentence_of
from fmbook.widgets.desk import panels

__all__ = ["in_words", "just_thrown", "thrown"]

SIZE: Final = 34  # pixels
PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def thrown(game: Game, since: int) -> str:
    """Write the last throw since so many entries of the diary; nothing if there was none, or nobody has ordered yet."""
    told = len(game.entries) if since else -1
    for number in range(len(game.steps) - 1, -1, -1):
        step = game.steps[number]
        told -= len(step.entries)
        if told < since:
            return ""
        if any(isinstance(entry.event, Rolled) for entry in step.entries):
            return _card(game.at(number).state, step)
    return ""


def in_words(game: Game, event: Event) -> str:
    """Tell what has happened; of a throw for a battle what it means, and its code after that."""
    if not isinstance(event, Rolled):
        return str(event)
    thrown_at = (at for at, step in enumerate(game.steps) if any(entry.event is event for entry in step.entries))
    number = next(thrown_at, None)
    battle = None if number is None else _battle(game.at(number).state)
    says = _meaning(battle, event) if battle else ""
    return f"{str(event).partition(':')[0]}. {says}" if says else str(event)


def just_thrown(game: Game) -> bool:
    """Tell whether the last order ended with dice."""
    return any(isinstance(entry.event, Rolled) for step in game.steps[-1:] for entry in step.entries)


def _card(before: State, step: GivenOrder) -> str:
    """Write a throw: dice, what it means, what came of it, and the table where row and column meet."""
    events = [entry.event for entry in step.entries if not entry.event.silent]
    first = next(at for at, event in enumerate(events) if isinstance(event, Rolled))
    rolled, battle = events[first], _battle(before)
    assert isinstance(rolled, Rolled)
    dice = "".join(_die(pips) for event in events if isinstance(event, Rolled) for pips in event.dice)
    came = "".join(f"<p>{escape(str(event))}</p>" for event in events[first + 1 :])
    table = _table(battle, rolled) if battle else ""
    lead = _meaning(battle, rolled) if battle else ""
    said = escape(lead or sentence_of(rolled.text or rolled.result))
    plain = f"<p>{escape(str(rolled))}</p>" if lead else ""
    plain += panels.added(battle) if battle else ""
    return (
        f'<section class="fmbook-throw"><div class="fmbook-dice" role="img" aria-label="{_aloud(rolled)}">{dice}</div>'
        f"<p><strong>{said}</strong></p>{plain}{came}{table}</section>"
    )


def _aloud(rolled: Rolled) -> str:
    return escape(f"thrown: {', '.join(map(str, rolled.dice))}", quote=True)


def _battle(before: State) -> Preview | None:
    """Return the sum of the battle that was thrown for, if there was one."""
    if before.battle is None:
        return None
    try:
        return Preview(before)
    except FmbookError:  # a gun fires before there is a sum
        return None


def _meaning(battle: Preview, rolled: Rolled) -> str:
    """Say what a result means, words first and the code after them; nothing where the code says it all."""
    told = result_in_words(rolled.result, meanings(battle)[0])
    return f"{told.says} {told.short}." if told.code else ""


def _table(battle: Preview, rolled: Rolled) -> str:
    table, column, row = battle.sum.table, battle.sum.column, sum(rolled.dice)
    if row not in table.rolls or table.cell(row, column) != rolled.result:
        return ""
    return panels.lit(table, column, row)


def _die(shown: int) -> str:
    """Draw a die as it lies; one of more than six sides bears its number."""
    face = "".join(_pip(*at) for at in PIPS.get(shown, ())) or _number(shown)
    return (
        f'<svg class="fmbook-die" width="{SIZE}" height="{SIZE}" viewBox="0 0 34 34" aria-hidden="true">'
        f'<rect x="1.5" y="1.5" width="31" height="31" rx="6"/>{face}</svg>'
    )


def _pip(across: int, down: int) -> str:
    return f'<circle cx="{8.5 + 8.5 * across}" cy="{8.5 + 8.5 * down}" r="3"/>'


def _number(shown: int) -> str:
    return f'<text x="17" y="22" text-anchor="middle">{shown}</text>'
