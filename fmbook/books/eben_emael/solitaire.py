"""The solitaire rules: the player is the German side, and the Belgian side plays by these."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from fmbook.books.eben_emael import combat, falling_back, fire
from fmbook.books.eben_emael.figures import divisor
from fmbook.books.eben_emael.fort import BELGIAN, GERMAN, held, inside, manned, men_at, weapons_at
from fmbook.books.eben_emael.orders import Fire, Garrison, Keep, Sally, Strike, Use, WentBelow
from fmbook.core.dice import Chance
from fmbook.core.events import Answered, Asked, BattleEnded, Event, PhaseBegan
from fmbook.core.orders import Attack, Join, Lose, Move, Order, Ready, Roll, StayBack
from fmbook.core.state import Ask, State
from fmbook.engine.legality import legal, legal_of
from fmbook.engine.rulebook import answers, follows
from fmbook.mechanics.sequence import next_phase

__all__ = ["SOLITAIRE"]

SOLITAIRE: Final = "solitaire"
FAR: Final = 99
Base = Callable[[State, Ask, Chance], Iterator[Event]]


# --- what the Belgian side wants ------------------------------------------------------------------


def nearest_germans(state: State, place: int) -> tuple[int, int, int]:
    """Say how far the nearest Germans are from a sector, how many men (the fewest, of several stacks), and where."""
    away = ((state.board.distance(place, there), men_at(state, there, GERMAN), there) for there in held(state, GERMAN))
    return min(away, default=(FAR, 0, place))


def _best(state: State, orders: Iterable[Order], worth: Callable[[Order], tuple[int, ...]]) -> Order | None:
    """Return the order for which a figure is least; of several, the first."""
    return min(orders, key=worth, default=None)


def _target_worth(state: State, order: Order) -> tuple[int, ...]:
    place = state.board.at(order.names[-1])
    return -(men_at(state, place, GERMAN) // divisor(state, place)), place


def _use(state: State) -> Order | None:
    return next(iter(legal_of(state, Use)), None)


def _fire(state: State) -> Order | None:
    return _best(state, legal_of(state, Fire), lambda order: _target_worth(state, order))


def _man(state: State) -> Order | None:
    """Send men into a work whose machine gun has no hands; the smallest group will do."""
    have = manned(state)

    def is_wanted(order: Order) -> bool:
        here = state.where[state.setup.unit_numbers[order.names[0]]]
        return here not in have and any(
            state.setup.units[gun].kind == fire.MACHINE_GUN for gun in weapons_at(state, here)
        )

    wanted = filter(is_wanted, legal_of(state, Garrison))
    return _best(state, wanted, lambda order: (state.steps[state.setup.unit_numbers[order.names[0]]],))


def _come_out(state: State) -> Order | None:
    def worth(order: Order) -> tuple[int, ...]:
        unit, place = state.setup.unit(order.names[0]), state.board.at(order.names[1])
        return (*nearest_germans(state, place), -state.steps[unit.number], unit.number)

    return _best(state, legal_of(state, Sally), worth) if held(state, GERMAN) else None


def _close_in(state: State) -> Order | None:
    """Return the march that brings a unit, which is not next to Germans yet, closer to the Germans nearest to it."""
    sheltered, distance = inside(state), state.board.distance
    found: list[tuple[tuple[int, ...], Order]] = []
    for order in legal_of(state, Move) if held(state, GERMAN) else ():
        unit, there = state.setup.unit_numbers[order.names[0]], state.board.at(order.names[1])
        away, _, goal = nearest_germans(state, state.where[unit])
        if unit not in sheltered and away > 1 and distance(there, goal) < away:
            found.append(((distance(there, goal), *nearest_germans(state, there)), order))
    return min(found, key=lambda pair: pair[0], default=((), None))[1]


def _attack(state: State) -> Order | None:
    """Attack the nearest Germans: first those in a unit's own sector, of several the weakest."""
    bound = combat.bound_to_attack(state)
    own = frozenset(state.where[unit] for unit in bound)

    def worth(order: Order) -> tuple[int, ...]:
        place = state.board.at(order.names[0])
        return int(place not in own), men_at(state, place, GERMAN), place

    near_to_bound = [
        order
        for order in legal_of(state, Attack)
        if any(state.board.at(order.names[0]) in combat.strikes(state, unit) for unit in bound)
    ]
    return _best(state, near_to_bound, worth)


PHASES: Final[dict[str, tuple[Callable[[State], Order | None], ...]]] = {
    "gun fire": (_use, _fire),
    "sortie": (_use, _man, _come_out, _close_in),
    "counterattack": (_attack,),
}


# --- its phases -----------------------------------------------------------------------------------


@follows("eben_emael:solo", PhaseBegan, option=SOLITAIRE, clauses=("E-solo-a",))
def the_player_is_german(state: State, event: PhaseBegan, chance: Chance) -> Iterator[Event]:
    """The player is the German side; the Belgian side's phases play themselves."""
    if event.phase.side == BELGIAN:
        yield Asked((Ask("by itself", BELGIAN),))


