"""What may be ordered now, and why something else may not, in words; lists are short, or say how to go on."""

from collections.abc import Iterable, Iterator, Sequence

from fmbook.core.orders import Move, Order
from fmbook.core.rulenames import cited_in
from fmbook.core.sides import opening
from fmbook.core.verdicts import Reason, Verdict
from fmbook.mechanics.movement import allowance, field_of, points, way
from fmbook.play.positions import Position
from fmbook.text.alternatives import with_advice
from fmbook.text.wording import counted, listed, place_name, sentence_of, spoken

__all__ = ["choices_in_words", "due_in_words", "markers_in_words", "refusal_in_words", "verdict_in_words"]

MOST_LINES = 20
MOST_NAMES = 12
MOST_LISTED = 60


def due_in_words(position: Position) -> str:
    """Say in one line which orders are due, and for whom."""
    said = []
    for kind, orders in _by_kind(position.legal()):
        names = tuple(dict.fromkeys(order.names[0] for order in orders if order.names))
        whom = listed(names, word="or") if len(names) <= MOST_NAMES else _any_of(position, kind, len(names))
        said.append(f"{kind.verb} ({whom})" if names else kind.verb)
    return f"You may order: {'; '.join(said)}." if said else ""


def markers_in_words(position: Position, orders: Iterable[Order]) -> Iterator[str]:
    """Say what each of these orders brings about that plays a marker with a text of its own."""
    texts = {each.name: each.says for each in position.state.setup.data.get("cup", ())}
    plays = (order for order in orders if texts and order.takes == ("marker",))
    yield from (f"{order}: {text}" for order in plays if (text := texts.get(order.names[0])))


def choices_in_words(position: Position, unit: str | None = None) -> str:
    """List the legal orders: all of them by unit, or those of one unit by hex."""
    orders = position.legal(unit)
    if position.outcome:
        return "The game is over: no order is left to give."
    if unit is None and not orders:  # what the other side may order hangs on what it holds
        return f"{opening(position.side):decides} now; no order is due from you."
    if unit is None:
        lines = _cut([line for kind, some in _by_kind(orders) for line in _of_kind(position, kind, some)])
        return "\n".join([*lines, *markers_in_words(position, orders)])
    if not orders:
        return f"No order may be given to {unit} now. To hear why, ask for example: why {_example(position, unit)}."
    return "\n".join(_cut([line for kind, some in _by_kind(orders) for line in _of_unit(position, kind, some, unit)]))


def refusal_in_words(subject: str, reasons: Sequence[Reason], game: str = "") -> str:
    """Say what was refused, with every reason, its rule as ``game`` calls it, the hexes that cause it, what to try."""
    lines = [f"{subject}: not allowed."]
    for number, reason in enumerate(reasons, 1):
        count = f"Reason {number} of {len(reasons)}. " if len(reasons) > 1 else ""
        said = [f"{count}{sentence_of(spoken(reason.text))}"]
        if places := [place for place in reason.places if place not in reason.text]:
            said.append(f"Because of {listed(places, MOST_NAMES)}.")
        if reason.rule:
            said.append(cited_in(reason.rule, game))
        if reason.advice:
            said.append(f"Try: {reason.advice.rstrip('.')}.")
        lines.append(" ".join(said))
    return "\n".join(lines)


def verdict_in_words(position: Position, order: Order, verdict: Verdict) -> str:
    """Say whether an order may be given; of a march also which way it takes and what that costs."""
    if not verdict:
        reasons = with_advice(position, order, verdict).reasons
        return refusal_in_words(verdict.subject, reasons, position.state.setup.system)
    lines = [f"{verdict.subject}: allowed.", *markers_in_words(position, [order])]
    if isinstance(order, Move):
        lines += _march(position, order)
    return "\n".join(lines)


def _march(position: Position, order: Move) -> Iterator[str]:
    state, board = position.state, position.board
    unit = state.setup.unit(order.unit)
    found = way(state, unit, board.at(order.to), tuple(map(board.at, order.via)))
    if found:
        spent, path = found
        between = [place_name(board, place) for place in path[1:-1]]
        by = f" by way of {listed(between)}" if between else ""
        usual, most = allowance(state, unit), field_of(state, unit).most
        forced = f" of a forced march{by}" if spent > usual else by
        yield f"It takes {points(spent)} of {points(most if spent > usual else usual)} movement points{forced}."


# --- lists ------------------------------------------------------------------------------------


def _by_kind(orders: Iterable[Order]) -> Iterator[tuple[type[Order], list[Order]]]:
    found: dict[type[Order], list[Order]] = {}
    for order in orders:
        found.setdefault(type(order), []).append(order)
    yield from found.items()


def _of_kind(position: Position, kind: type[Order], orders: list[Order]) -> Iterator[str]:
    """Lines for all orders of a kind: one, or one a unit."""
    if not kind.takes:
        yield f"{kind.verb}."
    elif len(kind.takes) == 1:
        names = [order.names[0] for order in orders]
        many = kind.takes == ("hex",) and len(names) > MOST_LISTED
        yield f"{kind.verb} {_any_of(position, kind, len(names)) if many else listed(names, word='or')}."
    else:
        by_unit: dict[str, list[str]] = {}
        for order in orders:
            by_unit.setdefault(order.names[0], []).append(order.names[1])
        noun = position.board.layout.kind
        for unit, places in by_unit.items():
            where = listed(places, word="or") if len(places) <= MOST_NAMES else f"to {counted(len(places), noun)}"
            yield f"{kind.verb} {unit} {where}."


def _any_of(position: Position, kind: type[Order], count: int) -> str:
    noun = position.board.layout.kind if kind.takes[0] == "hex" else kind.takes[0]
    return f"any of {counted(count, noun)}"


def _of_unit(position: Position, kind: type[Order], orders: list[Order], unit: str) -> Iterator[str]:
    if kind is not Move:
        yield from _of_kind(position, kind, orders)
        return
    number = position.state.setup.unit(unit)
    field, board = field_of(position.state, number), position.board
    by_cost: dict[int, list[str]] = {}
    for order in orders:
        place = order.names[1]
        by_cost.setdefault(field.cost(board.at(place)) or 0, []).append(place)
    counts = bool(number.allowance)  # who goes as far as they like has no points to count
    usual = allowance(position.state, number)
    forced = f", or {points(field.most)} on a forced march" if field.most > usual else ""
    within = f" within {points(usual)} movement points{forced}" if counts else ""
    yield f"move {unit}: {counted(len(orders), board.layout.kind)}{within}."
    for cost, places in sorted(by_cost.items()):
        much = f"For {points(cost)} point{'s' if cost > 2 else ''}" if counts else f"{counted(cost // 2, 'step')} away"
        yield f"{much}: {listed(places, word='or')}."


def _cut(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    left = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], f"… and {left} more. The orders of one unit: orders UNIT."]


def _example(position: Position, unit: str) -> str:
    kind = next((kind for kind in position.state.setup.book.questions["movement"].offers if kind is Move), Move)
    return f"{kind.verb} {unit} HEX."
