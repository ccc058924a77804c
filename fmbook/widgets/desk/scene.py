"""From what is being played to what is seen: the scene on the map, the panel beside it, the buttons above it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from math import dist
from typing import TYPE_CHECKING

from fmbook.core.data import data_root
from fmbook.core.dice import Chance
from fmbook.core.errors import FmbookError
from fmbook.core.orders import (
    Advance,
    Attack,
    EndPhase,
    Enter,
    HoldFire,
    Lose,
    Move,
    Order,
    Place,
    Retreat,
    Roll,
    Support,
)
from fmbook.core.sides import noun, opening
from fmbook.engine.legality import question
from fmbook.engine.matters import ENDED_BY, IN_VAIN
from fmbook.engine.resolution import perform
from fmbook.geometry.boards import Board
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import Outlook
from fmbook.play.game import Game
from fmbook.play.hints import goals
from fmbook.play.joint_attacks import attackers_after
from fmbook.play.losses import points_one_by_one
from fmbook.play.positions import Position
from fmbook.text import chance_in_words, ending_in_words, markers_in_words, verdict
from fmbook.text.wording import counted, listed
from fmbook.widgets.board.boardstyle import looks
from fmbook.widgets.board.counters import card_face
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.sheets import Frame
from fmbook.widgets.desk import panels, threats
from fmbook.widgets.desk.clicks import Chooser, Meaning, ending, labels
from fmbook.widgets.desk.leaving_phases import left_to_spend
from fmbook.widgets.desk.standing import asks_again

if TYPE_CHECKING:
    from fmbook.opponents.balance import Balance

__all__ = [
    "Choice",
    "actions",
    "all_the_same",
    "at_work",
    "button_label",
    "enlarged",
    "how_to_answer",
    "in_battle",
    "in_hand",
    "in_short",
    "is_thrown_next",
    "joint_label",
    "middle",
    "nothing_left",
    "openings",
    "panel",
    "proposed",
    "scene",
    "task",
    "thrown_for",
]

WALKS = (Move, Place, Enter, Retreat, Advance)
DOING = {Move: "moving", Retreat: "falling back", Advance: "deciding whether to follow up", Place: "setting up"}
DOING |= {Attack: "attacking", Roll: "about to throw"}
AFTERWARDS = "Replay shows it again, Diary tells it, and Review looks for luck and judgement."
MOST_NAMED = 12
FEW = 6  # goals beyond which marks would tell nobody where to go
CORNER = 0.4  # of a board, in width and height
CLOSER = 1.5  # times as large as drawn, where hexes are small
SMALL = 40  # pixels of a hex as drawn
CROWD = 60  # targets beyond which gun sights would cover the map
ANOTHER = "Another of the same sort …"
FEW_NAMES = 3  # of units on a button
HOW_TO_PLAY = "How to play"
DONE_HERE, NOTHING_HERE = "End the phase when you have done what you like.", "All that is left is to end the phase."
HOLD_ONLY, HOLD_AND_THROW = "Only hold fire", "Hold fire and throw"
NOT_YET, ALL_THE_SAME = "Not yet", "End the phase all the same"
TYPED = "type an order below the map; “help” lists them all."


@dataclass(eq=False)
class Choice:
    """What the reader has in hand: a unit or a kind of order, a target that is being thought of, several orders."""

    chooser: Chooser
    plan: str = ""
    orders: tuple[Order, ...] = ()
    units: tuple[str, ...] = ()
    """Others that could be taken up instead: those of the same stack, or the one in a hex that could be entered."""
    others: tuple[Order, ...] = ()
    """The same orders for units like those in ``orders``, which a button adds to the buttons."""
    panel: str = ""
    place: str = ""
    reasons: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    leaving: str = ""
    """What is asked before a phase ends with something unspent."""
    joint: tuple[Order, ...] = ()
    """The orders for an attack on ``plan`` by all who can join it, where more than one is needed."""
    under: "Choice | None" = None
    """What was in hand when a rule's card was opened."""
    said: tuple[str, bool, str] = ("", False, "")
    """What was said when that card was opened, whether it was a refusal, and what of it was shown above the map."""

    def after_taking_up(self, unit: str) -> "Choice":
        """Take a unit in hand; those beside it could be taken up instead."""
        chooser = self.chooser.with_unit(unit)
        place = chooser.position.unit(unit).place
        beside = chooser.own_movers(place) if place in chooser.position.board.places else ()
        return Choice(chooser, units=tuple(other for other in beside if other != unit))

    def after_aiming(self, meaning: Meaning, place: str, panel: str = "") -> "Choice":
        """Think of a place where several orders fit, or one whose odds come first."""
        orders = meaning.orders or ((meaning.order,) if meaning.order else ())
        attack = any(isinstance(order, Attack) for order in orders)
        if attack or meaning.kind == "order":
            return Choice(self.chooser, plan=place, place="" if attack else place, panel=panel, units=meaning.units)
        return Choice(self.chooser, orders=orders, units=meaning.units, others=meaning.others, place=place, panel=panel)

    def after_unfolding(self) -> "Choice":
        """Show a button for each unit that is like those that have one."""
        return replace(self, orders=(*self.orders, *self.others), others=())

    def after_arming(self, kind: type[Order]) -> "Choice":
        """Take up a kind of order, or put it down again."""
        armed = None if self.chooser.armed is kind else kind
        return Choice(Chooser(self.chooser.position, armed=armed))


