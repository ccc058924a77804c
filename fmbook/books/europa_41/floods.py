"""41.A.4 · Flooding: partial floods that last a player turn, massive ones that last the war, and what relief costs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from fmbook.books.europa_41.combat import ANNOUNCED
from fmbook.books.europa_41.facts import (
    AIRFIELDS,
    CALLED_OFF,
    DELUGES,
    LIES,
    PLAYER_TURN,
    POOL,
    RUINED,
    SLOWED,
    SURRENDERED,
    WEEK,
    Deluge,
)
from fmbook.books.europa_41.ground import FLOODING
from fmbook.books.europa_41.ice import bases_of, escape_from, succeeds
from fmbook.books.europa_41.movement import aboard
from fmbook.books.europa_41.orders import CallOff, Flood, FloodMassively, LetBe, Pay, PressOn
from fmbook.books.europa_41.ownership import holding, owner_of, taken_alone
from fmbook.books.europa_41.tasks import did
from fmbook.books.europa_41.waters import is_ship
from fmbook.core.cache import per_board
from fmbook.core.dice import Chance
from fmbook.core.events import (
    Answered,
    Asked,
    BattleEnded,
    Entered,
    Event,
    Noted,
    PhaseBegan,
    Retreated,
    Rolled,
)
from fmbook.core.orders import Retreat
from fmbook.core.state import Ask, Battle, State, Unit
from fmbook.core.verdicts import Only, Reason, Shift
from fmbook.engine.legality import places_for
from fmbook.engine.rulebook import Matter, Rule, answers, does, follows, forbids, settles, shifts
from fmbook.mechanics.combat import in_battle
from fmbook.mechanics.retreat import closed_to_retreat

__all__ = ["may_be_flooded_massively", "modified", "relief_for", "swept"]

FLOOD_MODIFIER: "Matter[[State, int], int]" = Matter("flood modifier", "what is added to a die for a flood")
RELIEF: "Matter[[State, int, bool], int]" = Matter("relief", "what eases a flood that is a success")

PARTIAL, GREAT, MASSIVE = "partial", "great", "massive"
DRY: Final[Mapping[int, str]] = {}
WEEKS_OF_RELIEF = (1, 3)
NATIONS = ("British", "American")


@settles("europa_41:41.A.4/lasts", FLOODING,
         clauses=("R41-A.4.a-g", "R41-T1-d", "R41-A.4.b-f", "R41-A.4.b-g"))  # fmt: skip
def how_long_a_flood_lasts(state: State) -> Mapping[int, str]:
    """Swamp for the player turn; prohibited for two turns after S*, massively for two player turns, then swamp."""
    came = DELUGES.of(state)
    if not came:
        return DRY
    now, found, shut = PLAYER_TURN.of(state), dict[int, str](), dict[int, str]()
    for flood in came:
        if flood.kind == MASSIVE:
            found[flood.place] = "prohibited" if now <= flood.since + 1 else "swamp"
        elif flood.kind == GREAT and now // 2 <= flood.since // 2 + 1:
            shut[flood.place] = "prohibited"
        elif flood.kind == PARTIAL and now == flood.since:
            found.setdefault(flood.place, "swamp")
    return found | shut


# --- who may try ----------------------------------------------------------------------------------


@settles("europa_41:41.A.4.a/when", ANNOUNCED, clauses=("R41-A.4-a", "R41-A.4.a-a", "R41-A.4.a-b"))
def the_owner_is_asked(state: State) -> tuple[Ask, ...]:
    """When attack and attackers have been named, the owner of a canal-intensive hex may try to flood it."""
    battle = in_battle(state)
    able = (
        "canal_intensive" in state.board.features[battle.target] and owner_of(state, battle.target) == 1 - battle.side
    )
    shut = any(flood.place == battle.target and flood.kind == MASSIVE for flood in DELUGES.of(state))
    return (Ask("flood", 1 - battle.side),) if able and not shut else ()


@does("europa_41:41.A.4.a/decline", LetBe, clauses=("R41-A.4.a-c",))
def leave_the_sluices_shut(state: State, order: LetBe, chance: Chance) -> Iterator[Event]:
    """The owner may let it be."""
    yield Answered()
    yield did(state, "let be")


def massive_flood(about: str) -> Matter[[State, int, int], str]:
    """Return the matter of what is against a massive flood in one respect."""
    return Matter(f"massive flood: {about}", "what is against a massive flood of a hex by a side")


@per_board
def _of_massive_floods(state: State) -> list[Rule]:
    """Return the rules about massive floods: each says what is against one."""
    asked, settled = massive_flood("").name, state.setup.book.settled
    return [rule for about, rule in settled.items() if str(about).startswith(asked)]


def may_be_flooded_massively(state: State, place: int, side: int) -> Iterator[Reason]:
    """Say what is against a massive flood of a hex by a side, as the rules of it say."""
    for rule in _of_massive_floods(state):
        if said := rule.function(state, place, side):
            yield Reason(said, places=(state.board.places[place],), rule=rule.id)


@settles("europa_41:41.A.4.b/who", massive_flood("who"), clauses=("R41-A.4.b-q", "R41-A.4.b-a"))
def only_the_axis(state: State, place: int, side: int) -> str:
    """Only the Axis floods massively, and only after the surrender of the Netherlands."""
    if state.setup.sides[side] != "Axis":
        return "only the Axis player floods massively"
    return "" if SURRENDERED.of(state) else "the Netherlands have not surrendered"


@settles("europa_41:41.A.4.b/country", massive_flood("country"), clauses=("R41-A.4.b-b", "R41-A.4.b-d", "R41-A.4.b-e"))
def only_in_the_netherlands(state: State, place: int, side: int) -> str:
    """The hex must be canal-intensive and in the Netherlands."""
    features = state.board.features[place]
    name = state.board.places[place]
    if "canal_intensive" not in features:
        return f"{name} is not canal-intensive"
    return "" if "netherlands" in features else f"{name} is not in the Netherlands"


@settles("europa_41:41.A.4.b/water", massive_flood("water"), clauses=("R41-A.4.b-c", "R41-A.4.b-d"))
def where_the_water_comes_from(state: State, place: int, side: int) -> str:
    """It must lie at the coast, or have a river or canal on one of its sides."""
    sides = [state.board.border(place, near) for near in state.board.neighbours[place]]
    wet = any(border & {"canal", "minor_river", "major_river"} for border in sides)
    if wet or "coast" in state.board.features[place]:
        return ""
    return f"{state.board.places[place]} has neither coast nor river nor canal"


@forbids("europa_41:41.A.4.b/may", FloodMassively)
def when_a_massive_flood_may_be_tried(state: State, order: FloodMassively) -> Iterator[Reason]:
    """A massive flood is tried by the Axis, after the Dutch surrender, in a wet hex of the Netherlands."""
    yield from may_be_flooded_massively(state, in_battle(state).target, state.side)


# --- the attempt ----------------------------------------------------------------------------------


def modified(state: State, place: int, die: int) -> int:
    """Add to a die what helps the flooder, as the rulebook settles it."""
    return die + int(FLOOD_MODIFIER.of(state.setup)(state, place))


@settles("europa_41:41.A.4.a/modifier", FLOOD_MODIFIER, clauses=("R41-A.4.a-e", "R41-T1-e"))
def two_in_the_netherlands(state: State, place: int) -> int:
    """Modifiers add up; in the Netherlands there are two to add."""
    return 2 if "netherlands" in state.board.features[place] else 0


@does("europa_41:41.A.4.a/try", Flood,
      clauses=("R41-A.4.a-d", "R41-A.4.a-f", "R41-A.4.a-k", "R41-T1-a", "R41-T1-b", "R41-T1-c"))  # fmt: skip
def try_to_flood(state: State, order: Flood, chance: Chance) -> Iterator[Event]:
    """F* does nothing, F takes one from the attack's die, S floods the hex, S* shuts it; then relief, and a choice."""
    target, die = in_battle(state).target, chance.die()
    result = succeeds(state, modified(state, target, die))
    yield Answered()
    yield Rolled((die,), result, _told(state, target, result))
    yield did(state, f"flood {result}")
    if result == "F":
        yield Noted("flood", -1)
    elif result == "S":
        yield Asked((Ask("call off", in_battle(state).side),))
        yield from _flooded(state, target, PARTIAL)
    elif result == "S*":
        yield from stopped(state)
        yield from _flooded(state, target, GREAT)


