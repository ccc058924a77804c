"""Section 8: support fire and bombardment."""

from collections.abc import Iterator, Set

from fmbook.books.fire_and_movement.combat import support_then_roll
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleOpened, Event, HeldFire, MarkersDrawn, Supported, TurnBegan
from fmbook.core.orders import Bombard, HoldFire, Support
from fmbook.core.state import Ask, Battle, State
from fmbook.core.verdicts import Bar, Only, Reason, Shift
from fmbook.engine.legality import candidates
from fmbook.engine.rulebook import Matter, answers, does, follows, forbids, in_a_sentence, settles, shifts
from fmbook.mechanics.combat import in_battle

BOMBARDMENT_RANGE: "Matter[[State, int], Set[int]]" = Matter("bombardment range", "the hexes that a side can bombard")

MOST = 2  # markers a side in one combat, S-68


# --- 8.1 · Allotment ---------------------------------------------------------------------------


@follows("fm:8.1", TurnBegan, clauses=("S-10", "S-13", "S-65", "S-66"))
def lowest_markers_first(state: State, event: TurnBegan, chance: Chance) -> Iterator[Event]:
    """As a turn begins each side takes the number of its track from its pool, the lowest values first."""
    for side in (0, 1):
        pool = sorted(
            state.setup.data.get("pools", ((), ()))[side], key=lambda number: state.setup.markers[number].value
        )
        taken = pool[: allotted(state, side, event.turn)]
        if taken:
            names = tuple(state.setup.markers[number].name for number in taken)
            yield MarkersDrawn(side, names, state.setup.sides[side])


def allotted(state: State, side: int, turn: int) -> int:
    """Read the number of support markers from the turn track; the last entry holds on."""
    track = state.setup.data.get("allotments", ((), ()))[side]
    return track[min(turn, len(track)) - 1] if track else 0


def drawn_blind(state: State, turn: int, chance: Chance) -> Iterator[Event]:
    """Draw what the turn track gives by lot, for games that do so; a whole pool needs no lot."""
    box = state.setup.data["track"].get(turn)
    for side in (0, 1):
        pool = [state.setup.markers[number].name for number in state.setup.data["pools"][side]]
        number = box.numbers["support"][side] if box and "support" in box.numbers else 0
        drawn = pool if number >= len(pool) else [_draw(pool, chance) for _ in range(number)]
        if drawn:
            yield MarkersDrawn(side, tuple(drawn), state.setup.sides[side])


def _draw(pool: list[str], chance: Chance) -> str:
    drawn = chance.pick(pool)
    pool.remove(drawn)
    return drawn


# --- special markers, which no rule draws: the scenario lists them ----------------------------------


def special_ones(state: State, side: int, kind: str) -> list[int]:
    """Return the special markers of a side and a kind, as the scenario lists them."""
    support, setup = state.setup.data["form"].support, state.setup
    listed = support.special if support else ()
    return [
        setup.marker_numbers[special.name]
        for special in listed
        if special.kind == kind and special.side == setup.sides[side]
        for _ in range(special.count)
    ]


@per_board
def of_kind(state: State, kind: str) -> frozenset[int]:
    """Return the markers of a kind."""
    return frozenset(number for number, marker in enumerate(state.setup.markers) if marker.special == kind)


# --- 8.3 · Application ---------------------------------------------------------------------------


@forbids("fm:8.6", Support, bars="markers", clauses=("S-67", "S-70", "S-72", "S-75", "SC-14.0-5"))
def only_markers_in_hand(state: State, side: int) -> Iterator[Only]:
    """A side plays any marker in its hand in any combat, once a game turn; those with red values as its game allows."""
    yield Only(frozenset(state.hands[side]), "{they:has} no {marker} in hand")


@forbids("fm:8.3/two", Support, bars="markers", clauses=("S-68", "S-76", "S-77"))
def two_markers_a_side(state: State, side: int) -> Iterator[Only]:
    """A side plays at most two markers in one combat."""
    if len(in_battle(state).support[side]) >= MOST:
        yield Only(frozenset(), "{they:has} played two markers in this combat", "hold-fire")


