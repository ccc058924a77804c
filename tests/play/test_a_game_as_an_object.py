"""A game as a thing of Python: two threads, copies, pickles, its repr, and what callers get of it."""

import copy
import logging
import pickle
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.opponents import opponent
from fmbook.play.game import Game
from fmbook.record.journal import games_folder
from fmbook.record.records import digest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))


def begun(orders: int = 12, scenario: str = "flank") -> Game:
    """A game with orders, one taken back, and a what-if."""
    game, chance = fm.new_game("drill", scenario, 3), Random(1)
    for _ in range(orders):
        game.do(opponent("random")(game, chance))
    game.undo()
    return game


def same(one: Game, other: Game) -> bool:
    return (one.record(), digest(one.state)) == (other.record(), digest(other.state))


# --- two threads ---------------------------------------------------------------------------------


def at_once(*acts: Callable[[], None]) -> list[BaseException]:
    """Do several things in threads of their own; what went wrong in them."""
    together, wrong = Barrier(len(acts)), list[BaseException]()

    def run(act: Callable[[], None]) -> None:
        together.wait()
        try:
            act()
        except BaseException as error:
            wrong.append(error)

    threads = [Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def plays(game: Game, seed: int) -> Callable[[], None]:
    """Return orders, take some back, write the game down in between; orders may come too late."""

    def act() -> None:
        chance = Random(seed)
        for _ in range(60):
            if game.outcome:
                return
            try:
                game.do(opponent("random")(game.at(-1), chance))
                if chance.random() < 0.3:
                    game.undo()
                fm.replay(game.record())
            except fm.RecordError:
                raise
            except FmbookError:  # the order came too late
                pass

    return act


@pytest.mark.parametrize("seed", range(4))
def test_two_threads_on_one_game_break_neither_its_record_nor_its_journal(seed):
    game = fm.new_game("drill", "march", seed)
    journal = game.keep_journal()
    assert at_once(plays(game, seed), plays(game, seed + 100)) == []
    assert same(fm.replay(game.record()), game)
    assert same(fm.load(journal), game)
    assert same(fm.resume(game.code()), game)


# --- another one like it -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made", [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["copy", "copy.copy", "copy.deepcopy", "pickle"],
)  # fmt: skip
def test_a_copy_stands_as_the_game_does_and_goes_its_own_way(made):
    game = begun()
    journal = game.keep_journal()
    before = journal.read_text(encoding="utf-8")
    other = made(game)
    assert same(other, game)
    assert other.journal is None
    other.redo()
    other.undo()
    other.do(other.legal()[0])
    assert not same(other, game)
    assert journal.read_text(encoding="utf-8") == before
    assert list(games_folder().glob("*.txt")) == [journal]
    game.redo()


def test_a_copy_throws_what_the_game_would_and_remembers_what_has_been_seen():
    game = fm.new_game("drill", "flank", 3)
    for order in ("end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire"):
        if order in map(str, game.legal()):
            game.do(order)
    game.do("roll")
    game.undo()
    others = [game.copy(), pickle.loads(pickle.dumps(game))]
    game.do("roll")
    for other in others:
        other.do("roll")
        assert other.record() == game.record()
        assert other.what_if == game.what_if == 1


@fm.forbids("house:sundays", fm.Attack)
def nobody_attacks(state, order):
    """Nobody attacks on Sundays."""
    yield fm.Reason("it is Sunday")


@pytest.mark.parametrize(
    "game",
    [
        fm.new_game("drill", "march", 5),
        fm.new_game("europa_41", options=()),
        begun(),
        fm.new_game("drill", "flank", 5, house_rules=[nobody_attacks]),
        fm.play_out(
            fm.new_game("drill", "flank", 5, house_rules=[nobody_attacks]), {"Blue": "random", "Red": "random"}
        ),
    ],
    ids=["new", "another system", "begun", "house rules", "house rules, over"],
)
def test_the_repr_of_a_game_can_be_pasted_back(game):
    again = eval(repr(game), {"fm": fm, "nobody_attacks": nobody_attacks})
    assert same(again, game)
    assert len(repr(game).splitlines()) == 1


def test_a_game_with_house_rules_is_pickled_with_them():
    game = fm.new_game("drill", "flank", 5, house_rules=[nobody_attacks])
    game.do("end-phase")
    again = pickle.loads(pickle.dumps(game))
    assert same(again, game)
    assert not again.can("attack 0404")