def _told(state: State, place: int, result: str) -> str:
    name = state.board.places[place]
    words = {
        "F*": f"{name} is not flooded",
        "F": f"{name} is not flooded, but the attack suffers",
        "S": f"{name} is under water",
        "S*": f"{name} is under so much water that nobody can enter",
    }
    return words[result]


@shifts("europa_41:41.A.4.a/half-way", clauses=("R41-T1-b",))
def the_water_that_came(state: State, battle: Battle) -> Iterator[Shift]:
    """After an F the attack has one less on its die."""
    if battle.note("flood"):
        yield Shift(battle.note("flood"), "the attempt to flood", "die")


def _flooded(state: State, place: int, kind: str) -> Iterator[Event]:
    yield DELUGES.becomes((*DELUGES.of(state), Deluge(place, kind, PLAYER_TURN.of(state))))
    due = relief_for(state, place, massive=kind == MASSIVE)
    if due:
        yield Asked((Ask("relief", state.setup.sides.index("Allied"), count=due),))


def stopped(state: State) -> Iterator[Event]:
    """End an attack that water has made impossible: its units stand idle."""
    battle = in_battle(state)
    idle = CALLED_OFF.of(state) | frozenset(battle.attackers)
    yield CALLED_OFF.becomes(idle, "The attack cannot be made.")
    yield Asked((Ask("drowned", battle.side),))