@forbids("fm:8.4/fire", HoldFire, clauses=("S-76",))
def a_bombardment_needs_a_marker(state: State, order: HoldFire) -> Iterator[Reason]:
    """A bombardment is made by markers, so at least one is played."""
    battle = in_battle(state)
    if battle.kind == "bombardment" and state.side == battle.side and not battle.support[battle.side]:
        yield Reason("a bombardment needs at least one marker", "support MARKER, or undo")


@does("fm:8.3/commit", Support, clauses=("S-69", "S-71"))
def commit(state: State, order: Support, chance: Chance) -> Iterator[Event]:
    """The attacker plays their markers first, all of them, then the defender answers."""
    yield Supported(state.side, order.marker, state.setup.sides[state.side])


@does("fm:8.3/hold", HoldFire, clauses=("S-67", "S-71"))
def hold(state: State, order: HoldFire, chance: Chance) -> Iterator[Event]:
    """A side that holds its fire plays no further marker."""
    yield HeldFire(state.setup.sides[state.side], bool(in_battle(state).support[state.side]))
    yield Answered()


@answers("fm:8.3/no-more", "support", clauses=("S-68",))
def no_more_markers(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A side that has no marker left that it may play is not asked."""
    if not candidates(state, Support):
        yield Answered()


@shifts("fm:8.3", clauses=("S-50", "S-69", "S-74"))
def markers_add_their_value(state: State, battle: Battle) -> Iterator[Shift]:
    """A marker adds its value to its side's strength and takes no loss itself."""
    for side, markers in enumerate(battle.support):
        for number in markers:
            marker = state.setup.markers[number]
            to = "attack" if side == battle.side else "defence"
            yield Shift(marker.value, f"{state.setup.sides[side]} support {marker.name}", to)


# --- 8.4 · Bombardment -----------------------------------------------------------------------------


@settles("fm:8.2", BOMBARDMENT_RANGE, clauses=("S-70", "S-83"))
def unlimited_range(state: State, side: int) -> Set[int]:
    """Support fire reaches the whole map; no friend needs to be near."""
    return state.setup.all_places


@forbids("fm:8.4", Bombard, bars="hexes", clauses=("S-76",))
def markers_alone_bombard(state: State, side: int) -> Iterator[Only]:
    """A hex with an enemy in it may be bombarded by markers alone."""
    if not state.hands[side]:
        yield Only(frozenset(), "{they:has} no marker left")
    yield Only(state.forces[1 - side].places, "{to} holds no enemy", "a hex with an enemy")
    reached = BOMBARDMENT_RANGE.of(state.setup)(state, side)
    yield Only(reached, "{to} is out of range", why=_out_of_range)


def _out_of_range(state: State, side: int, to: int) -> Iterator[Reason]:
    rule, name = BOMBARDMENT_RANGE.rule(state.setup), state.board.places[to]
    yield Reason(f"{name} is out of range: {in_a_sentence(rule.says)}", places=(name,), rule=rule.id)


@forbids("fm:8.4/first", Bombard, bars="hexes", clauses=("S-82",))
def bombardment_comes_first(state: State, side: int) -> Iterator[Only]:
    """Bombardments come before the ground attacks of the phase; a bombarded hex may still be attacked."""
    if any(kind == "attack" for kind, _ in state.struck):
        yield Only(frozenset(), "the ground attacks of this phase have begun", "bombard first next turn")


@forbids("fm:8.4/once", Bombard, bars="hexes", clauses=("S-76",))
def one_bombardment_a_target(state: State, side: int) -> Iterator[Bar]:
    """A hex is bombarded once in a phase."""
    struck = frozenset(place for kind, place in state.struck if kind == "bombardment")
    yield Bar(struck, "{to} has been bombarded in this phase")


@does("fm:8.4/open-fire", Bombard, clauses=("S-76", "S-77", "S-78"))
def open_fire(state: State, order: Bombard, chance: Chance) -> Iterator[Event]:
    """Markers less defence and counterbattery go to the table; the target pays with a step or a retreat."""
    target = state.board.at(order.target)
    defenders = tuple(unit.id for unit in state.units_at(target, 1 - state.side))
    yield BattleOpened("bombardment", order.target, state.side, defenders)
    yield Asked(support_then_roll(state.side))