def test_printed_a_game_says_where_it_stands():
    assert str(fm.new_game("drill", "march")).startswith("drill, march: turn 1, Blue movement phase.")


# --- what callers get of it ------------------------------------------------------------------------


def changes(game: Any) -> dict[str, Callable[[], Any]]:
    unit = game.setup.units[0]
    return {
        "labels": lambda: game.board.labels.clear(),
        "borders": lambda: game.board.borders.clear(),
        "style": lambda: game.board.style.update(looks="odd"),
        "figures": lambda: unit.also.update(morale=9),
        "figure": lambda: unit.also.__setitem__("morale", 9),
        "turn": lambda: setattr(game.state, "turn", 9),
        "facts": lambda: game.state.facts.__setitem__("done", ()),
        "data": lambda: game.setup.data.__setitem__("goal", {}),
        "goal": lambda: game.setup.data["goal"].clear(),
        "tables": lambda: game.setup.tables.clear(),
        "force": lambda: game.state.forces[0].at.clear(),
        "forces": lambda: setattr(game.state.forces[0], "at", {}),
        "numbers": lambda: game.setup.unit_numbers.clear(),
        "map": lambda: setattr(game.setup, "board", None),
        "seed": lambda: setattr(game, "seed", 5),
        "viewer": lambda: setattr(game.seen_by(game.sides[0]), "viewer", ""),
        "rules": lambda: setattr(game.setup.book, "costs", ()),
    }


@pytest.mark.parametrize("what", changes(fm.new_game("drill", "march")))
@pytest.mark.parametrize("system", ["drill", "eben_emael"])
def test_what_a_caller_gets_cannot_change_a_game(system, what):
    game = fm.new_game(system)
    before = digest(game.state), game.describe(game.board.places[0]), str(game.unit(game.setup.units[0].id)), game.goals
    with pytest.raises((AttributeError, TypeError)):
        changes(game)[what]()
    again = fm.new_game(system)
    first = again.board.places[0], again.setup.units[0].id
    assert (digest(again.state), again.describe(first[0]), str(again.unit(first[1])), again.goals) == before


@pytest.mark.parametrize("mark", ["forbids", "settles"])
@pytest.mark.parametrize("change", ["state.turn += 1", "state.facts['x'] = 1", "setattr(state, 'asks', ())"])
def test_a_house_rule_that_changes_the_game_is_told_so(mark, change):
    made: dict[str, Any] = {"fm": fm}
    marked = '@fm.forbids("house:x", fm.EndPhase)' if mark == "forbids" else (
        '@fm.settles("house:x", "allowance", replaces="fm:5.1/allowance")'
    )  # fmt: skip
    exec(f'{marked}\ndef x(state, about):\n    """Nothing."""\n    {change}\n    return ()\n', made)
    with pytest.raises(fm.FmbookError, match="house:x changes the game itself"):  # some are asked as a game begins
        fm.new_game("drill", "march", house_rules=[made["x"]]).can("end-phase")


# --- who watches, and what is said of dice ---------------------------------------------------------


def test_a_watcher_that_fails_does_not_undo_the_order_and_is_told_of(caplog):
    game, told = fm.new_game("drill", "march"), []

    def fails() -> None:
        raise RuntimeError("a broken screen")

    game.watch(fails)
    game.watch(lambda: told.append(game.number))
    with caplog.at_level(logging.ERROR, "fmbook"):
        assert game.do("move B1 0402")
        game.undo()
        game.redo()
    assert [str(order) for order in game.orders] == ["move B1 0402"]
    assert told == [1, 2, 3]
    assert "a broken screen" in caplog.text


@pytest.mark.parametrize("said", [[None], [True], [2.5], [[4]], [{}], None])
def test_what_is_no_die_is_not_taken_for_one(said):
    game = fm.new_game("drill", "flank", 3)
    for order in ("end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire"):
        if order in map(str, game.legal()):
            game.do(order)
    if said is None:
        game.do("roll", roll=None)
        assert not game.steps[-1].said
        return
    with pytest.raises(fm.FmbookError, match="A die shows a whole number from 1 to 6"):
        game.do("roll", roll=said)
