"""Help in three steps: where to look, what to weigh and by which rule, which order.

Everything here is read off a position, as one side sees it; nothing looks ahead or knows the dice.
"""

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from fmbook.books.cards import RuleCard, card
from fmbook.core.errors import NoSuchName
from fmbook.core.language import told
from fmbook.core.orders import EndPhase, Order, Support, deed
from fmbook.core.rulenames import rule_name
from fmbook.core.sides import noun, opening
from fmbook.engine.legality import question
from fmbook.engine.matters import STRIKES

if TYPE_CHECKING:
    from fmbook.play.positions import Counter, Position

__all__ = ["Goal", "Hint", "advised", "card_of", "goals", "hint", "is_all_done", "nearest_to"]

MOST_GOALS = 2  # places that are played for
FEW = 4  # units that may be ordered, each of which is named
MOST = 8  # units or hexes named in one sentence
MOST_RULES = 2  # a hint is no rulebook
SHORT = 230  # letters of a rule in a hint, unless its first sentence is longer
ANYWHERE = 100  # targets beyond which it helps nobody to light them up


class Hint(NamedTuple):
    """A hint: its sentences, and what to light up on a map."""

    level: int
    text: str
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.text


class Goal(NamedTuple):
    """What a side plays for, as the scenario says it."""

    side: str
    kind: str
    places: tuple[str, ...]
    text: str


def hint(position: "Position", level: int = 1) -> Hint:
    """Help the side that decides: 1 says where to look, 2 which rule, 3 which order; the other one has to wait."""
    if level in (1, 2, 3) and not position.outcome and position.viewer not in ("", position.side):
        return _wait(position, level)
    if level in (1, 2, 3) and is_all_done(position):
        end = _ready_to_strike(position, goals(position)) or "Nothing is left to do in this phase: end it."
        return Hint(level, f"{end} Typed: {EndPhase()}.")
    if level == 1:
        return _where_to_look(position)
    if level == 2:
        return _which_rule(position)
    if level == 3:
        return _which_order(position)
    raise NoSuchName("level of hints", level, (), "1 where to look, 2 which rule, 3 which order")


def is_all_done(position: "Position") -> bool:
    """Whether a phase can only be ended: one hint says all that there is to say."""
    return not position.outcome and position.legal() == (EndPhase(),)


ADVISERS: "list[Callable[[Position], tuple[Order, str]]]" = []
"""Whoever can name an order and a reason; opponents stand above this module and put themselves in."""


def _which_order(position: "Position") -> Hint:
    if position.outcome or not ADVISERS:
        return Hint(3, position.outcome.text if position.outcome else "Nobody is here to ask for an order.")
    order, why = ADVISERS[0](position)
    named = dict(zip(order.takes, order.names, strict=True))
    units = (named["unit"],) if "unit" in named else ()
    places = (named["hex"],) if "hex" in named else ()
    return Hint(3, advised(order, why), units, places)


def advised(order: Order, why: str) -> str:
    """Advise an order: in words with its reason, and then as it is typed."""
    return f"{why} Typed: {order}."


def goals(position: "Position") -> tuple[Goal, ...]:
    """Read the goals of the scenario; none if it names no hexes and no ground to clear."""
    found: Any = position.state.setup.data.get("goal") or {}
    if found.get("side") not in position.sides:
        return ()
    hexes = tuple(found.get("hexes") or _still_to_clear(position, found))
    return (Goal(found["side"], found.get("kind", ""), hexes, found.get("text", "")),) if hexes else ()


def _still_to_clear(position: "Position", goal: Any) -> Iterator[str]:
    """Name the places of some ground where the enemy of the side with the goal still stands."""
    state, board = position.state, position.board
    enemy = state.forces[1 - position.sides.index(goal["side"])].places
    return (board.places[place] for place in sorted(enemy & board.having(goal.get("ground", ""))))


def nearest_to(position: "Position", place: str, side: str) -> tuple["Counter", int] | None:
    """Find the unit of a side that is nearest to a place, and how far it is."""
    board = position.board
    here = board.at(place)
    units = [(board.distance(board.at(unit.place), here), unit) for unit in position.units(side=side)]
    if not units:
        return None
    far, unit = min(units, key=lambda pair: pair[0])
    return unit, far


def card_of(rule: str) -> RuleCard | None:
    """Return the card of a rule, if one is written; a house rule has none."""
    try:
        return card(rule)
    except NoSuchName:
        return None


def _wait(position: "Position", level: int) -> Hint:
    """Whoever does not decide may not know what the other side could order, but what is played for."""
    wanted = goals(position)
    idle = f" Nothing is asked of {noun(position.viewer)}." if position.viewer in position.sides else ""
    said = [f"{opening(position.side):decides} now: {position.prompt.text}{idle}"]
    places = tuple(place for goal in wanted for place in goal.places)
    text = "\n".join([*said, *(_about_goal(position, goal) for goal in wanted)])
    return Hint(level, text, places=places, rules=(position.prompt.rule,))


