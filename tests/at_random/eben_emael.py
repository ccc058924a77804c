"""What must hold in every game of Eben-Emael."""

from fmbook.books.eben_emael.fort import BELGIAN, GERMAN, held, inside, is_weapon, manned, men_at, shut
from fmbook.core.state import DEAD, OFF_MAP, State
from fmbook.play.game import Game
from tests.at_random.playing import Wild, keep_busy

GARRISON = 658


def keeps(before: State | None, game: Game) -> None:
    now = game.state
    men_are_counted(now)
    nobody_is_crowded(now)
    works_keep_their_rules(now)
    counters_lie_in_one_place(now)
    assert game.describe("S05")
    if before:
        nothing_comes_back(before, now)


def men_are_counted(state: State) -> None:
    """Every man is on the map, below, in the air or on a track."""
    lost, on_map = state.facts.get("lost", (0, 0)), state.on_map(BELGIAN)
    up = sum(state.steps[unit.number] for unit in state.units(on_map) if not is_weapon(unit))
    assert state.facts["below"] + up + lost[BELGIAN] == GARRISON
    germans = sum(
        state.steps[unit.number]
        for unit in state.setup.units
        if unit.side == GERMAN and (unit.group == "gliders" or state.where[unit.number] != OFF_MAP)
    )
    extra = 7 if any(u.group == "glider_12" and state.where[u.number] != OFF_MAP for u in state.setup.units) else 0
    assert germans + lost[GERMAN] == 85 + extra
    for unit in state.setup.units:
        assert (state.steps[unit.number] == 0) == (state.where[unit.number] == DEAD)


def nobody_is_crowded(state: State) -> None:
    for side in (GERMAN, BELGIAN):
        assert all(men_at(state, place, side) <= 80 for place in held(state, side))


def works_keep_their_rules(state: State) -> None:
    assert not manned(state) & shut(state)
    assert all(state.setup.units[unit].side == BELGIAN for unit in inside(state))
    assert all(unit.side == BELGIAN for unit in state.setup.units if is_weapon(unit))
    assert all(state.where[unit] in state.board.having("bunker") for unit in inside(state))
    if state.battle:
        assert all(state.setup.units[unit].side == state.battle.side for unit in state.battle.attackers)


def counters_lie_in_one_place(state: State) -> None:
    pool, kept = state.facts.get("pool", ()), state.facts.get("held", ())
    assert len(set(pool)) == len(pool)
    assert len(set(kept)) == len(kept)
    assert not set(pool) & set(kept)


def nothing_comes_back(before: State, now: State) -> None:
    for name in ("sealed", "destroyed", "blocked"):
        assert set(before.facts.get(name, ())) <= set(now.facts.get(name, ()))
    tracks = zip(before.facts.get("lost", (0, 0)), now.facts.get("lost", (0, 0)), strict=True)
    assert all(earlier <= later for earlier, later in tracks)
    assert set(now.facts.get("pool", ())) <= set(before.facts.get("pool", now.facts.get("pool", ())))
    for unit in now.setup.units:
        if before.where[unit.number] == DEAD:
            assert now.where[unit.number] == DEAD


EBEN_EMAEL = Wild(
    "eben_emael",
    keeps,
    kinds="strike place roll use equip move fire hold-fire blow attack join flame ready lose fall-back keep advance "
    "stay-back sally garrison end-phase",
    shown=(("historical", ()), ("full_readiness", ())),
    options=((), ("solitaire",), ("guns-75",), ("german-guns",)),
    eagerly=keep_busy,
)
