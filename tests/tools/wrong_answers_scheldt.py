"""Wrong answers to the questions that the rules of the Scheldt settle: mistakes, and readings not taken."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from fmbook.books.fire_and_movement import combat, movement, results, sequence
from fmbook.books.scheldt import (
    beaches,
    deployment,
    floods,
    landings,
    opponent,
    pocket,
    support,
    victory,
)
from fmbook.books.scheldt import (
    combat as charts,
)
from fmbook.components.tables import TableRow
from fmbook.core.events import Asked, Event
from fmbook.core.state import Ask, Battle, Outcome, Phase, State, Unit
from fmbook.mechanics.combat import in_battle

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]


# --- the line of the table --------------------------------------------------------------------------


def row(change: Callable[[State, Battle, frozenset[str]], frozenset[str]]) -> Callable[[State, Battle], TableRow]:
    """Find the row as ever, with the ground changed."""

    def wrong(state: State, battle: Battle) -> TableRow:
        features = state.board.features[battle.target]
        if any("engineer" in unit.traits for unit in state.units(battle.attackers)):
            features -= floods.WATER
        if charts.is_beach_assault(state, battle):
            features |= {"beach_assault"}
        return combat.row_on(state, battle, change(state, battle, features))

    return wrong


def with_engineers_only(state: State, battle: Battle) -> TableRow:
    units = state.units(battle.attackers)
    features = state.board.features[battle.target]
    dry = features - floods.WATER if all("engineer" in unit.traits for unit in units) else features
    return combat.row_on(state, battle, dry)


def any_coast(state: State, battle: Battle, features: frozenset[str]) -> frozenset[str]:
    return features | {"beach_assault"} if "coastal" in features else features


# --- fighting for a beach ------------------------------------------------------------------------------


def zone_of_all(state: State, side: int) -> Any:
    return movement.six_hexes_around(state, side)


def no_zone_from_shared_hexes(state: State, side: int) -> Any:
    near, other = movement.within_a_step(state), state.forces[1 - side].places
    return frozenset().union(*(near[place] for place in state.forces[side].places - other))


def dry_zone(state: State, side: int) -> Any:
    return beaches.no_zone_from_a_beach_that_is_fought_for(state, side) - state.board.having("flooded")


def no_zone_in_floods(state: State, side: int) -> Any:
    near = movement.within_a_step(state)
    dry = state.forces[side].places - state.board.having("flooded")
    return frozenset().union(*(near[place] for place in dry))


def strikes(own_hex: bool, next_door: bool) -> Callable[[State, int], frozenset[int]]:
    def wrong(state: State, unit: int) -> frozenset[int]:
        here = state.where[unit]
        near = movement.within_a_step(state)[here]
        if here not in state.forces[1 - state.setup.units[unit].side].places:
            return near
        return (frozenset({here}) if own_hex else frozenset()) | (near if next_door else frozenset())

    return wrong


def spares(result: str) -> Callable[[State, str], Iterator[Event]]:
    """Let one result against the attacker spare the landed unit."""

    def wrong(state: State, said: str) -> Iterator[Event]:
        if said == result:
            return results.brought_about(state, said)
        return beaches.no_way_back_to_the_boats(state, said)

    return wrong


def anybody_pays(state: State, result: str) -> Iterator[Event]:
    battle = in_battle(state)
    for event in beaches.no_way_back_to_the_boats(state, result):
        if isinstance(event, Asked):
            asks = (Ask(a.what, a.side, battle.attackers if a.what == "loss" else a.units, a.count) for a in event.asks)
            yield Asked(tuple(asks))
        else:
            yield event


def others_pay_too(state: State, result: str) -> Iterator[Event]:
    yield from beaches.no_way_back_to_the_boats(state, result)
    battle = in_battle(state)
    others = tuple(unit for unit in battle.attackers if state.where[unit] != battle.target)
    if result == "(A)" and others != battle.attackers and others:
        yield Asked((Ask("loss", battle.side, others, 1),))


def others_go_free(state: State, result: str) -> Iterator[Event]:
    battle = in_battle(state)
    landed = tuple(unit for unit in battle.attackers if state.where[unit] == battle.target)
    alone = state.but(battle=replace(battle, attackers=landed)) if landed else state
    return beaches.no_way_back_to_the_boats(alone, result)


# --- the rest ----------------------------------------------------------------------------------------------


def range_of(hexes: int) -> Callable[[State, int], Any]:
    def wrong(state: State, side: int) -> Any:
        eyes = state.on_map(side) - pocket.frozen(state, side)
        return frozenset().union(*(state.board.within(state.where[unit], hexes) for unit in eyes))

    return wrong


def frozen_eyes(state: State, side: int) -> Any:
    return frozenset().union(*(state.board.within(place, support.RANGE) for place in state.forces[side].places))


def mover(change: Callable[[State, Unit, str], str]) -> Callable[[State, Unit], str]:
    return lambda state, unit: change(state, unit, pocket.leg_or_mobile_by_side(state, unit))


def always_afloat(state: State, unit: Unit, kind: str) -> str:
    return kind if unit.side or kind.endswith("afloat") else f"{kind} afloat"


def outcome(change: Callable[[State, Outcome], Outcome]) -> Callable[[State], Outcome]:
    return lambda state: change(state, victory.nobody_is_left_west_of_the_line(state))


def won_by(side: int) -> Callable[[State, Outcome], Outcome]:
    return lambda state, found: Outcome(state.setup.sides[side], found.level, found.rule, found.text)


def two_may_stay(state: State) -> Outcome:
    found = victory.nobody_is_left_west_of_the_line(state)
    west = state.board.having("west_of_the_line") & state.forces[1].places
    return Outcome("Allied", found.level, found.rule, found.text) if len(west) < 2 else found


WRONG: dict[str, Wrong] = {
    "scheldt:16.2/holders": {
        "nobody": lambda state: {},
        "the Germans keep all": lambda state: dict.fromkeys(landings.whose_road(state), 1),
        "where no boat waits for it, too": lambda state: dict.fromkeys(state.board.having("road_to_schore"), 0),
    },
    "scheldt:11.0/nobody": {"says nothing": lambda state, order: ()},
    "scheldt:16.0/phase": {"says nothing": lambda state, order: ()},
    "scheldt:10.1": {"the Germans go first": lambda setup: 1},
    "scheldt:11.0/phases": {
        "no rebuilding": sequence.move_fight_and_move_again,
        "rebuilding first": lambda setup: ("rebuilding", *sequence.move_fight_and_move_again(setup)),
        "rebuilding before the mobile units move": lambda setup: (
            "movement",
            "combat",
            "rebuilding",
            "mobile movement",
        ),
    },
    "scheldt:18.0/phases": {
        "no set-up": sequence.one_player_then_the_other,
        "the Germans place them": lambda setup, turn: tuple(
            Phase(phase.name, 1 if phase.kind == "set-up" else phase.side, phase.kind)
            for phase in deployment.the_allies_place_some_units_first(setup, turn)
        ),
    },
    "scheldt:16.2/watched": {"nothing is": lambda state: frozenset()},
    "scheldt:12.1": {"the flood stops it": results.far_enough},
    "scheldt:CRT": {
        "the standard row": combat.toughest_row,
        "engineers do nothing": lambda state, battle: combat.row_on(
            state,
            battle,
            state.board.features[battle.target]
            | ({"beach_assault"} if charts.is_beach_assault(state, battle) else frozenset()),
        ),
        "all must be engineers": with_engineers_only,
        "every coast is a beach": row(any_coast),
        "no beach is": row(lambda state, battle, features: features - {"beach_assault"}),
        "docks are a city": row(
            lambda state, battle, features: frozenset("city" if word == "docks" else word for word in features)
        ),
        "inlets are clear": row(lambda state, battle, features: features - {"inlet"}),
        "floods are clear": row(lambda state, battle, features: features - {"flooded"}),
        "cities are clear": row(lambda state, battle, features: features - {"city"}),
    },
    "scheldt:13.0/class": {
        "Allied units float from turn 1": mover(always_afloat),
        "nobody floats": mover(lambda state, unit, kind: kind.removesuffix(" afloat")),
        "Germans float": mover(lambda state, unit, kind: kind.replace("German", "Allied afloat")),
        "Germans cross the canal": mover(lambda state, unit, kind: kind.replace("German", "Allied")),
        "all are leg": mover(lambda state, unit, kind: kind.replace("mobile", "leg")),
    },
    "scheldt:14.2": {
        "two hexes": range_of(2),
        "four hexes": range_of(4),
        "without limit": lambda state, side: state.setup.all_places,
        "the frozen see": frozen_eyes,
    },
    "scheldt:16.3/zone": {
        "a shared beach has its zone": zone_of_all,
        "a German on the beach has none either": no_zone_from_shared_hexes,
        "floods lie in no zone": dry_zone,
        "nobody in a flood has one": no_zone_in_floods,
    },
    "scheldt:16.3/reach": {
        "as the standard rules have it": combat.units_strike_next_door,
        "both ways for all": strikes(own_hex=True, next_door=True),
        "only the own hex": strikes(own_hex=True, next_door=False),
        "only next door": strikes(own_hex=False, next_door=True),
    },
    "scheldt:16.3/results": {
        "as the standard rules have it": results.brought_about,
        **{f"{result} spares the landed": spares(result) for result in ("(A)", "A2")},
        "anybody pays for the anti-tank guns": anybody_pays,
        "others pay for (A) too": others_pay_too,
        "others go free": others_go_free,
    },
    "scheldt:17.0": {
        "the Allies always win": outcome(won_by(0)),
        "the Germans always win": outcome(won_by(1)),
        "one may stay": two_may_stay,
    },
    "scheldt:opponent/objectives": {
        "nothing": lambda state, side: {},
        "the same for both": lambda state, side: opponent.what_to_fight_for(state, 0),
    },
}
