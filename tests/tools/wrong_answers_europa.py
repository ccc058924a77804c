"""Wrong answers to the questions that rule 41 settles: mistakes, and readings not taken."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Any

from msgspec.structs import replace

from fmbook.books.europa_41 import (
    combat,
    display,
    facts,
    floods,
    ground,
    ownership,
    results,
    supply,
    tasks,
)
from fmbook.components.setup import Setup
from fmbook.components.tables import RESULTS_IN_WORDS
from fmbook.core.events import Event
from fmbook.core.mapsigns import MapSigns
from fmbook.core.state import Ask, Phase, State, Unit
from fmbook.mechanics.combat import Sum
from fmbook.mechanics.movement import Field
from fmbook.mechanics.odds import Chances

__all__ = ["WRONG"]

Wrong = dict[str, Callable[..., Any]]


def always(answer: Any) -> Callable[..., Any]:
    return lambda *about: answer


def no_last_questions(setup: Setup, turn: int) -> tuple[Phase, ...]:
    found = tasks.questions_and_phases(setup, turn)
    return found if len(found) == 1 else tuple(phase for phase in found if not phase.name.startswith("Last"))


def no_ship_on_a_river(state: State) -> MapSigns:
    return display.floods_frost_and_bases(state)._replace(moored=())


def as_printed(state: State, side: int) -> ground.Lie:
    return ground.Lie(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())


def full(word: str) -> Wrong:
    return {
        f"full strength over the {word}": always(combat.FULL),
        f"no attack over the {word}": always(combat.NONE),
    }


def only_if_no_city_is_near(state: State, place: int, massive: bool) -> int:
    due = floods.relief_after_the_surrender(state, place, massive)
    return due if massive or place in state.board.having("dot_city") else 0


def abroad_too(state: State, place: int, massive: bool) -> int:
    cities = state.board.having("dot_city") | state.board.having("major_city")
    near = cities & frozenset(state.board.neighbours[place])
    return 3 if near and not massive else floods.relief_after_the_surrender(state, place, massive)


def twice(state: State, place: int, massive: bool) -> int:
    return 2 * floods.relief_after_the_surrender(state, place, massive)


def before_the_surrender(state: State, place: int, massive: bool) -> int:
    return floods.relief_after_the_surrender(state.with_fact("surrendered", True), place, massive)


def longer(turns: int) -> Callable[..., Mapping[int, str]]:
    def wrong(state: State) -> Mapping[int, str]:
        now = facts.PLAYER_TURN.of(state)
        return floods.how_long_a_flood_lasts(state.with_fact("player turn", max(now - turns, 0)))

    return wrong


def shorter(turns: int) -> Callable[..., Mapping[int, str]]:
    def wrong(state: State) -> Mapping[int, str]:
        return floods.how_long_a_flood_lasts(state.with_fact("player turn", facts.PLAYER_TURN.of(state) + turns))

    return wrong


def swamp_at_once(state: State) -> Mapping[int, str]:
    return dict.fromkeys(floods.how_long_a_flood_lasts(state), "swamp")


def dry_again(state: State) -> Mapping[int, str]:
    massive = {flood.place for flood in facts.DELUGES.of(state) if flood.kind == floods.MASSIVE}
    found = floods.how_long_a_flood_lasts(state)
    return {place: word for place, word in found.items() if word != "swamp" or place not in massive}


def anywhere(state: State) -> tuple[Ask, ...]:
    battle = state.battle
    return (Ask("flood", 1 - battle.side),) if battle else ()


def halves(state: State, unit: Unit) -> bool:
    return int(state.facts.get("ferried", 0)) + unit.also["half_res"] <= 3


def another(state: State, unit: Unit) -> bool:
    return int(state.facts.get("ferried", 0)) <= 6


def land_only(state: State, side: int, entered: Set[int]) -> Iterable[Event]:
    return ownership.the_whole_hex_changes_hands(state, side, entered - state.board.having("island"))


def by_one_bank(state: State) -> frozenset[facts.Border]:
    ours = ownership.owned(state, state.setup.sides.index("Axis"))
    return frozenset(pair for pair in state.board.links("suez") if not ours.isdisjoint(pair))


def only_now(state: State) -> frozenset[facts.Border]:
    return ownership.both_banks_or_the_last_to_have_had_them(state.with_fact("axis sides", frozenset()))


def without_causeways(state: State) -> frozenset[facts.Border]:
    return frozenset(state.board.links("bridge"))


def not_over(word: str) -> Callable[..., tuple[set[int], ...]]:
    def wrong(state: State, side: int, kind: str) -> tuple[set[int], ...]:
        lines, border = supply.lines_cross_what_units_can(state, side, kind), state.board.border
        return tuple({near for near in leads if word not in border(near, place)} for place, leads in enumerate(lines))

    return wrong


def fed_when_isolated(state: State, unit: Unit) -> bool:
    return "unsupplied" not in unit.traits


def fed_with_empty_depots(state: State, unit: Unit) -> bool:
    return not supply.is_isolated(state, unit)


def one_column_down(state: State) -> Sum:
    found = combat.attack_at_odds(state)
    return replace(found, column=found.table.shifted(found.column, -1))


def only_what_costs_nothing(state: State, unit: Unit) -> Field:
    return Field.of(state.where[unit.number], {})


def nothing_happens(state: State, result: str) -> Iterator[Event]:
    return iter(())


def ignoring(code: str) -> Callable[..., Iterator[Event]]:
    return lambda state, result: iter(()) if result == code else results.losses_and_retreats(state, result)


WRONG: dict[str, Wrong] = {
    "europa_41:tasks/holders": {"nobody": always({})},
    "europa_41:tasks/owned": {"last held": always("Last held")},
    "europa_41:tasks/sequence": {"asks nothing at the end": no_last_questions},
    "europa_41:tasks/word": {"a turn": always("turn")},
    "europa_41:tasks/about": {"says nothing": always("")},
    "europa_41:tasks/told": {"says nothing": always(())},
    "europa_41:tasks/told-place": {"says nothing": always(())},
    "europa_41:tasks/told-unit": {"says nothing": always(())},
    "europa_41:tasks/shown": {"shows nothing": always(MapSigns()), "forgets the ships": no_ship_on_a_river},
    "europa_41:chart/lie": {"as printed": as_printed},
    "europa_41:tasks/right": {"always yes": always("yes"), "always 3": always("3")},
    "europa_41:41.E.3/one-hex": {"not the island": land_only, "nothing changes hands": always(iter(()))},
    "europa_41:chart/class": {"all on foot": always("other"), "all on wheels": always("mot")},
    "europa_41:chart/allowance": {"a marker costs nothing": lambda state, unit: unit.allowance, "one point": always(2)},
    "europa_41:41.A.2/room": {"any number": always(True), "nobody": always(False), "an RE and a half": halves,
                              "one too many": another},
    "europa_41:41.A.4.a/exploit": {"into swamp": always(frozenset()),
                                   "nowhere": lambda state, unit: state.setup.all_places},
    "europa_41:chart/field": {"nowhere": only_what_costs_nothing},
    "europa_41:chart/way": {"no way": always(None)},
    "europa_41:41.B/owner": {"never the Axis": always(frozenset()), "by one bank": by_one_bank, "only now": only_now},
    "europa_41:41.A.1/bridge": {"causeways are none": without_causeways},
    "europa_41:41.D/ports": {"open to all": always(frozenset()),
                             "shut to all": lambda state, ship: state.board.having("inland_port")},
    "europa_41:41.E.1/supply": {"not over the strait": not_over("strait"), "not over the sounds": not_over("baltic"),
                                "over everything": lambda state, side, kind: state.board.neighbours},
    "europa_41:supply": {"isolated and fed": fed_when_isolated, "fed with empty depots": fed_with_empty_depots,
                         "always": always(True), "never": always(False)},
    "europa_41:41.A.4/lasts": {"a player turn longer": longer(1), "a player turn shorter": shorter(1),
                               "swamp at once": swamp_at_once, "dry again": dry_again, "no flood": always({})},
    "europa_41:41.A.4.a/when": {"never": always(()), "anywhere": anywhere},
    "europa_41:41.A.4.b/who": {"both sides, at any time": always("")},
    "europa_41:41.A.4.b/country": {"anywhere": always("")},
    "europa_41:41.A.4.b/water": {"dry hexes too": always("")},
    "europa_41:41.A.4.a/modifier": {"none": always(0), "everywhere": always(2)},
    "europa_41:41.A.4.a/relief": {"not for a city beside": only_if_no_city_is_near, "abroad too": abroad_too,
                                  "twice": twice, "before the surrender": before_the_surrender, "never": always(0)},
    "europa_41:chart/attack-water": {"over water": always(combat.FULL)},
    "europa_41:chart/attack-river": {"full over rivers": always(combat.FULL)},
    "europa_41:41.A.1/attack": full("causeway"),
    "europa_41:41.E.1/attack": {"half": lambda chart, border: combat.HALF if "strait" in border else combat.FULL,
                                "full": always(combat.FULL)},
    "europa_41:41.E.2/attack": full("sounds"),
    "europa_41:41.E.3/attack": full("water before Kronshtadt"),
    "europa_41:attack/factors": {"nothing": always((0, 0))},
    "europa_41:attack/arithmetic": {"a column to the left": one_column_down},
    "europa_41:attack/odds": {"certain": lambda state: Chances.of_ways({"NE": 1})},
    "europa_41:attack/results": {"nothing": nothing_happens}
    | {f"{code} is ignored": ignoring(code) for code in RESULTS_IN_WORDS if code != "NE"},
    "europa_41:41.E.1/overrun": {"at full strength": always(False), "always halved": always(True)},
}  # fmt: skip
