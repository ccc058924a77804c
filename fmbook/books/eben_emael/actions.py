"""Section 6: the special actions, one by one, and the aircraft."""

from collections.abc import Callable, Iterable, Iterator

from fmbook.books.eben_emael.facts import (
    ADDED,
    AIR,
    BELOW,
    BLOCKED,
    CHARGES,
    DESTROYED,
    FLAMES,
    FLOWN,
    IN_HAND,
    RAID,
    RAIDED,
    SEALED,
)
from fmbook.books.eben_emael.figures import figures
from fmbook.books.eben_emael.fire import costs_men, struck
from fmbook.books.eben_emael.fort import (
    BELGIAN,
    GERMAN,
    all_who,
    charges,
    entered_by,
    flames,
    held,
    inside,
    is_weapon,
    shut,
    soldiers_at,
    weapons_at,
)
from fmbook.books.eben_emael.landing import landed, start_places
from fmbook.books.eben_emael.movement import crowded
from fmbook.books.eben_emael.orders import Equip, Strike, Use, WentBelow
from fmbook.books.eben_emael.works import come_out, exits, sealed
from fmbook.components.scenarios import MarkerForm
from fmbook.core.cache import per_board, per_side
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, Eliminated, Event, GameEnded, Rolled
from fmbook.core.orders import Roll, Support
from fmbook.core.state import Ask, State, Unit
from fmbook.core.verdicts import Bar, Only
from fmbook.engine.matters import OUTCOME
from fmbook.engine.rulebook import Matter, does, forbids, settles

WHO_COMES: "Matter[[State, MarkerForm], list[tuple[Unit, str]]]" = Matter(
    "who comes", "the men whom a counterattack brings, each with the place where it comes out"
)

__all__: list[str] = []


def _cup(state: State) -> tuple[MarkerForm, ...]:
    cup: tuple[MarkerForm, ...] = state.setup.data["cup"]
    return cup


def _numbered(state: State, names: Iterable[str]) -> frozenset[int]:
    return frozenset(state.setup.marker_numbers[name] for name in names)


def _places(state: State, marker: MarkerForm) -> frozenset[int]:
    return frozenset(map(state.board.at, marker.where))


@per_board
def _all_who(state: State, what: object, test: Callable[[MarkerForm], bool]) -> frozenset[int]:
    """Return the counters of which something is true that hangs on nothing else."""
    return _numbered(state, {each.name for each in _cup(state) if test(each)})


def _strikes(marker: MarkerForm) -> bool:
    return marker.name.startswith("airstrike")


# --- when a counter may be used -------------------------------------------------------------------


@forbids("eben_emael:6.0", Use, bars="markers", clauses=("E-2.0-a", "E-6.0-a", "E-6.0-b"))
def only_what_was_drawn(state: State, side: int) -> Iterator[Only]:
    """A side uses counters that were drawn for it and not used yet, at once or in a later turn."""
    name = state.setup.sides[side]
    own = _all_who(state, name, lambda each: each.side == name)
    yield Only(own & _numbered(state, IN_HAND.of(state)), "{they:has} no {marker} to use")


@forbids("eben_emael:6.0/when", Use, bars="markers", clauses=("E-6.0-p", "E-6.0-q"))
def each_in_its_phase(state: State, side: int) -> Iterator[Bar]:
    """Aircraft come in their phase, men in their own march; two counters wait for turns 14 and 15."""
    kind, turn = state.phase.kind, state.turn
    yield Bar(_all_who(state, kind, lambda each: kind not in each.when), "{marker} is not used in this phase")
    early = _all_who(state, turn, lambda each: bool(each.turns) and turn not in each.turns)
    yield Bar(early, "{marker} may only be used in turns 14 and 15")


@forbids("eben_emael:6.0/air-once", Use, bars="markers", clauses=("E-hist-l", "E-full-e", "E-2.1-a", "E-6.0-d"))
def one_air_attack_a_turn(state: State, side: int) -> Iterator[Bar]:
    """Aircraft attack once a turn, where the scenario has any, and there must be something to hit."""
    strikes = _all_who(state, _strikes, _strikes)
    if FLOWN.of(state):
        yield Bar(strikes, "aircraft have attacked in this turn")
    if not AIR.of(state):
        yield Bar(strikes, "this scenario has no aircraft")
    if not _targets_from_the_air(state):
        yield Bar(strikes, "there is nothing on the map for aircraft to hit")


@forbids("eben_emael:6.0/use", Use, bars="markers", clauses=("E-6.0-i", "E-6.0-n", "E-6.0-o", "E-6.0-k", "E-6.0-q"))
def it_must_have_an_effect(state: State, side: int) -> Iterator[Bar]:
    """A counter that could bring nothing about is not used up."""
    kept = IN_HAND.of(state)
    idle = {each.name for each in _cup(state) if each.name in kept and not _has_effect(state, each)}
    yield Bar(_numbered(state, idle), "{marker} would bring nothing about now", "keep it")


