"""Exercises about marching: who can get where, at what price, where a march ends, and what it does to others."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import ClassVar

from fmbook.books.cards import book, card
from fmbook.components.listings import Listing
from fmbook.components.setup import Edge
from fmbook.core.orders import Move, Order, Retreat, as_order, sentence
from fmbook.core.rulenames import rule_name
from fmbook.core.state import Unit
from fmbook.core.verdicts import ALL, Cost, RuleViolation
from fmbook.engine.matters import ALLOWANCE, DEAR_FIRST_STEPS, LIE_OF_THE_LAND
from fmbook.lessons.price_lists import price_list
from fmbook.lessons.questions import Reply, Task, Unread, again, give, number_of, shown_number, titled, told, until_due
from fmbook.mechanics.movement import NOWHERE, Limits, allowance, field_of, limits, mover, points, spread, way
from fmbook.mechanics.zones import zone
from fmbook.play.game import Game
from fmbook.play.hints import card_of
from fmbook.text.choices import refusal_in_words, verdict_in_words
from fmbook.text.wording import counted, listed, place_name, sentence_of

__all__ = ["After", "Distance", "Halt", "May", "Price", "Why"]

SOME_RULE = "A rule refuses it. Read the rules to choose from: which one speaks of this order?"


def sections_of(game: Game, rule: str) -> Iterator[str]:
    """Name the section that a rule is filed under, and every other one of the booklet that says a part of it."""
    section, known = rule.partition("/")[0], game.setup.book.rule(rule)
    yield section
    said = frozenset(known.clauses if known else ())
    for other in book(section.partition(":")[0]).cards.values():
        if not said.isdisjoint(clause.id for clause in other.clauses):
            yield other.id


def judged(game: Game, order: Order) -> Reply:
    """Say whether an order may be given, and what it takes or what is in the way; what to try instead was not asked."""
    verdict = game.can(order)
    state = game.state
    asked = state.asks[-1].what if state.asks else state.phase.kind
    rules = tuple(reason.rule for reason in verdict.reasons) or (state.setup.book.doing(asked, type(order)).id,)
    places = tuple(place for reason in verdict.reasons for place in reason.places)
    bare = [replace(reason, advice="") for reason in verdict.reasons]
    said = verdict_in_words(game, order, verdict) if verdict else refusal_in_words(verdict.subject, bare)
    return Reply(said.replace("\n", " "), rules, places)


class May(Task, frozen=True, kw_only=True, tag="may"):
    """Which unit, or which hex, makes this a legal order? ``{}`` is the answer; ``may = false`` turns it round."""

    order: str
    may: bool = True
    among: tuple[str, ...] = ()

    @property
    def sort(self) -> str:  # type: ignore[override]
        """What stands at the blank."""
        words = self.order.split()
        return as_order(self.order.format("x")).takes[words.index("{}") - 1]

    def right(self, game: Game) -> tuple[str, ...]:
        """Every name that makes a legal order of it; or, turned round, every one that does not."""
        setup = game.setup
        known = self.among or tuple(setup.name(self.sort, number) for number in sorted(setup.everything(self.sort)))
        return tuple(name for name in known if bool(game.can(self.order.format(name))) == self.may)

    def reply(self, game: Game, answer: str) -> Reply:
        """The verdict on the order; of a march that is refused also how far the unit gets."""
        order = as_order(self.order.format(answer))
        said = judged(game, order)
        if isinstance(order, Move) and not game.can(order) and order.unit in game.movers():
            said = said._replace(text=f"{said.text} {nearest_approach(game, order.unit, order.to)}".strip())
        if isinstance(order, Retreat) and not game.can(order):
            said = said._replace(text=f"{said.text} {in_the_way(game, order)}".strip())
        return said

    def read(self, game: Game, typed: str) -> str:
        """A name of the right sort, and one of those in question."""
        name = super().read(game, typed)
        if self.among and name not in self.among:
            raise Unread(f"The question is about {listed(self.among, word='or')}.")
        return name

    def begin(self, game: Game) -> str:
        """Try them."""
        return "Take the answers one by one: what would be in the way of each?"

    def places(self, game: Game) -> tuple[str, ...]:
        """The hexes named in the order, and those of its units and of the units in question."""
        return spots(game, (*self.order.split()[1:], *self.among))


class Why(Task, frozen=True, kw_only=True, tag="why"):
    """Is this order legal, and if not, by which rule? ``among`` are the rules to choose from."""

    order: str
    among: tuple[str, ...]
    sort: ClassVar[str] = "choice"

    def choices(self, game: Game) -> Mapping[str, str]:
        """Yes, or no by one of the rules."""
        rules = {rule: titled(rule, game) for rule in self.among}
        return {"Yes, it may": "yes"} | {f"No: {said[0].lower()}{said[1:]}": rule for rule, said in rules.items()}

    def read(self, game: Game, typed: str) -> str:
        """Yes, or the number of a rule."""
        said = typed.casefold().strip("[].")
        for label, answer in self.choices(game).items():
            if said in (label.casefold(), answer.casefold(), answer.partition(":")[2].casefold() or "yes"):
                return answer
        known = (each if ":" in each else f"{game.setup.system}:{each}" for each in (typed.strip("[]. "),))
        if found := next(filter(None, map(card_of, known)), None):  # another rule that a reader has found
            return found.id
        numbers = listed((each.partition(":")[2] for each in self.among), word="or")
        raise Unread(f"Answer yes, or the number of the rule that is in the way: {numbers}.")

    def right(self, game: Game) -> tuple[str, ...]:
        """Yes, or the sections that refuse it, those on the list first."""
        refusing = {reason.rule: None for reason in game.can(self.order).reasons}
        found = dict.fromkeys(section for rule in refusing for section in sections_of(game, rule))
        return tuple(sorted(found, key=lambda section: section not in self.among)) or ("yes",)

    def named(self, game: Game, answer: str) -> str:
        """A rule by its number."""
        return rule_name(answer, game.setup.system) if ":" in answer else answer

    def reply(self, game: Game, answer: str) -> Reply:
        """The verdict, of which a wrong yes learns no rule; of a rule not in the way, how the order keeps to it."""
        order, right = as_order(self.order), self.right(game)
        if answer in right:
            return judged(game, order)
        if answer == "yes":
            return Reply(SOME_RULE)
        says = " ".join(card(answer).says.split())
        kept = "This order keeps to it."
        if isinstance(order, Move):
            kept = f"{kept} {keeps_to(game, order, answer.partition(':')[2])}".strip()
        return Reply(f"{titled(answer, game)}: {says} {kept}", (answer,))

    def rules(self, game: Game) -> tuple[str, ...]:
        """The rules that refuse it; of an order that none refuses, those that might have."""
        right = self.right(game)
        return self.among if right == ("yes",) else right

    def begin(self, game: Game) -> str:
        """Follow the order."""
        return "Follow the order as if it were carried out. Does anything forbid it, and where?"

    def places(self, game: Game) -> tuple[str, ...]:
        """The hexes named in the order, or else those that the question shows."""
        return spots(game, self.order.split()[1:]) or self.near


class Price(Task, frozen=True, kw_only=True, tag="price"):
    """How many movement points does the cheapest way cost?"""

    unit: str
    to: str
    sort: ClassVar[str] = "number"

    def read(self, game: Game, typed: str) -> str:
        """A number of points."""
        return shown_number(number_of(typed))

    def right(self, game: Game) -> tuple[str, ...]:
        """What the cheapest way costs."""
        return (points(self._way(game)[0]),)

    def reply(self, game: Game, answer: str) -> Reply:
        """The bill, step by step; of a wrong sum, what it leaves out, or how far so many points take the unit."""
        unit, (spent, path) = game.setup.unit(self.unit), self._way(game)
        places = tuple(game.board.name(place) for place in path)
        if number_of(answer) * 2 == spent:
            rule = DEAR_FIRST_STEPS.rule(game.setup).section if _is_dear(game, unit, path) else _of_ground(game)
            return Reply(f"{bill(game, unit, path)} {_of(game, unit, spent)}", (rule,), places)
        for halves, slip in misread(game, unit, path):
            if number_of(answer) * 2 == halves:
                return Reply(slip, (_of_ground(game),), places[:1])
        return Reply(self._so_many(game, int(number_of(answer) * 2), spent), (ALLOWANCE.rule(game.setup).section,))

    def _so_many(self, game: Game, halves: int, spent: int) -> str:
        if halves > spent:
            return f"There is a cheaper way: {self.unit} would have points left on reaching {self.to}."
        board = game.board
        open_to = {to: cost for to, cost in game.reach(self.unit).items() if number_of(cost) * 2 <= halves}
        near = min(open_to, key=lambda to: board.distance(board.at(to), board.at(self.to)), default="")
        return f"With {points(halves)} it gets no nearer than {near or 'where it stands'}."

    def _way(self, game: Game) -> tuple[int, tuple[int, ...]]:
        found = way(game.state, game.setup.unit(self.unit), game.board.at(self.to))
        assert found, f"{self.unit} cannot reach {self.to}"
        return found

    def places(self, game: Game) -> tuple[str, ...]:
        """Start and goal."""
        return spots(game, (self.unit, self.to))

    def begin(self, game: Game) -> str:
        """Follow the way."""
        return "Go there hex by hex. What does each cost in the list below, and what lies between two of them?"

    def table(self, game: Game) -> Listing:
        """What each step costs this unit."""
        return price_list(game, game.setup.unit(self.unit))


def _hexes(game: Game, many: int) -> str:
    return counted(many, game.board.layout.kind)


def _of_ground(game: Game) -> str:
    """The section that says what a step costs in this game."""
    return game.setup.book.costs[0].section


class Distance(Task, frozen=True, kw_only=True, tag="distance"):
    """How many hexes is it from one to another?"""

    start: str
    to: str
    sort: ClassVar[str] = "number"
    how: ClassVar[str] = "Type a whole number."
    tip: ClassVar[str] = "The hex in which you begin does not count, the one in which you arrive does."

    def read(self, game: Game, typed: str) -> str:
        """A number of hexes."""
        return shown_number(number_of(typed))

    def right(self, game: Game) -> tuple[str, ...]:
        """The number of steps."""
        return (str(self._far(game)),)

    def reply(self, game: Game, answer: str) -> Reply:
        """A straight way; of a wrong count, how somebody comes by it."""
        board, far = game.board, self._far(game)
        line = tuple(board.name(place) for place in board.line(board.at(self.start), board.at(self.to)))
        if answer == str(far):
            return Reply(f"One shortest way: {', '.join(line)}. That is {_hexes(game, far)}.", places=line)
        slips = {far + 1: f"That counts {self.start} itself: the first to count is the one next to it."}
        noun = "hexes" if game.board.layout.kind == "hex" else "sectors"
        slips[far - 1] = f"That counts the {noun} in between; {self.to} counts as well."
        if (self.start + self.to).isdigit():
            rows, columns = (abs(int(self.start[cut]) - int(self.to[cut])) for cut in (slice(2), slice(2, 4)))
            slips[rows + columns] = (
                f"That adds {rows} rows and {columns} columns, as in a town of square blocks. But whoever goes to "
                "the next row also goes half a hex sideways, so some columns come free."
            )
        number = int(number_of(answer))
        slip = f"There is a shorter way: you would be in {self.to} before that."
        if 0 < number < far:
            there = _hexes(game, number)
            slip = f"After {there} straight towards {self.to} you stand in {line[number]}, and are not there yet."
        return Reply(slips.get(number, slip))

    def begin(self, game: Game) -> str:
        """Walk."""
        return "Go from one to the other, each time to a hex next to it, and count."

    def _far(self, game: Game) -> int:
        return game.board.distance(game.board.at(self.start), game.board.at(self.to))

    def places(self, game: Game) -> tuple[str, ...]:
        """Start and goal."""
        return self.start, self.to

    def rules(self, game: Game) -> tuple[str, ...]:
        """Counting comes before the rules."""
        return ()


class Halt(Task, frozen=True, kw_only=True, tag="halt"):
    """A unit marches hex by hex along a way: in which hex must it stop?"""

    unit: str
    along: tuple[str, ...]
    sort: ClassVar[str] = "hex"

    def right(self, game: Game) -> tuple[str, ...]:
        """The last hex of the way that it may enter."""
        return (max((hex_ for hex_ in self.along if game.can(self._to(hex_))), key=self.along.index),)

    def reply(self, game: Game, answer: str) -> Reply:
        """Too soon: it may go on. Too far: why not."""
        (end,) = self.right(game)
        if answer not in self.along:
            return Reply(f"{answer} is not on this way: {', '.join(self.along)}.")
        said = judged(game, self._to(answer))
        after = self.along[min(self.along.index(answer) + 1, len(self.along) - 1)]
        if answer == end:
            verdict = game.can(Move(self.unit, after))
            beyond = " ".join(sentence_of(reason.text) for reason in verdict.reasons)
            rules = tuple(reason.rule for reason in verdict.reasons)
            return said._replace(text=f"{said.text} {beyond}".strip(), rules=rules or said.rules)
        if game.can(self._to(answer)):
            return said._replace(text=f"{said.text} But nothing halts it there: {after} is open to it too.")
        return said if game.can(Move(self.unit, answer)) else self._too_far(game, answer)

    def _too_far(self, game: Game, answer: str) -> Reply:
        """Say which rule halts it before, and leave it to the reader to find where."""
        rules = tuple(reason.rule for reason in game.can(Move(self.unit, answer)).reasons)
        cards = filter(None, map(card_of, dict.fromkeys(rule.partition("/")[0] for rule in rules)))
        said = " ".join(" ".join(found.says.split()) for found in cards)
        return Reply(f"{self.unit} does not get as far as {answer}. {said}".strip(), rules, (answer,))

    def _to(self, hex_: str) -> Move:
        return Move(self.unit, hex_, self.along[: self.along.index(hex_)])

    def begin(self, game: Game) -> str:
        """Follow the way."""
        return "Follow the way hex by hex, and ask of each: does anything end the march here?"

    def places(self, game: Game) -> tuple[str, ...]:
        """The unit and the end of its way."""
        return spots(game, (self.unit, self.along[-1]))


class After(Task, frozen=True, kw_only=True, tag="after"):
    """Find an order after which something can, or can no longer, be done; ``then`` are orders given in between."""

    unit: str = ""
    then: tuple[str, ...] = ()
    stops: str = ""
    lets: str = ""
    loses: str = ""  # a unit that is lost in the end
    sort: ClassVar[str] = "order"

    def right(self, game: Game) -> tuple[str, ...]:
        """Every legal order that brings it about."""
        return tuple(str(order) for order in game.legal(self.unit or None) if self._tried(game, order)[0])

    def reply(self, game: Game, answer: str) -> Reply:
        """Refused, or what comes of it."""
        order = as_order(answer)
        if not game.can(order):
            return judged(game, order)
        said = judged(game, order)
        _, then = self._tried(game, order)
        return then._replace(text=f"{said.text} And then: {then.text}")

    def _tried(self, game: Game, order: Order) -> tuple[bool, Reply]:
        copy = again(game)
        copy.do(order)
        since = len(copy.entries)
        for written in self.then:
            try:
                give(copy, written)
            except RuleViolation:  # whoever was needed for it has gone away
                return False, Reply(f"{sentence(as_order(written.partition(' = ')[0]))} is not possible any more.")
        if self.loses:
            lost = copy.unit(self.loses).place == "eliminated"
            rules = tuple(entry.rule for entry in copy.entries[since:][-3:])
            open_way = "" if lost else f" {copy.prompt.text} {self.loses} has a way out."
            return lost, Reply(f"{told(copy, since)}{open_way}", rules)
        asked = as_order(self.stops or self.lets)
        if not until_due(copy, asked):
            return bool(self.stops), Reply(f"{sentence(asked)} is not possible: its phase passes with nothing to do.")
        return bool(copy.can(asked)) == bool(self.lets), judged(copy, asked)

    def begin(self, game: Game) -> str:
        """Think backwards."""
        return "Begin at the end: what would have to be different there, or on the way, and who can bring it about?"

    def places(self, game: Game) -> tuple[str, ...]:
        """The unit to be ordered, and what is to be stopped or made possible."""
        return spots(game, (self.unit, self.loses, *f"{self.stops} {self.lets}".split()))


# --- marches in words ---------------------------------------------------------------------------------


def spots(game: Game, names: "tuple[str, ...] | list[str]") -> tuple[str, ...]:
    """Return the hexes among some names, and the hexes where the units among them stand."""
    setup = game.setup
    found = [game.unit(name).place if name in setup.unit_numbers else name for name in names]
    return tuple(dict.fromkeys(name for name in found if name in setup.board.places))


def nearest_approach(game: Game, unit: str, to: str) -> str:
    """Say how near to a hex a unit gets."""
    board = game.board
    reach = game.reach(unit)
    if not reach or to not in board.places:
        return ""
    near = min(reach, key=lambda place: (board.distance(board.at(place), board.at(to)), number_of(reach[place])))
    return f"The nearest that {unit} gets is {place_name(board, near)}, for {reach[near]}."


def in_the_way(game: Game, order: Retreat) -> str:
    """Say who closes a hex to a retreat: a unit in it, or units that watch it."""
    enemy = [unit for unit in game.units(near=order.to) if unit.side != game.unit(order.unit).side]
    inside = [unit.id for unit in enemy if unit.place == order.to]
    if inside:
        return f"{listed(inside)} is in it."
    return f"It lies in the zone of {listed(unit.id for unit in enemy)}." if enemy else ""


def keeps_to(game: Game, order: Move, section: str) -> str:
    """Say in figures how a march keeps to a rule of movement, zones or stacking."""
    state, board, to = game.state, game.board, game.board.at(order.to)
    unit = game.setup.unit(order.unit)
    if section in ("5.1", "5.2"):
        closed = limits(state, unit).closed - {to}
        ways, start = game.setup.ways(mover(state, unit)), state.where[unit.number]
        cost = spread(ways, start, allowance(state, unit), Limits(closed, NOWHERE, NOWHERE)).cost(to)
        return f"Its points would do: {_of(game, unit, cost)}" if cost else ""
    if section == "5.3":
        friends = [counter.id for counter in game.units(at=order.to, side=game.sides[unit.side])]
        return "" if friends else f"No friend stands in {order.to}."
    if section.startswith("6"):
        watched = to in zone(state, 1 - unit.side)
        return "" if watched else f"{place_name(board, to)} lies in no enemy zone."
    return ""


def bill(game: Game, unit: Unit, path: tuple[int, ...]) -> str:
    """Say what each hex of a march costs, and for what."""

    def step(here: int, there: int) -> str:
        toll = _toll(game, unit, here, there)
        causes = [*_causes(game, unit, here, there), *([f"{points(toll)} more for enemy zones"] if toll else [])]
        return f"{points(_paid(game, unit, here, there) + toll)} for {game.board.name(there)} ({listed(causes)})"

    kind = game.board.layout.kind
    paid = ", ".join(step(here, there) for here, there in pairwise(path))
    return f"{kind.capitalize()} by {kind}: {paid}."


def misread(game: Game, unit: Unit, path: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """Return the sums that a slip leads to, each with the slip."""
    steps = len(path) - 1
    if _is_dear(game, unit, path):
        yield (
            game.setup.price(mover(game.state, unit), *path)[0] or 0,
            "That is the price of the ground. But this way leads from one enemy zone straight into the next.",
        )
    yield 2 * steps, "That is the number of hexes. Points are another matter: every hex has a price."
    if (straight := _straight(game, unit, path)) is not None:
        yield straight, f"That is the price of the straight way. A cheaper one leads through {counted(steps, 'hex')}."
    yield (
        sum(_plain(game, unit, here, there, lambda _: True) for here, there in pairwise(path)),
        "That pays for the ground of every hex and forgets the road: who follows it from hex to hex pays its price "
        "instead.",
    )
    yield (
        sum(_plain(game, unit, here, there, lambda cost: cost.text == "the ground") for here, there in pairwise(path)),
        "That pays for the hexes and leaves out what lies between them: crossing a hexside may cost points on top.",
    )
    start = game.setup.costs.enter
    own = max((start[word] or 0 for word in game.board.features[path[0]] if word in start), default=2)
    whole = sum(_paid(game, unit, here, there) for here, there in pairwise(path))
    yield whole + own, f"That pays for {game.board.name(path[0])} as well, where the unit stands already."


def _of(game: Game, unit: Unit, spent: int) -> str:
    return f"{points(spent)} of {points(allowance(game.state, unit))} movement points."


def _is_dear(game: Game, unit: Unit, path: tuple[int, ...]) -> bool:
    return len(path) == 2 and path[1] in limits(game.state, unit).dear


def _paid(game: Game, unit: Unit, here: int, there: int) -> int:
    if _is_dear(game, unit, (here, there)) and here == game.state.where[unit.number]:
        return allowance(game.state, unit)
    price, _ = game.setup.priced(mover(game.state, unit), _edge(game, unit, here, there))
    return allowance(game.state, unit) if price == ALL else price or 0


def _toll(game: Game, unit: Unit, here: int, there: int) -> int:
    """What a step on the cheapest way costs besides its ground, as in books whose zones take points."""
    prices = field_of(game.state, unit)
    before = 0 if here == game.state.where[unit.number] else prices.cost(here)
    after = prices.cost(there)
    if before is None or after is None:
        return 0
    return max(after - before - _paid(game, unit, here, there), 0)


def _edge(game: Game, unit: Unit, here: int, there: int) -> Edge:
    """A step as the rules see it: drawn on the board, or as a book of changing ground settles it for now."""
    if LIE_OF_THE_LAND.is_settled(game.setup):
        return LIE_OF_THE_LAND.of(game.setup)(game.state, unit.side).edge(game.setup, here, there)
    board = game.board
    return Edge(board.features[here], board.features[there], board.border(here, there), game.setup.costs)


def _causes(game: Game, unit: Unit, here: int, there: int) -> list[str]:
    if _is_dear(game, unit, (here, there)) and here == game.state.where[unit.number]:
        return ["from zone to zone, a whole march"]
    _, lines = game.setup.priced(mover(game.state, unit), _edge(game, unit, here, there))
    return [cost.text for cost, _ in lines if cost.halves]


def _plain(game: Game, unit: Unit, here: int, there: int, counts: Callable[[Cost], bool]) -> int:
    """The price of a step as if there were no road."""
    edge, kind = _edge(game, unit, here, there), mover(game.state, unit)
    costs = (cost for rule in game.setup.book.costs for cost in rule.function(edge, kind) if cost is not None)
    return sum(max(cost.halves, 0) for cost in costs if not cost.instead and counts(cost))


def _straight(game: Game, unit: Unit, path: tuple[int, ...]) -> int | None:
    """The cheapest price among the ways of fewest hexes; None if the path is one of them."""
    board, to = game.board, path[-1]
    if board.distance(path[0], to) == len(path) - 1:
        return None

    @cache
    def rest(here: int) -> int:
        if here == to:
            return 0
        near = [there for there in board.neighbours[here] if board.distance(there, to) < board.distance(here, to)]
        return min(_paid(game, unit, here, there) + rest(there) for there in near)

    return rest(path[0])