@answers("eben_emael:solo/phase", "by itself", option=SOLITAIRE, clauses=("E-solo-b", "E-solo-c", "E-solo-e"))
def the_belgians_play_by_themselves(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Special actions are used as soon as they can be; guns fire, men come out, go for the nearest Germans, attack."""
    bare = state.but(asks=state.asks[:-1])
    for choose in PHASES[state.phase.kind]:
        if order := choose(bare):
            rule = state.setup.book.doing(state.phase.kind, type(order))
            yield from rule.function(bare, order, chance)
            return
    yield Answered()
    yield from next_phase(state)


# --- its answers ----------------------------------------------------------------------------------


def _answer(state: State) -> Order:
    """Give what the Belgian side answers: it fires, all join, it holds, and it comes no further."""
    orders = legal(state)
    for kind in (Fire, Join, Ready, Roll, Keep, StayBack, Lose, Strike):
        own = [order for order in orders if isinstance(order, kind)]
        if own:
            return min(own, key=lambda order: _target_worth(state, order)) if kind in (Fire, Strike) else own[0]
    return orders[0]


def _by_itself(base: Base | None, state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    settled = list(base(state, ask, chance)) if base else []
    if settled or ask.side != BELGIAN:
        yield from settled
        return
    order = _answer(state)
    yield from state.setup.book.doing(ask.what, type(order)).function(state, order, chance)


@answers(
    "eben_emael:solo/answering-fire",
    "answering fire",
    option=SOLITAIRE,
    replaces="eben_emael:2.1/no-answer",
    clauses=("E-solo-b",),
)
def the_first_who_moves_is_shot_at(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Whatever Belgian weapon can fire at the first German who moves, fires."""
    return _by_itself(fire.nothing_can_fire, state, ask, chance)


@answers("eben_emael:solo/guns", "guns", option=SOLITAIRE, replaces="eben_emael:4.2/no-guns", clauses=("E-solo-b",))
def machine_guns_fire_by_themselves(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Machine guns fire at whoever attacks."""
    return _by_itself(fire.no_machine_gun_covers_the_attackers, state, ask, chance)


@answers("eben_emael:solo/attackers", "attackers", option=SOLITAIRE, replaces="eben_emael:4.1/all-joined",
         clauses=("E-solo-c",))  # fmt: skip
def all_who_can_join(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """All Belgians who can attack that sector do."""
    return _by_itself(combat.the_only_one_joins, state, ask, chance)


@answers("eben_emael:solo/roll", "roll", option=SOLITAIRE, replaces="eben_emael:4.2/beaten-off", clauses=("E-solo-c",))
def the_dice_fall_by_themselves(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The dice of a Belgian attack are thrown at once."""
    return _by_itself(combat.nobody_is_left_to_attack, state, ask, chance)


@answers("eben_emael:solo/loss", "loss", option=SOLITAIRE, replaces="eben_emael:4.2/one-candidate")
def the_first_takes_the_loss(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Of several Belgians the first takes the loss."""
    return _by_itself(fire.the_only_candidate_loses, state, ask, chance)


@answers("eben_emael:solo/hit", "hit", option=SOLITAIRE, replaces="eben_emael:4.2/one-hit")
def the_first_takes_the_hit(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The same holds for what machine guns cost."""
    return _by_itself(fire.the_only_one_hit_loses, state, ask, chance)


@answers("eben_emael:solo/hold", "give way", option=SOLITAIRE, replaces="eben_emael:4.3/no-way-back")
def belgians_hold(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Belgians who are attacked do not fall back."""
    return _by_itself(falling_back.nowhere_to_go, state, ask, chance)


@answers("eben_emael:solo/stay", "advance", option=SOLITAIRE, replaces="eben_emael:4.3/over")
def belgians_do_not_follow(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """Belgian attackers do not follow: they go below."""
    return _by_itself(falling_back.nobody_can_follow, state, ask, chance)


@answers("eben_emael:solo/strike", "strike", option=SOLITAIRE, clauses=("E-solo-e",))
def the_gun_fires_by_itself(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """A Belgian counter that fires is aimed where most Germans stand open."""
    return _by_itself(None, state, ask, chance)


@answers("eben_emael:solo/canal", "canal", option=SOLITAIRE, clauses=("E-solo-e",))
def the_canal_bunker_goes_by_itself(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The bunker at the canal is chosen in the same way."""
    return _by_itself(None, state, ask, chance)


@answers("eben_emael:solo/toll", "canal toll", option=SOLITAIRE, clauses=("E-solo-e",))
def its_toll_is_thrown_by_itself(state: State, ask: Ask, chance: Chance) -> Iterator[Event]:
    """The die for the Germans there is thrown at once."""
    return _by_itself(None, state, ask, chance)


@follows("eben_emael:solo/below", BattleEnded, option=SOLITAIRE, replaces="eben_emael:6.0/one-fight",
         clauses=("E-solo-d",))  # fmt: skip
def after_the_fight_they_go_below(state: State, event: BattleEnded, chance: Chance) -> Iterator[Event]:
    """After the fight the Belgian units that attacked go down to the tunnels."""
    if state.phase.kind == "counterattack":
        sheltered = inside(state)
        for unit in state.units(sorted((state.spent & state.on_map(BELGIAN)) - sheltered)):
            yield WentBelow(unit.id)