# --- 1 · where to look ------------------------------------------------------------------------


def _where_to_look(position: "Position") -> Hint:
    if position.outcome:
        return Hint(1, f"The game is over. {position.outcome.text} Look at the diary, or undo.")
    legal = position.legal()
    units = _named(legal, "unit")
    targets = tuple(order.names[0] for order in legal if order.takes == ("hex",))
    markers = _named(legal, "marker")
    wanted = goals(position)
    ready = _ready_to_strike(position, wanted)
    said = [ready, _about_units(position, units, others=bool(ready)), _about_targets(position, targets, legal)]
    said += _about_markers(legal)
    if not units and not targets and not markers:
        acts = sorted({deed(order) for order in legal})
        said.append(f"Choose one: {' or '.join(acts)}." if len(acts) > 1 else f"Nothing is left to choose: {acts[0]}.")
    said += filter(None, (_about_goal(position, goal) for goal in wanted))
    aims = targets if len(targets) <= ANYWHERE else ()
    places = tuple(dict.fromkeys([*aims, *(place for goal in wanted for place in goal.places)]))
    return Hint(1, "\n".join(filter(None, said)), units, places, (position.prompt.rule,))


def _about_markers(legal: Iterable[Order]) -> Iterator[str]:
    """Name the markers that may be laid, and what else takes one, such as the answers to a question."""
    for kind in dict.fromkeys(type(order) for order in legal if order.takes == ("marker",)):
        names = [order.names[0] for order in legal if type(order) is kind]
        if kind is Support:
            yield f"Markers that may be played: {_list(names)}."
        else:
            yield f"You may {deed(kind(_list(names, 'or')))}."  # type: ignore[call-arg]


def _named(legal: Iterable[Order], sort: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(order.names[0] for order in legal if order.takes[:1] == (sort,)))


def _ready_to_strike(position: "Position", wanted: Iterable[Goal]) -> str:
    """Say who stands beside what is played for, with an enemy in it, while the phase is one of marches."""
    if position.state.phase.kind != "movement":
        return ""
    for place in (place for goal in wanted if goal.side == position.side for place in goal.places):
        unit, far = nearest_to(position, place, position.side) or (None, 0)
        if unit and far == 1 and _could_strike(position, unit.id, place):
            enemies = _list(each.id for each in position.units(at=place))
            return f"{unit.id} stands beside {enemies} in {place}. End the phase; then attack."
    return ""


def _about_units(position: "Position", units: tuple[str, ...], *, others: bool) -> str:
    here = [unit for unit in units if position.unit(unit).place]
    if here and position.unit(here[0]).side != position.side:  # it is done to them
        kinds = {type(order) for order in position.legal() if order.takes == ("unit",)}
        return " ".join(f"You may {deed(kind(_list(here, 'or')))}." for kind in kinds)  # type: ignore[call-arg]
    away = [unit for unit in units if not position.unit(unit).place]
    said = [] if others or not here else [_those_here(position, here)]
    if away:
        come = [order for order in position.legal() if order.takes == ("unit", "hex") and order.names[0] in away]
        places = sorted({order.names[1] for order in come})
        where = f": click {_list(places, 'or')}" if 0 < len(places) <= ANYWHERE else ""
        who = f"{away[0]}, off the map," if len(away) == 1 else f"{len(away)} units off the map, such as {away[0]},"
        said.append(f"{who} may come{where}.")  # one of many is as good as the next
    return " ".join(said)


def _those_here(position: "Position", units: list[str]) -> str:
    """Name a few units that may be given an order; of many, the one that is nearest to an enemy."""
    side = opening(position.side)
    if len(units) <= FEW:
        return f"{side} may order {_list(f'{unit} at {position.unit(unit).place}' for unit in units)}."
    said = f"{side} may order {len(units)} units."
    nearest = [(found[1], at, found[0]) for at, unit in enumerate(units) if (found := _nearest_enemy(position, unit))]
    if not nearest:
        return said
    _, at, enemy = min(nearest, key=lambda each: each[:2])
    where = f"{units[at]}, at {position.unit(units[at]).place}"
    return f"{said} Look first at {where}: no other is nearer to an enemy ({enemy.id} in {enemy.place})."


def _nearest_enemy(position: "Position", unit: str) -> tuple["Counter", int] | None:
    (enemy,) = (side for side in position.sides if side != position.side)
    return nearest_to(position, position.unit(unit).place, enemy)