def scene(position: Position, choice: Choice, *, acting: bool) -> Scene:
    """Say what the map shows, without the reader's switches."""
    chooser = choice.chooser
    found = Scene(position, night="night" in position.state.phase.kind)
    found.place, found.reasons, found.lit = choice.place or choice.plan, choice.reasons, choice.lit
    found.goals, found.targets = _marked(position), threats.fought_for(position)
    if not acting:
        return found
    found.unit = chooser.unit
    if chooser.unit and not found.place:
        found.place = position.unit(chooser.unit).place
    prices = position.reach(chooser.unit) if chooser.unit else {}
    walks, others = [], []
    for place, orders in chooser.own_aims.items():
        if isinstance(orders[0], WALKS):
            walks.append(place)
        elif "hex" in orders[0].takes:
            others.append(place)
    crowded = _crowd(position, others)
    found.reach = {place: prices.get(place, "") for place in (*walks, *(others if crowded else ()))}
    found.targets = tuple(dict.fromkeys((*found.targets, *(() if crowded else others))))
    found.ready = () if chooser.unit else chooser.movers
    return found


def _crowd(position: Position, targets: Collection[str]) -> bool:
    """Tell whether gun sights would cover the map, so that the places are lit up instead."""
    return len(targets) > min(CROWD, len(position.board.places) // 2)


def actions(
    choice: Choice, give: Callable[..., None], turn_to: Callable[[Choice], None]
) -> Iterator[tuple[str, Callable[[], None]]]:
    """List what buttons do: they give the orders that fit, or turn to another choice."""
    chooser = choice.chooser
    if choice.leaving:
        yield NOT_YET, lambda: turn_to(Choice(chooser))
        yield all_the_same(chooser.position), partial(give, EndPhase())
        return
    orders = _ordered(choice)
    yield from _giving(choice, [order for order in orders if not isinstance(order, EndPhase)], give)
    for unit in choice.units:
        yield f"Take up {unit}", partial(lambda unit: turn_to(choice.after_taking_up(unit)), unit)
    if choice.others:
        yield ANOTHER, lambda: turn_to(choice.after_unfolding())
    for kind in chooser.to_take_up:
        mark = " ✓" if chooser.armed is kind else " …"
        label = f"{_verb(kind)}{mark}"
        yield label, partial(lambda kind: turn_to(choice.after_arming(kind)), kind)
    if EndPhase() in orders:  # apart from what it would leave undone
        yield ending(chooser.position), partial(give, EndPhase())


def all_the_same(position: Position) -> str:
    """Name what ends a phase although something is left unused."""
    by = ENDED_BY.of(position.state.setup)(position.state)
    return f"{by} all the same" if by else ALL_THE_SAME


def _ordered(choice: Choice) -> tuple[Order, ...]:
    """Return the orders that have buttons; those for a place that is thought of come after what is there."""
    orders = choice.orders or choice.chooser.buttons
    if not choice.plan:
        return orders
    planned = sorted(choice.chooser.targets.get(choice.plan, ()), key=lambda order: not isinstance(order, Attack))
    new = [order for order in planned if order not in orders]  # what is there already stays where it lies
    return tuple(sorted((*orders, *new), key=lambda order: isinstance(order, EndPhase)))


def _giving(
    choice: Choice, orders: Iterable[Order], give: Callable[..., None]
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Name each order; some buttons give those at once that mostly follow each other."""
    position = choice.chooser.position
    for order in labels(orders):
        if choice.joint and order == choice.joint[0]:
            yield joint_label(position, choice.joint), partial(give, *choice.joint)
            yield f"Choose who attacks {choice.plan}", partial(give, order)
            continue
        if isinstance(order, Lose) and (points := points_one_by_one(position, order)) > 1:
            yield f"Take 1 from {order.unit}", partial(give, order)
            whole = position.state.ask is not None and points == position.state.ask.count
            yield f"Take {'all ' if whole else ''}{points} from {order.unit}", partial(give, *([order] * points))
            continue
        yield button_label(position, order), partial(give, order)
        if isinstance(order, HoldFire) and is_thrown_next(position):
            yield HOLD_AND_THROW, partial(give, order, Roll())


def button_label(position: Position, order: Order) -> str:
    """Name an order as its button does: whoever would throw next may hold its fire without throwing at once."""
    return HOLD_ONLY if isinstance(order, HoldFire) and is_thrown_next(position) else labels([order])[order]


def joint_label(position: Position, orders: tuple[Order, ...]) -> str:
    """Name who attacks, or how many, where that are many."""
    units = attackers_after(position.state, orders)
    who = listed(units) if len(units) <= FEW_NAMES else f"all {len(units)}"
    return f"Attack {orders[0].names[0]} with {who}"


def _verb(kind: type[Order]) -> str:
    return kind.verb.replace("-", " ").capitalize()


def is_thrown_next(position: Position) -> bool:
    """Tell whether whoever holds its fire now would throw next; another side that has markers left is asked first."""
    if position.unseen:
        return False
    try:
        after = perform(position.state, HoldFire(), Chance(0, said=()), [])
    except FmbookError:
        return False
    return after.side == position.state.side and Roll in question(after).offers


def nothing_left(position: Position) -> str:
    """Say that a phase leaves nothing to do but to end it, or to do what its end does."""
    by = ENDED_BY.of(position.state.setup)(position.state)
    if by:
        return f"{position.side}: all is ready. {by}."
    return f"{position.side}: nothing is left to do in this phase. End it."


def at_work(position: Position) -> str:
    """Say what the side that decides is doing, for whoever waits."""
    kinds = {kind for ask in [question(position.state)] for kind in ask.offers}
    doing = next((word for kind, word in DOING.items() if kind in kinds), "deciding")
    return f"{opening(position.side):is} {doing}."


def proposed(game: Game, choice: Choice, due: Order | None) -> str:
    """Say what could be typed: what a step asks for; at the very beginning, what the scenario proposes."""
    first = () if game.orders else game.setup.data["form"].try_this
    return f"{due or next(iter((*first, *choice.chooser.buttons)), 'orders')}, or: help"


def thrown_for(position: Position) -> str:
    """Say how the battle may end that is about to be thrown for; nothing where no throw is due."""
    now = threats.in_battle(position) if Roll in question(position.state).offers else None
    return verdict(now) if now else ""


def in_short(found: Outlook) -> str:
    """Say what the dice may make of an order in a breath."""
    chances = "; ".join(f"{result}, {chance_in_words(chance)}" for result, chance in found.odds.items())
    return f"{found.title}: {chances}."


def in_hand(choice: Choice) -> str:
    """Say what the reader has just taken up, or has to choose from; nothing if that is nothing."""
    chooser = choice.chooser
    if choice.leaving:
        return choice.leaving
    if choice.orders:
        found = [*labels(choice.orders).values(), *(f"Take up {unit}" for unit in choice.units)]
        return f"Several orders fit here; choose one above the map: {', '.join(found)}."
    if chooser.armed:
        return f"{_verb(chooser.armed)}: click a {chooser.position.board.layout.kind}."
    if not chooser.unit:
        return ""
    beside = f"In the same place: {', '.join(choice.units)}." if choice.units else ""
    return " ".join(filter(None, (f"{chooser.position.unit(chooser.unit)}.", openings(chooser), beside)))


def panel(position: Position, choice: Choice, *, acting: bool) -> str:
    """Write what stands beside the map: what was asked for, else the attack that is open, else what to do."""
    if choice.panel:
        return _beside_odds(position, choice) if acting and position.state.asks else choice.panel
    if choice.plan and (plan := threats.planned(position, choice.plan)):
        return _battle(plan, f"If you attack {choice.plan} with {threats.who_attacks(plan)}")
    if acting and (found := in_battle(position)):
        return found
    if acting and Roll in question(position.state).offers and (due := position.outlook(Roll())):
        return panels.outlook(due)
    if acting and choice.chooser.unit:
        return card(position, choice.chooser)
    if position.outcome:
        head, _, rest = ending_in_words(position.outcome).partition(". ")
        return panels.told(head, "\n".join([rest, *beside_others(position), AFTERWARDS]))
    chooser = choice.chooser
    said = "\n".join(
        filter(None, (left_to_spend(position), how_to_play(chooser), *markers_in_words(position, chooser.buttons)))
    )
    return panels.told(HOW_TO_PLAY, said) if acting else ""


def _beside_odds(position: Position, choice: Choice) -> str:
    """Write what was asked for beside the odds of a question that must be answered, which stay; a rule goes first."""
    return "".join([choice.panel, in_battle(position)][:: 1 if choice.under else -1])


def beside_others(position: Position) -> Iterator[str]:
    """Say what happened in fact, and how this scenario ends between two machine players, where that was counted."""
    setup = position.state.setup
    if not (data_root() / setup.system / "balance.toml").is_file():
        return
    figures: Balance = import_module("fmbook.opponents.balance").balance(setup.system)
    yield f"In fact: {figures.history.says}"
    for found in figures.measured:
        if found.scenario == setup.scenario:
            won = " and ".join(f"{noun(side)} won {count}" for side, count in found.wins.items())
            yield f"{won[:1].upper()}{won[1:]} of {found.games} games between two machine players."


def middle(position: Position) -> str:
    """Return the place in the middle of all units and goals."""
    board, places = position.board, _played_on(position)
    spots = [board.centre(place)[:2] for place in places]
    x, y = (sum(each) / len(spots) for each in zip(*spots, strict=True))
    return board.name(min(places, key=lambda place: dist(board.centre(place)[:2], (x, y))))


def enlarged(position: Position) -> float:
    """Tell how many times larger than drawn a map should open, so that it can be read; 0 fits it into the page."""
    board = position.board
    played, whole = (_span(board, places) for places in (_played_on(position), range(len(board.places))))
    if max(here / all_of_it for here, all_of_it in zip(played, whole, strict=True)) < CORNER:
        return 2.0
    return CLOSER if Frame.around(board).hex < SMALL else 0.0


def _played_on(position: Position) -> list[int]:
    """Return the places of all units on the map and of the goals; the whole board where there are none."""
    found = {place for force in position.state.forces for place in force.places}
    found |= {position.board.at(place) for place in _wanted(position)}
    return sorted(found) or list(range(len(position.board.places)))


def _wanted(position: Position) -> tuple[str, ...]:
    """Return the places that the sides play for."""
    return tuple(place for goal in goals(position) for place in goal.places)


def _marked(position: Position) -> tuple[str, ...]:
    wanted = _wanted(position)
    return wanted if len(wanted) <= FEW else ()


def _span(board: Board, places: Iterable[int]) -> tuple[float, float]:
    """Return how wide and how high some places lie apart."""
    across, down = zip(*(board.centre(place)[:2] for place in places), strict=True)
    return max(across) - min(across), max(down) - min(down)


def scenario(position: Position) -> str:
    """Name the scenario that is played; empty where there is none."""
    form = position.state.setup.data.get("form")
    return form.title if form else ""


def task(position: Position) -> str:
    """Write what this game is about, and what each side is to do."""
    form = position.state.setup.data.get("form")
    if not form:
        return ""
    flown = {0: "", 1: " A pennant on the map marks the goal."}
    marked = flown.get(len(_marked(position)), " Pennants on the map mark the goals.")
    return panels.told(form.title, f"{' '.join(form.says.split())}{marked}")


def openings(chooser: Chooser) -> str:
    """Say where the unit in hand may go, and what else it may do where."""
    noun, walks, others = chooser.position.board.layout.kind, 0, dict[str, list[str]]()
    for place, orders in chooser.own_aims.items():
        if isinstance(orders[0], WALKS):
            walks += 1
        elif "hex" in orders[0].takes:
            others.setdefault(orders[0].verb.replace("-", " "), []).append(place)
    said = [f"{counted(walks, noun)} {'is' if walks == 1 else 'are'} open to it.", chooser.beyond] if walks else []
    said += (f"It may {verb}: {listed(places, MOST_NAMED, 'or')}." for verb, places in others.items())
    return " ".join(filter(None, said))


def how_to_answer(chooser: Chooser) -> str:
    """Say how a question that must be answered is answered, if that takes more than the buttons."""
    if not chooser.answers:
        return ""
    lit = [order for order in chooser.answers if "hex" in order.takes]
    named = [order for order in chooser.answers if order.takes == ("unit",)]
    noun = chooser.position.board.layout.kind
    mark = "that is lit up" if any(isinstance(order, WALKS) for order in lit) else _mark_of(chooser.position)
    said = [f"Click a {noun} {mark}"] if lit else []
    said += ["a counter with a bright rim" if lit else "Click a counter with a bright rim"] if named else []
    in_vain = IN_VAIN.of(chooser.position.state.setup)(chooser.position.state)
    in_vain = " ".join(filter(None, (in_vain, asks_again(chooser.position))))
    if not said:
        return in_vain
    buttons = "press a button" if chooser.buttons else ""
    return f"{in_vain} {listed(filter(None, [*said, buttons]), word='or')}.".strip()


def how_to_play(chooser: Chooser) -> str:
    """Say in a sentence or two what a click would do now."""
    if found := how_to_answer(chooser):
        return f"{found} Or {TYPED}"
    kinds = {type(orders[0]) for orders in chooser.targets.values()}
    place, said = chooser.position.board.layout.kind, []
    if chooser.movers and not chooser.unit:
        pairs = [order for unit in chooser.movers[:1] for order in chooser.of_unit(unit) if len(order.takes) == 2]
        walks = any(isinstance(order, WALKS) for order in pairs)
        then = f"take it up, then a {place} {'to send it to' if walks else 'that lights up'}" if pairs else "name it"
        said.append(f"Click a counter with a bright rim to {then}.")
    if Enter in kinds and not chooser.unit:
        said.append(f"Who waits off the map comes in by a {place} that is lit up.")
    seen = [to for to, orders in chooser.aims.items() if not isinstance(orders[0], WALKS) and "hex" in orders[0].takes]
    marked = "that is lit up" if _crowd(chooser.position, seen) else _mark_of(chooser.position)
    if Attack in kinds:
        said.append(f"Click a {place} {marked} to see the odds; click it again to open the attack.")
    elif any("hex" in kind.takes for kind in kinds - set(WALKS)):
        said.append(f"Click a {place} {marked} to choose it; where dice decide, the odds come first.")
    said += [f"Press {_verb(kind)}, then click a {place}." for kind in chooser.to_take_up if chooser.armed is not kind]
    if any(not isinstance(order, EndPhase) for order in chooser.buttons):
        said.append(f"The buttons above the map give the {'other ' if said else ''}orders.")
    elif chooser.buttons:
        said.append(
            "End the phase when you have done what you like." if said else "All that is left is to end the phase."
        )
    return " ".join([*said, f"Or {TYPED}" if said else TYPED.capitalize()])


def _mark_of(position: Position) -> str:
    """Say what a target looks like on this map."""
    return "with a red, ticked rim" if looks(position.board).fort else "with a gun sight"


def in_battle(position: Position) -> str:
    """Write how the battle that is open stands, and how it would after each order that changes its sum."""
    now = threats.in_battle(position)
    found = threats.options(position)
    shown = _battle(now, f"{now.sum.title}, as it stands") if now else ""
    if found:
        support = Support in question(position.state).offers
        shown = panels.choices("If you add support" if support else "If one more joins", found, now) + shown
    return shown


def _battle(plan: Preview, title: str) -> str:
    """Write an attack with its odds."""
    return panels.battle(plan, title)


def card(position: Position, chooser: Chooser) -> str:
    """Write the card of the unit that is taken up."""
    unit = position.unit(chooser.unit)
    others = (
        [each.id for each in position.units(at=unit.place, side=unit.side)]
        if unit.place in position.board.places
        else []
    )
    stack = [name for name in others if name != unit.id]
    ready = [name for name in stack if name in chooser.own_movers(unit.place)]
    could = threats.strikes(position, unit.id)
    return panels.unit_card(
        unit,
        card_face(position, unit),
        stack=stack,
        ready=ready,
        note=openings(chooser),
        could=could,
        places=position.board.layout.kind,
    )