@answers("europa_41:41.A.4.b/no-attack", "drowned", clauses=("R41-A.4.b-l", "R41-A.4.b-m"))
def no_attack_on_prohibited_ground(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Nobody attacks or advances into prohibited ground: the attack is off; who was dropped there occupies it."""
    battle = in_battle(state)
    yield Answered()
    if len(state.asks) > 1 and state.asks[-2].what == "roll":
        yield Answered()
    yield from taken_alone(state, battle.side, battle.target)
    yield BattleEnded()


# --- calling off ----------------------------------------------------------------------------------


@does("europa_41:41.A.4.a/call-off", CallOff, clauses=("R41-A.4.a-k", "R41-A.4.a-l"))
def call_off(state: State, order: CallOff, chance: Chance) -> Iterator[Event]:
    """The attacker may call the attack on a flooded hex off; those units attack nobody else."""
    idle = CALLED_OFF.of(state) | frozenset(in_battle(state).attackers)
    yield Answered()
    yield Answered()
    yield CALLED_OFF.becomes(idle, "The attack is called off.")
    yield BattleEnded()
    yield did(state, "call off")


@does("europa_41:41.A.4.a/press-on", PressOn, clauses=("R41-A.4.a-k",))
def press_on(state: State, order: PressOn, chance: Chance) -> Iterator[Event]:
    """Or the attack goes on, against a hex that is swamp now."""
    yield Answered()


@follows("europa_41:41.A.4.a/idle-no-more", PhaseBegan, clauses=("R41-A.4.a-l",))
def idle_for_the_phase(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """Units whose attack was called off are idle for the rest of the combat phase."""
    return (CALLED_OFF.becomes(frozenset()),) if CALLED_OFF.of(state) else ()


# --- massive floods -------------------------------------------------------------------------------


@does("europa_41:41.A.4.b/try", FloodMassively,
      clauses=("R41-A.4.b-h", "R41-A.4.b-i", "R41-A.4.b-j", "R41-A.4.b-k", "R41-A.4.b-m", "R41-A.4.b-o"))  # fmt: skip
def try_to_flood_massively(state: State, order: FloodMassively, chance: Chance) -> Iterator[Event]:
    """S or S* shuts the hex: the attack is off, whoever held it must go, bases are ruined, and the Allies pay."""
    target, side = in_battle(state).target, state.side
    die = chance.die()
    result = succeeds(state, modified(state, target, die))
    yield Answered()
    yield Rolled((die,), result, _told(state, target, "S*" if result.startswith("S") else result))
    yield did(state, f"flood massively {result}")
    if result == "F":
        yield Noted("flood", -1)
    elif result.startswith("S"):
        yield from swept(state, target, side)


def swept(state: State, place: int, side: int) -> Iterator[Event]:
    """Let the water into a hex for good, under an attack on it: ``side`` holds it."""
    yield from stopped(state)
    yield from _flooded(state, place, MASSIVE)
    yield from _ruined(state, place)
    yield from _cleared(state, place, side)
    yield from _dropped(state, place)


def _ruined(state: State, place: int) -> Iterator[Event]:
    """Ports and airbases are damaged as much as they can be; nothing is left of a temporary airfield."""
    if place in AIRFIELDS.of(state):
        yield AIRFIELDS.becomes(AIRFIELDS.of(state) - {place})
    bases = state.board.features[place] & {"port", "airbase"}
    if bases or place in bases_of(state, state.side):
        words = " and ".join(sorted(bases)) or "airfield"
        yield RUINED.becomes(RUINED.of(state) | {place},
            f"The {words} of {state.board.places[place]} is damaged as far as it can be.",
        )  # fmt: skip


def _cleared(state: State, place: int, side: int) -> Iterator[Event]:
    """Axis units retreat, aircraft try to escape, ships put to sea."""
    here = state.units_at(place, side)
    ships = [unit for unit in here if is_ship(unit)]
    if ships:
        yield Asked(tuple(Ask("put to sea", side, (unit.number,)) for unit in ships))
    yield from escape_from(state, frozenset({place}))
    ground = tuple(unit.number for unit in holding(state, place, side))
    if ground:
        yield Asked((Ask("fall back", side, ground),))


def _dropped(state: State, place: int) -> Iterator[Event]:
    """Whoever was dropped into the hex holds it, under a +3 MP marker."""
    dropped = frozenset(unit.number for unit in state.units_at(place, in_battle(state).side))
    if dropped:
        names = ", ".join(unit.id for unit in state.units(sorted(dropped)))
        slow = SLOWED.of(state) | dropped
        yield SLOWED.becomes(slow, f"{names} is cut off by the water: +3 MP when it moves.")


# --- ships put to sea -----------------------------------------------------------------------------


def _seas_near(state: State, ship: Unit) -> frozenset[int]:
    here = state.where[ship.number]
    near = frozenset(there for there in state.board.neighbours[here] if "sea" in state.board.border(here, there))
    return near & state.board.having("sea") - closed_to_retreat(state, ship)


@forbids("europa_41:41.A.4.b/ship", Retreat, bars="hexes", clauses=("R41-A.4.b-j",))
def ships_put_to_sea(state: State, unit: Unit) -> Iterator[Only]:
    """A ship puts to the open sea beside its port."""
    if is_ship(unit):
        yield Only(_seas_near(state, unit), "{to} is no open sea beside the port of {unit}")


@does("europa_41:41.A.4.b/sail", (Retreat, "put to sea"), clauses=("R41-A.4.b-j",))
def put_to_sea(state: State, order: Retreat, chance: Chance) -> Iterator[Event]:
    """A ship leaves the port at once for the open sea beside it."""
    yield Answered()
    yield from _sailed(state, state.setup.unit(order.unit), order.to)


def _sailed(state: State, ship: Unit, to: str) -> Iterator[Event]:
    yield Retreated(ship.id, (to,))
    for unit in aboard(state, ship):
        yield Entered(unit.id, to)
    yield LIES.becomes(tuple(entry for entry in LIES.of(state) if entry[0] != ship.number))
    yield did(state, f"put to sea {ship.id}")


@answers("europa_41:41.A.4.b/one-sea", "put to sea", clauses=("R41-A.4.b-j",))
def only_one_sea(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """If only one sea hex is near, the ship goes there; if none is, it stays."""
    ship = state.setup.units[ask.units[0]]
    seas = sorted(places_for(state, Retreat, ship))
    if len(seas) <= 1:
        yield Answered()
        if seas:
            yield from _sailed(state, ship, state.board.places[seas[0]])


# --- relief ---------------------------------------------------------------------------------------


def relief_for(state: State, place: int, *, massive: bool) -> int:
    """Return the SRPs that a flood costs the Allies at once, as the rulebook settles it."""
    return int(RELIEF.of(state.setup)(state, place, massive))


@settles("europa_41:41.A.4.a/relief", RELIEF,
         clauses=("R41-A.4.a-m", "R41-A.4.a-n", "R41-A.4.a-o", "R41-A.4.b-o"))  # fmt: skip
def relief_after_the_surrender(state: State, place: int, massive: bool) -> int:
    """After the Dutch surrender, whoever floods: 3 for a dot city there, or a Dutch city beside a Dutch hex; or 7."""
    if not SURRENDERED.of(state):
        return 0
    if massive:
        return 7
    having, dutch = state.board.having, state.board.having("netherlands")
    beside = (having("dot_city") | having("major_city")) & dutch & frozenset(state.board.neighbours[place])
    return 3 if place in having("dot_city") or (place in dutch and beside) else 0


@forbids("europa_41:41.A.4.a/pools", Pay, bars="markers", clauses=("R41-A.4.a-p",))
def national_pools_pay(state: State, side: int) -> Iterator[Only]:
    """Relief comes out of the pool of a nation that has so much."""
    due, numbers = state.asks[-1].count, state.setup.marker_numbers
    able = frozenset(numbers[nation] for nation in NATIONS if POOL.about(nation).of(state) >= due)
    yield Only(able, "{marker} is no pool with so many points")


@does("europa_41:41.A.4.a/pay", Pay, clauses=("R41-A.4.a-p",))
def pay(state: State, order: Pay, chance: Chance) -> Iterator[Event]:
    """What is paid is gone from the pool."""
    due = state.asks[-1].count
    yield Answered()
    yield from _paid(state, order.pool, due)


def _paid(state: State, nation: str, due: int) -> Iterator[Event]:
    pool = POOL.about(nation)
    left = pool.of(state) - due
    yield pool.becomes(left, f"{due} SRP of relief from the {nation} pool; {left} are left.")
    yield did(state, f"relief {due}")


@answers("europa_41:41.A.4.a/who-can-pay", "relief", clauses=("R41-A.4.a-p",))
def nobody_can_pay(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """If no pool has enough, all are drawn on as far as they go."""
    if any(POOL.about(nation).of(state) >= ask.count for nation in NATIONS):
        return
    yield Answered()
    left = ask.count
    for nation in NATIONS:
        pool = POOL.about(nation)
        drawn = min(left, pool.of(state))
        left -= drawn
        yield pool.becomes(pool.of(state) - drawn, f"{drawn} SRP of relief from the {nation} pool.")


@follows("europa_41:41.A.4.b/upkeep", PhaseBegan, clauses=("R41-A.4.b-p",))
def one_point_a_fortnight(state: State, event: PhaseBegan, chance: Chance) -> Iterable[Event]:
    """In the Allied initial phases of months 1 and 3 each massive flood costs a point, for the rest of the game."""
    phase = event.phase
    if phase.kind != "initial" or state.setup.sides[phase.side] != "Allied":
        return ()
    week = (WEEK.of(state) - 1 + PLAYER_TURN.of(state) // 2) % 4 + 1
    massive = [flood for flood in DELUGES.of(state) if flood.kind == MASSIVE]
    if not massive or week not in WEEKS_OF_RELIEF:
        return ()
    return (Asked(tuple(Ask("relief", phase.side, count=1) for _ in massive)),)