def _about_targets(position: "Position", targets: tuple[str, ...], legal: Iterable[Order]) -> str:
    def held(place: str) -> str:
        enemies = ", ".join(unit.id for unit in position.units(at=place) if unit.side != position.side)
        return f"{place} ({enemies})" if enemies else place

    places = tuple(dict.fromkeys(targets))
    if len(places) > ANYWHERE:
        noun = position.board.layout.kind
        kinds = {type(order) for order in legal if order.takes == ("hex",)}
        acts = sorted(deed(kind(f"nearly any {noun}")) for kind in kinds)  # type: ignore[call-arg]
        return f"You may {_list(acts)}."
    return f"An order may be aimed at {_list(map(held, places))}." if places else ""


def _about_goal(position: "Position", goal: Goal) -> str:
    """Say what is played for, of many places those that are nearest."""
    noun = position.board.layout.kind
    said: list[tuple[int, str]] = []
    for place in goal.places:
        near = nearest_to(position, place, goal.side)
        label = position.board.labels.get(position.board.at(place), "")
        head = f"{opening(goal.side):plays} for {place}{f' {label}' if label else ''}"
        if near and near[1]:
            hexes = f"1 {noun}" if near[1] == 1 else f"{near[1]} {noun}{'es' if noun == 'hex' else 's'}"
            said.append((near[1], f"{head}; {near[0].id} at {near[0].place} is nearest, {hexes} away."))
        else:
            said.append((0, f"{head}{f', where {near[0].id} stands' if near else ''}."))
    return "\n".join(text for _, text in sorted(said, key=lambda each: each[0])[:MOST_GOALS])


def _could_strike(position: "Position", unit: str, place: str) -> bool:
    """Whether an enemy stands in a place, and nothing uncrossable between it and a unit."""
    state, there = position.state, position.board.at(place)
    number = state.setup.unit(unit).number
    return bool(position.units(at=place)) and there in STRIKES.of(state.setup)(state, number)


# --- 2 · what to weigh, and by which rule ---------------------------------------------------------------------------


def _which_rule(position: "Position") -> Hint:
    """Say what to think of, and in short what the rules are, those first that carry out what may be answered."""
    found = (card for rule in _rules(position) if (card := card_of(rule)))
    weighed = _to_weigh(position)
    cards = list({card.id: card for card in found}.values())[: 1 if weighed else MOST_RULES]
    lines = [f"To weigh: {weighed}"] if weighed else []
    lines += [f"{_named_by(card, position.state.setup.system)}: {_said(card, position)}" for card in cards]
    return Hint(2, "\n".join(lines), rules=tuple(card.id for card in cards))


def _to_weigh(position: "Position") -> str:
    """Say what to think of before an order of the kind of which most may be given."""
    counts = Tally(type(order) for order in position.legal() if order.weigh)
    return counts.most_common(1)[0][0].weigh if counts and not position.outcome else ""


def _named_by(card: RuleCard, game: str) -> str:
    title = told(card.title)
    return f"{title} ({told(rule_name(card.id, game))})" if card.number else title


def _said(card: RuleCard, position: "Position") -> str:
    """Return what a card says, in short, without its sentences on markers where a scenario has none."""
    sentences = re.split(r"(?<=[.]) ", told(" ".join(card.says.split())))  # whole: its translation is one text
    if not position.state.setup.markers:
        sentences = [each for each in sentences if "marker" not in each] or sentences
    lengths = accumulate(map(len, sentences))
    return " ".join(
        each for at, (each, long) in enumerate(zip(sentences, lengths, strict=True)) if not at or long <= SHORT
    )


def _rules(position: "Position") -> Iterator[str]:
    """The rules that carry out what may be answered, then the one that asks, unless it is of a turn's course alone."""
    if position.outcome:
        yield position.prompt.rule
        return
    asked, book = question(position.state), position.state.setup.book
    open_to = {type(order) for order in position.legal()} - {EndPhase}
    many = Tally(map(type, position.legal()))  # first what is to be weighed, and that of which most may be given
    kinds = sorted((kind for kind in asked.offers if kind in open_to), key=lambda kind: (not kind.weigh, -many[kind]))
    doing = [book.doing(asked.what, kind).id for kind in kinds]
    ends = _section(book.doing(asked.what, EndPhase).id) if EndPhase in asked.offers else ""
    yield from doing
    if not doing or _section(position.prompt.rule) != ends:
        yield position.prompt.rule


def _section(rule: str) -> str:
    return rule.partition("/")[0]


def _list(names: Iterable[str], word: str = "and") -> str:
    kept = list(names)
    more = [f"{len(kept) - MOST} more"] if len(kept) > MOST else []
    *first, last = [*kept[:MOST], *more]
    return f"{', '.join(first)} {word} {last}" if first else last