def _has_effect(state: State, marker: MarkerForm) -> bool:
    if marker.brings and marker.side == "Belgian":
        return bool(_coming(state, marker))
    if marker.name == "glider-12":
        return bool(start_places(state) - frozenset(landed(state)))
    if marker.name == "canal-bunker":
        return bool(_places(state, marker) - DESTROYED.of(state))
    if marker.name == "tunnels":
        return not SEALED.of(state).isdisjoint(held(state, GERMAN))
    return marker.name not in ("artillery-1", "flamethrower", "shaped-charge") or bool(held(state, GERMAN))


@forbids("eben_emael:6.0/no-support", Support, bars="markers")
def nothing_is_played_in_support(state: State, side: int) -> Iterable[Only]:
    """Counters of the pool are special actions; none is played in support of an attack."""
    return (Only(frozenset(), "{marker} is a special action, and nothing is played in support of an attack", "use it"),)


# --- what each brings about -----------------------------------------------------------------------


@does(
    "eben_emael:6.0/effect",
    Use,
    clauses=("E-6.0-a", "E-6.0-g", "E-6.0-h", "E-6.0-j", "E-6.0-q", "E-6.0-r1"),
)
def use(state: State, order: Use, chance: Chance) -> Iterator[Event]:
    """A counter that is used leaves the game, and does what it says."""
    marker = next(each for each in _cup(state) if each.name == order.marker)
    kept = list(IN_HAND.of(state))
    kept.remove(order.marker)
    yield IN_HAND.becomes(tuple(kept), f"The {state.setup.sides[state.side]} side uses: {marker.title}.")
    yield from _effect(state, marker)


def _effect(state: State, marker: MarkerForm) -> Iterator[Event]:
    side = state.side
    if marker.brings and side == BELGIAN:
        for unit, place in _coming(state, marker):
            yield from come_out(unit, place)
    elif marker.name.startswith("blocked"):
        doors = BLOCKED.of(state) | _places(state, marker)
        yield BLOCKED.becomes(doors, f"Nobody leaves {' and '.join(marker.where)} any more.")
    elif marker.name == "plus-one":
        yield ADDED.becomes(state.turn, "All German attacks of this turn add 1 to their dice.")
    elif marker.name == "sappers":
        yield from sealed(state, _places(state, marker), "Bloc 1")
    elif marker.name == "tunnels":
        yield GameEnded(OUTCOME.of(state.setup)(state))
    else:
        yield Asked((_question(state, marker),))


def _question(state: State, marker: MarkerForm) -> Ask:
    if marker.name == "glider-12":
        return Ask("drop", GERMAN, tuple(state.setup.unit_numbers[name] for name in marker.brings))
    if marker.name in ("flamethrower", "shaped-charge"):
        return Ask("equip", GERMAN, about=marker.name)
    if marker.name == "canal-bunker":
        return Ask("canal", BELGIAN, way=tuple(sorted(_places(state, marker))))
    return Ask("strike", state.side, count=marker.value)


def _coming(state: State, marker: MarkerForm) -> list[tuple[Unit, str]]:
    """Return the men whom a counterattack brings, each with the place, as the rulebook settles it."""
    return WHO_COMES.of(state.setup)(state, marker)


@settles("eben_emael:6.0/counterattack", WHO_COMES, clauses=("E-6.0-k", "E-6.0-l", "E-6.0-m", "E-6.0-p"))
def men_come_out_by_open_doors(state: State, marker: MarkerForm) -> list[tuple[Unit, str]]:
    """A counterattack brings the men on its counter, by open doors, as far as there are men below and room."""
    found, below = [], BELOW.of(state)
    for name in marker.brings:
        unit = state.setup.unit(name)
        [place] = unit.entry
        open_to = place in exits(state) - crowded(state, unit)
        if open_to and unit.steps <= below and state.where[unit.number] == -1:
            found.append((unit, state.board.places[place]))
            below -= unit.steps
    return found


# --- aircraft and single shots --------------------------------------------------------------------


def _targets_from_the_air(state: State) -> frozenset[int]:
    return _seen_from_the_air(state, BELGIAN, shut(state))


@per_side
def _seen_from_the_air(state: State, side: int, closed: frozenset[int]) -> frozenset[int]:
    """Return where a side has soldiers, or weapons outside works that are closed for good."""
    weapons = (place for place in state.forces[side].at if place not in closed and weapons_at(state, place))
    return held(state, side).union(weapons)


