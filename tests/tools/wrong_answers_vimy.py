"""Wrong answers to the questions that the rules of Vimy settle: mistakes one could make, and readings not taken."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from fmbook.books.fire_and_movement import movement
from fmbook.books.vimy import (
    bombardment,
    display,
    ground,
    observation,
    opponent,
    sequence,
    victory,
)
from fmbook.books.vimy.facts import FLIGHTS, LAID
from fmbook.books.vimy.orders import Fly, Shell
from fmbook.components.setup import Setup
from fmbook.core.mapsigns import MapSigns, Sign
from fmbook.core.orders import Order
from fmbook.core.state import Battle, Outcome, Phase, State, Unit
from fmbook.core.verdicts import Shift

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]

# --- 12 · Victory ---------------------------------------------------------------------------------------------


def points(which: int, amount: int) -> Callable[[State], tuple[Shift, ...]]:
    def wrong(state: State) -> tuple[Shift, ...]:
        lines = list(victory.victory_points(state))
        lines[which] = replace(lines[which], amount=amount)
        return tuple(lines)

    return wrong


def any_three_on_the_edge(state: State) -> tuple[Shift, ...]:
    edge = state.board.having("east_edge") & state.forces[0].places
    return points(2, int(len(edge) >= 3))(state)


def any_peak_will_do(state: State) -> tuple[Shift, ...]:
    return points(0, int(bool(state.facts.get("allied_ground", frozenset()) & state.board.having("peak"))))(state)


def only_peaks_where_they_stand(state: State) -> tuple[Shift, ...]:
    return points(0, int(state.board.having("peak") <= state.forces[0].places))(state)


def wins_with(needed: int) -> Callable[[State], Outcome]:
    def wrong(state: State) -> Outcome:
        score = sum(line.amount for line in victory.victory_points(state))
        return Outcome(state.setup.sides[int(score < needed)], f"{score} points", "vimy:12.2", "")

    return wrong


# --- 15 · Sequence ----------------------------------------------------------------------------------------------


def phases(
    change: Callable[[Setup, int, tuple[Phase, ...]], Iterable[Phase]],
) -> Callable[[Setup, int], tuple[Phase, ...]]:
    return lambda setup, turn: tuple(change(setup, turn, sequence.march_shell_attack(setup, turn)))


def without(kind: str) -> Callable[[Setup, int], tuple[Phase, ...]]:
    return phases(lambda setup, turn, order: (phase for phase in order if phase.kind != kind))


def as_if(kind: str, other: str) -> Callable[[Setup, int], tuple[Phase, ...]]:
    return phases(
        lambda setup, turn, order: (
            Phase(f"{setup.sides[phase.side]} {other} phase", phase.side, other) if phase.kind == kind else phase
            for phase in order
        )
    )


def fights_at_night(setup: Setup, turn: int, order: tuple[Phase, ...]) -> Iterable[Phase]:
    for phase in order:
        yield phase
        if sequence.is_night(setup, turn) and phase.kind == "shelling":
            yield Phase(f"{setup.sides[phase.side]} combat phase", phase.side, "combat")


def shells_last(setup: Setup, turn: int, order: tuple[Phase, ...]) -> Iterable[Phase]:
    return sorted(order, key=lambda phase: (phase.kind != "set-up", phase.side, phase.kind == "shelling"))


# --- 14 · Ground --------------------------------------------------------------------------------------------------


def row(state: State, battle: Battle, *, trench: bool, all_must_cross: bool = True) -> Any:
    crossed = [state.board.border(state.where[unit], battle.target) for unit in battle.attackers]
    both = frozenset.intersection(*crossed) if all_must_cross and crossed else frozenset().union(*crossed)
    words = {"clear", *state.board.features[battle.target], *(both if trench else both - {"trench"})}
    return state.setup.tables["crt"].toughest(words)  # type: ignore[attr-defined]


def allied_trenches_only(state: State, battle: Battle) -> Any:
    crossed = [state.board.border(state.where[unit], battle.target) for unit in battle.attackers]
    return row(state, battle, trench=any("allied_trench" in border for border in crossed), all_must_cross=False)


def only_for_the_germans(state: State, battle: Battle) -> Any:
    return ground.trench_row(state, battle) if battle.side == 0 else row(state, battle, trench=False)


def trench_in_the_mud_too(state: State, battle: Battle) -> Any:
    return row(state, battle, trench=True, all_must_cross=False)


def no_zone_over_a_trench(state: State, side: int) -> frozenset[int]:
    openly, _ = ground._reach(state)
    return frozenset().union(*(openly[place] for place in state.forces[side].places))


def once_found(state: State, side: int) -> Any:
    """A cache that does not notice the moves of the other side."""
    memo = state.forces[side].memo
    if "wrong zone" not in memo:
        memo["wrong zone"] = ground.trenches_cut_zones(state, side)
    return memo["wrong zone"]


# --- 17 · Bombardment -----------------------------------------------------------------------------------------------


def dice(change: Callable[[State, Unit, int, list[Shift]], list[Shift]]) -> Callable[..., tuple[Shift, ...]]:
    return lambda state, unit, side: tuple(
        change(state, unit, side, list(bombardment.modifiers(state, unit, side))),
    )


def of_one_marker(state: State, order: Order) -> Any:
    """Forget the markers that lie there already."""
    return bombardment.the_throw_of_a_target(state.but(facts={**state.facts, "laid": ()}), order)


def nothing_added(state: State, order: Order) -> Any:
    """Keep the modifiers to oneself."""
    found = bombardment.the_throw_of_a_target(state, order)
    return found and (*found[:2], ())


def leaving_out(says: str) -> Callable[..., tuple[Shift, ...]]:
    return dice(lambda state, unit, side, lines: [line for line in lines if says not in line.text])


def adding_up(state: State, unit: Unit, side: int, lines: list[Shift]) -> list[Shift]:
    words = state.board.features[state.where[unit.number]]
    said = {line.text for line in lines}
    more = (line for line in bombardment.chart().modifier if line.on in words and line.says not in said)
    return [*lines, *(Shift(line.amount, line.says, "die") for line in more)]


def gas(state: State, unit: Unit, side: int, lines: list[Shift]) -> list[Shift]:
    return [*(line for line in lines if line.text != "gas"), Shift(-2, "gas", "die")]


def trench_in_the_mud(state: State, unit: Unit, side: int, lines: list[Shift]) -> list[Shift]:
    here, board = state.where[unit.number], state.board
    along = any("trench" in board.border(here, there) for there in board.neighbours[here])
    mud = ground.in_no_mans_land(state, here)
    return [*lines, Shift(2, "a trench hex", "die")] if along and mud else lines


def aircraft_next_door(state: State, unit: Unit, side: int, lines: list[Shift]) -> list[Shift]:
    near = state.board.neighbours[state.where[unit.number]]
    return (
        [*lines, Shift(-1, "an aircraft near", "die")] if set(near) & set(observation.flights(state, side)) else lines
    )


def seen(state: State, side: int, *, by_night: bool = False, air: int = 1, far: bool = True, near: bool = True) -> Any:
    own, enemy, board = state.forces[side], state.forces[1 - side], state.board
    places: set[int] = set()
    for here in own.places:
        around = set(board.neighbours[here])
        if near:
            places |= around
        if far and (by_night or not sequence.is_night(state.setup, state.turn)):
            places |= set(state.board.bit_index.places(observation.view(state, here))) - (set() if near else around)
    for here in observation.flights(state, side) if air else ():
        places |= {here, *(board.neighbours[here] if air == 1 else ())}
    return frozenset(unit for place in enemy.places & places for unit in enemy.at[place])


def blind_at_night(state: State, side: int) -> Any:
    return seen(state, side, air=0 if sequence.is_night(state.setup, state.turn) else 1)


def hides(state: State, place: int, words: Iterable[str]) -> frozenset[int]:
    return frozenset().union(*(state.board.having(word) for word in words)) - {place}


def all_but(word: str) -> Callable[[State, int], frozenset[int]]:
    def wrong(state: State, place: int) -> frozenset[int]:
        return observation.what_hides(state, place) - (
            hides(state, place, [word]) if place not in _peaks(state) else set()
        )

    return wrong


def _peaks(state: State) -> frozenset[int]:
    return state.board.having("peak")


def next_to_a_river(state: State, place: int) -> frozenset[int]:
    lines = {end for word in ("river", "trench") for link in state.board.links(word) for end in link}
    return observation.what_hides(state, place) | (lines - {place})


def a_hill_is_a_peak(state: State, place: int) -> frozenset[int]:
    high = state.board.having("hill")
    return _peaks(state) - {place} if place in high else observation.what_hides(state, place)


def thrown_for_and_lying(state: State) -> MapSigns:
    planes = tuple(Sign("aircraft", place) for place in FLIGHTS.of(state))
    laid = tuple(Sign("shells", state.where[unit], says=state.setup.units[unit].id) for unit in LAID.of(state))
    return MapSigns(signs=(*planes, *laid))


def before_the_dice(state: State) -> MapSigns:
    return MapSigns() if state.asks else display.aircraft_and_markers(state)


WRONG: dict[str, Wrong] = {
    "vimy:12.1/holders": {
        "nobody": lambda state: {},
        "the Germans keep all": lambda state: dict.fromkeys(victory.who_was_there_last(state), 1),
        "where nothing hangs on it, too": lambda state: dict.fromkeys(state.board.having("peak"), 0),
    },
    "vimy:11.3/by-night": {"says nothing": lambda state, order: ()},
    "vimy:11.3/full-by-night": {"says nothing": lambda state, order: ()},
    "vimy:11.3/depleted-by-night": {"says nothing": lambda state, order: ()},
    "vimy:13.1/attack": {"says nothing": lambda state, order: ()},
    "vimy:17.2/word": {"a phase without a shot": lambda state: "", "every phase is fired": lambda state: "Fire"},
    "vimy:18.2/not-asked": {"says nothing": lambda state, order: ()},
    "vimy:12.1": {
        "no point for peaks": points(0, 0),
        "peaks always count": points(0, 1),
        "one peak will do": any_peak_will_do,
        "peaks count only while somebody stands there": only_peaks_where_they_stand,
        "no point for the supply hex": points(1, 0),
        "the supply hex always counts": points(1, 1),
        "no point for the edge": points(2, 0),
        "any three on the edge": any_three_on_the_edge,
    },
    "vimy:12.2": {"one point wins": wins_with(1), "three are needed": wins_with(3), "the Allies win": wins_with(0)},
    "vimy:12.1/watched": {
        "nothing is": lambda state: frozenset(),
        "no peak is": lambda state: state.board.having("german_supply") | state.board.having("vimy_town"),
        "the supply hex is not": lambda state: state.board.having("peak") | state.board.having("vimy_town"),
        "Vimy is not": lambda state: state.board.having("peak") | state.board.having("german_supply"),
    },
    "vimy:12.1/points": {"no points": lambda state: 0.0, "always a point": lambda state: 1.0},
    "vimy:opponent/objectives": {
        "nothing is worth anything": lambda state, side: {},
        "Petit Vimy does not matter": lambda state, side: opponent._weights(state, 0, frozenset(), True),
    },
    "vimy:15.2/march-after-fire": {"no march in turn 1": sequence.march_shell_attack},
    "vimy:15.0": {
        "the Germans go first": phases(
            lambda setup, turn, order: sorted(order, key=lambda phase: (phase.kind != "set-up", -phase.side))
        ),
        "the Allies set up first": phases(
            lambda setup, turn, order: sorted(order, key=lambda phase: (phase.kind != "set-up", phase.side))
        ),
        "no set-up": without("set-up"),
        "the Allies march in turn 1": as_if("air", "movement"),
        "no aircraft in turn 1": without("air"),
        "no fire before the first attack": phases(
            lambda setup, turn, order: (
                p for p in order if turn > 1 or p.side == 1 or p.kind not in ("air", "shelling")
            )
        ),
        "attacks at night": phases(fights_at_night),
        "marches at night": as_if("night movement", "movement"),
        "no shells": without("shelling"),
        "shells after combat": phases(shells_last),
        "no combat": without("combat"),
        "a second march": phases(
            lambda setup, turn, order: (
                each
                for p in order
                for each in (
                    (p, Phase(f"{setup.sides[p.side]} mobile", p.side, "movement")) if p.kind == "combat" else (p,)
                )
            )
        ),
    },
    "vimy:14.2": {
        "no trench helps": lambda state, battle: row(state, battle, trench=False),
        "all must cross": lambda state, battle: row(state, battle, trench=True),
        "only Allied trenches": allied_trenches_only,
        "only against the Allies": only_for_the_germans,
        "in No Man's Land as well": trench_in_the_mud_too,
        "a peak is tougher than the trench": lambda state, battle: (
            ground.trench_row(state, battle)
            if "peak" not in state.board.features[battle.target]
            else row(state, battle, trench=True)
        ),
    },
    "vimy:14.2/zones": {
        "trenches do not matter": movement.six_hexes_around,
        "no zone over any trench": no_zone_over_a_trench,
        "the enemy's moves are not noticed": once_found,
        "no zones at all": lambda state, side: frozenset(),
    },
    "vimy:17.4": {
        **{
            f"leaves out {says}": leaving_out(says)
            for says in ("gas", "aircraft", "Allied target", "night", "No Man", "town", "woods", "trench", "Farm")
        },
        "all grounds add up": dice(adding_up),
        "gas in every turn": dice(lambda s, u, side, lines: gas(s, u, side, lines) if side == 0 else lines),
        "gas for both": dice(lambda s, u, side, lines: gas(s, u, side, lines) if s.turn == 1 else lines),
        "a trench counts in No Man's Land": dice(trench_in_the_mud),
        "an aircraft helps next door": dice(aircraft_next_door),
        "every target counts as Allied": dice(lambda s, u, side, lines: [*lines, Shift(-u.side, "crowd", "die")]),
    },
    "vimy:17.1/unspent": {
        "nothing is ever left": lambda state: {},
        "what was laid is left": lambda state: {Shell: (len(state.facts.get("laid", ())), "bombardment marker")},
        "flights are not counted down": lambda state: {
            Shell: (state.facts.get("shells", 0), "bombardment marker"),
            Fly: (state.facts.get("aircraft", 0), "flight"),
        },
    },
    "vimy:opponent/merits": {
        "nothing may cost anything": lambda state, order: None,
        "the second shell is as good as the first": lambda state, order: (
            {state.setup.unit(order.names[0]).number: 1 / 3} if order.verb == "shell" else None
        ),
    },
    "vimy:17.5/to-come": {
        "of this marker alone": of_one_marker,
        "with nothing told of what is added": nothing_added,
        "never": lambda state, order: None,
    },
    "vimy:17.3": {
        "neighbours only": lambda state, side: seen(state, side, far=False),
        "by night as by day": lambda state, side: seen(state, side, by_night=True),
        "aircraft see nothing": lambda state, side: seen(state, side, air=0),
        "aircraft see their own hex": lambda state, side: seen(state, side, air=2),
        "aircraft stay down at night": blind_at_night,
        "everybody": lambda state, side: state.on_map(1 - side),
        "friends": lambda state, side: state.on_map(side) | observation.observed(state, side),
        "neighbours are not seen": lambda state, side: seen(state, side, near=False),
    },
    "vimy:17.3/shown": {
        "shows nothing": lambda state: MapSigns(),
        "leaves markers lying that have been thrown for": thrown_for_and_lying,
        "takes markers up before they are thrown for": before_the_dice,
    },
    "vimy:17.3/told-place": {"tells nothing": lambda state, place: ()},
    "vimy:17.2/told-unit": {
        "tells nothing": lambda state, unit: (),
        "counts one of two": lambda state, unit: tuple(
            line.replace("2 bombardment markers lie", "1 bombardment marker lies")
            for line in display.what_lies_on_it(state, unit)
        ),
    },
    "vimy:17.3/line-of-sight": {
        "nothing hides": lambda state, place: frozenset(),
        "the observer's own ground hides": lambda state, place: (
            observation.what_hides(state, place) | ({place} & hides(state, -1, observation.BLOCKING))
        ),
        **{f"{word} do not hide": all_but(word) for word in observation.BLOCKING},
        "No Man's Land hides": lambda state, place: (
            observation.what_hides(state, place) | hides(state, place, ["no_mans_land"])
        ),
        "rivers and trenches hide": next_to_a_river,
        "a peak sees over other peaks": lambda state, place: (
            frozenset() if place in _peaks(state) else observation.what_hides(state, place)
        ),
        "a peak sees no more than others": lambda state, place: hides(state, place, observation.BLOCKING),
        "a hill is as good as a peak": a_hill_is_a_peak,
    },
}