@forbids("eben_emael:5.0/target", Strike, bars="hexes", clauses=("E-6.0-d", "E-6.0-f", "E-6.0-o", "E-chart-c"))
def what_can_be_hit(state: State, side: int) -> Iterator[Only]:
    """Aircraft hit Belgians and their weapons, guns hit Germans; the guns at the canal one of the two bunkers there."""
    if state.ask and state.ask.what == "canal":
        open_to = frozenset(state.ask.way) - DESTROYED.of(state)
        yield Only(open_to, "{to} is no bunker at the canal, or it is destroyed")
    elif side == GERMAN:
        yield Only(_targets_from_the_air(state), "nothing at {to} can be hit from the air")
    else:
        yield Only(held(state, GERMAN), "no Germans are at {to}")


@does("eben_emael:6.0/strike", (Strike, "strike"), clauses=("E-6.0-d", "E-6.0-f", "E-hist-l", "E-full-e", "E-art-a"))
def strike(state: State, order: Strike, chance: Chance) -> Iterator[Event]:
    """An air attack, or the Belgian guns at strength 1, is thrown for at once."""
    strength, side = state.asks[-1].count, state.side
    yield Answered()
    if side == GERMAN:
        yield FLOWN.becomes(1)
    yield from _thrown(state, order, strength, chance)


@does("eben_emael:hist/raid", (Strike, "first raid"), clauses=("E-hist-n", "E-full-f", "E-art-a"))
def raid(state: State, order: Strike, chance: Chance) -> Iterator[Event]:
    """Before the gliders land aircraft attack once, with the strength that the scenario gives."""
    yield RAIDED.becomes(1)
    yield from _thrown(state, order, RAID.of(state), chance)


@forbids("eben_emael:hist/raid-once", Strike, bars="hexes", clauses=("E-hist-n", "E-full-f"))
def one_raid_before_the_landing(state: State, side: int) -> Iterator[Only]:
    """There is one air attack before the landing."""
    if state.phase.kind == "first raid" and (RAIDED.of(state) or not RAID.of(state)):
        yield Only(frozenset(), "the attack before the landing has been made", "end-phase")


def _thrown(state: State, order: Strike, strength: int, chance: Chance) -> Iterator[Event]:
    table, place = state.setup.tables["artillery"], state.board.at(order.target)
    who = "aircraft fire" if state.side == GERMAN else "Belgian guns fire"
    settled = state.but(asks=())  # the question is answered: those in the sector are hit, whoever they are
    yield from struck(settled, table, table.column(strength), place, 1 - state.side, chance, who)


# --- what is dropped ------------------------------------------------------------------------------


@forbids("eben_emael:6.0/equip", Equip, bars="units", clauses=("E-6.0-e", "E-6.0-i"))
def squads_on_the_map_are_equipped(state: State, side: int) -> Iterable[Only]:
    """What is dropped goes to a squad on the map."""
    return (Only(state.on_map(GERMAN), "{unit} is no German squad on the map"),)


@does("eben_emael:6.0/dropped", Equip, clauses=("E-6.0-e", "E-6.0-i"))
def equip(state: State, order: Equip, chance: Chance) -> Iterator[Event]:
    """The squad has one flamethrower or one shaped charge more."""
    unit, what = state.setup.unit_numbers[order.unit], state.asks[-1].about
    yield Answered()
    if what == "flamethrower":
        yield FLAMES.becomes(entered_by(flames(state), unit, 1), f"{order.unit} gets a flamethrower.")
    else:
        yield CHARGES.becomes(entered_by(charges(state), unit, 1), f"{order.unit} gets a shaped charge.")


# --- the canal bunker -----------------------------------------------------------------------------


@does("eben_emael:6.0/canal", (Strike, "canal"), clauses=("E-6.0-o",))
def the_canal_bunker_is_destroyed(state: State, order: Strike, chance: Chance) -> Iterator[Event]:
    """The bunker is gone with its weapons, its garrison goes below; for Germans there a die is thrown."""
    place = state.board.at(order.target)
    yield Answered()
    yield DESTROYED.becomes(DESTROYED.of(state) | {place}, f"The bunker at {order.target} is destroyed.")
    for unit in sorted(inside(state) & frozenset(soldiers_at(state, place, BELGIAN))):
        yield WentBelow(state.setup.units[unit].id)
    for unit in sorted(all_who(state, is_weapon)):
        if state.where[unit] == place:
            yield Eliminated(state.setup.units[unit].id)
    if germans := soldiers_at(state, place, GERMAN):
        yield Asked((Ask("canal toll", BELGIAN, germans),))


@does("eben_emael:6.0/canal-toll", (Roll, "canal toll"), clauses=("E-6.0-o",))
def what_it_costs_the_germans(state: State, order: Roll, chance: Chance) -> Iterator[Event]:
    """Germans in that sector lose nobody, one man or two."""
    ask, die = state.asks[-1], chance.die()
    lost = next(line.men for line in figures().canal if die in line.rolls)
    yield Answered()
    yield Rolled((die,), str(lost), f"the blast costs {lost or 'no'} {'man' if lost == 1 else 'men'}")
    yield from costs_men(GERMAN, ask.units, lost)
