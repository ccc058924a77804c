"""The engine in machine code: the same games, lists and refusals; an edited module runs as it was edited."""

import os
import subprocess
import sys
from functools import reduce
from importlib.util import module_from_spec
from operator import or_
from pathlib import Path
from random import Random
from shutil import which
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fmbook as fm
from fmbook import native, rows
from fmbook.__main__ import main
from fmbook.commands import compiling
from fmbook.ground.seats import Marked, Seats
from fmbook.mechanics import marching
from fmbook.mechanics.supply import traced
from fmbook.mechanics.waves import flooded
from fmbook.orders import Order
from fmbook.rulebooks.veritable import paces
from tests import record

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("native")]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".cache" / "native-tested"  # what has not changed since is not compiled again
COMPILER = which("cc") or which("gcc") or which("clang") or (os.name == "nt" and which("cl"))
TELL = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from random import Random
import fmbook as fm
from importlib import import_module
from fmbook.native import modules, running_compiled
from fmbook.records import digest

for name, source in modules():
    if source.suffix == ".py":  # others are there only when compiled, and are asked for by the engine itself
        import_module(name)
for path in map(Path, sys.argv[1:]):
    game = fm.load(path)
    print(path.name, digest(game.state), digest(fm.resume(game.code()).state), game.diary)
lot = Random(1)
for system in fm.systems():
    for scenario in fm.scenarios(system):
        game = fm.new_game(system, scenario, 5)
        before = game.legal()
        for _ in range(60):
            if game.outcome:
                break
            game.do(lot.choice(game.legal()))
            print(system, scenario, game.prompt, digest(game.state), len(game.legal()))
            for order in lot.sample(before, min(3, len(before))):
                print(game.can(order))
            before = game.legal()
print("compiled:", running_compiled(), file=sys.stderr)
"""


def told(switch: Path | str) -> tuple[list[str], int]:
    """Give what a fresh process tells of all games, and how many modules ran compiled in it."""
    command = [sys.executable, "-c", TELL, *map(str, sorted(record.FOLDER.glob("*.txt")))]
    variables = {**os.environ, native.SWITCH: str(switch), "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=variables, check=False, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), int(done.stderr.rpartition("compiled: ")[2])


@pytest.fixture(scope="module")
def compiled():
    if not COMPILER:
        pytest.skip("no C compiler on PATH")
    command = [sys.executable, "-m", "fmbook", "compile"]
    variables = {**os.environ, native.SWITCH: str(FOLDER), "PYTHONPATH": str(ROOT), "CFLAGS": "-O0"}  # soon done
    done = subprocess.run(command, cwd=ROOT, env=variables, check=False, capture_output=True, text=True)
    return SimpleNamespace(code=done.returncode, said=done.stdout + done.stderr)


def test_every_module_of_the_engine_can_be_compiled(compiled):
    assert compiled.code == 0, compiled.said


def test_the_compiled_engine_plays_lists_and_refuses_as_python_does(compiled):
    as_python, none = told("0")
    as_machine_code, count = told(FOLDER)
    assert none == 0
    assert count == len(list(native.modules()))
    assert len(as_python) > 1000
    for one, other in zip(as_python, as_machine_code, strict=True):
        assert other == one


def test_an_edited_module_runs_as_it_was_edited(compiled, monkeypatch, tmp_path):
    name, source = next(native.modules())
    assert native.Native(FOLDER).find_spec(name)
    edited = tmp_path / source.name
    edited.write_bytes(source.read_bytes() + b"\n# a thought\n")
    monkeypatch.setattr(native, "modules", lambda: [(name, edited)])
    assert not native.Native(FOLDER).find_spec(name)


def test_modules_beside_the_engine_are_never_compiled(compiled):
    assert not native.Native(FOLDER).find_spec("fmbook.data")
    assert not native.Native(FOLDER).find_spec("json")


# --- words ------------------------------------------------------------------------------------


def loaded(name: str) -> ModuleType:
    """Load a compiled module for itself: the engine of these tests runs on without it."""
    spec = native.Native(FOLDER).find_spec(name)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules.pop(spec.name, None)
    return module


@pytest.fixture(scope="module")
def words(compiled):
    return loaded("fmbook.ground.words")


@pytest.fixture(scope="module")
def spreads(compiled):
    return loaded("fmbook.ground.spreads")


@pytest.mark.parametrize(("system", "scenario"), [("vimy", "battle"), ("scheldt", "campaign"), ("drill", "sectors")])
def test_a_flood_in_machine_words_gives_what_long_numbers_give(words, system, scenario):
    kit, lot, compared = fm.new_game(system, scenario).kit, Random(2), 0
    every, width = kit.board.seats.every, kit.board.seats.every.bit_length()
    for kind in {marching.mover(fm.new_game(system, scenario).state, unit) for unit in kit.units}:
        steps = kit.ways(kind).waves
        in_words = words.Flooding(steps, width)
        for _ in range(150):
            most, begin = lot.randrange(25), lot.choice((0, 0, 3))
            levels = [lot.choice(kit.board.seats.bit) if lot.random() < 0.3 else 0 for _ in range(most + 1)]
            free, going = (every & ~(lot.getrandbits(width) & lot.getrandbits(width)) for _ in range(2))
            wanted = flooded(steps, list(levels), free, going, begin)
            found = in_words(list(levels), free, going, begin)
            assert [found[price] for price in range(len(found))] == wanted
            assert found.every == reduce(or_, wanted)
            seats = [lot.randrange(width) for _ in range(20)]
            prices = [next((price for price, level in enumerate(wanted) if level >> seat & 1), None) for seat in seats]
            assert list(map(found.price, seats)) == prices
            compared += sum(wanted) > sum(levels)
    assert compared > 10


@given(st.lists(st.integers(0, 2000), min_size=1, unique=True), st.data())
def test_places_are_summed_and_found_in_machine_words_as_in_long_numbers(words, order, data):
    seats = Seats(order)
    seating = words.Seating(tuple(order), seats.at)
    places = data.draw(st.sets(st.integers(0, len(order) - 1)))
    bits = seating.summed(places)
    assert bits == sum(1 << order[place] for place in places) == seats.bits(places)
    assert seating.found(bits) == seats.places(bits)
    assert [seating.nth(bits, n) for n in range(len(places))] == seats.places(bits)
    with pytest.raises(IndexError):
        seating.summed({len(order)})
    with pytest.raises(IndexError):
        seating.nth(bits, len(places))
    with pytest.raises((IndexError, OverflowError)):
        seating.found(1 << max(order) + 1)


@pytest.mark.parametrize(("system", "scenario"), [("vimy", "battle"), ("scheldt", "campaign"), ("drill", "march")])
def test_orders_are_picked_in_machine_words_as_one_by_one(words, monkeypatch, system, scenario):
    kit, lot = fm.new_game(system, scenario).kit, Random(3)
    seats, places = kit.board.seats, range(len(kit.board.places))
    row = kit.row(fm.Move, 0)
    assert not rows.IN_WORDS
    for share in (0.0, 0.05, 0.3, 1.0, 0.3):
        within = Marked(seats, seats.bits({place for place in places if lot.random() < share}))
        held = frozenset(place for place in places if lot.random() < 0.2)
        for barred in ([], [held], [Marked(seats, seats.bits(held)), frozenset({0}), frozenset()]):
            wanted: list[Order] = [fm.EndPhase(), *row.cut(within, barred)]
            found = wanted[:1]
            with monkeypatch.context() as compiled:
                compiled.setattr(rows, "IN_WORDS", True)
                compiled.setattr(rows, "Listing", words.Listing, raising=False)
                row.add(found, within, barred)
            assert found == wanted
            assert all(one is other for one, other in zip(found[1:], wanted[1:], strict=True))


def test_what_is_no_seat_is_refused_not_looked_for(words):
    listing = words.Listing({0: fm.EndPhase()}, [0])
    with pytest.raises(IndexError):
        listing(2, 0, [])
    with pytest.raises(TypeError):
        listing(True, 0, [])


# --- spreads ----------------------------------------------------------------------------------


def some(lot: Random, places: range, count: int) -> frozenset[int]:
    return frozenset(lot.sample(places, lot.randrange(count)))


@pytest.mark.parametrize("kind", ["ground", "boats"])
def test_marches_over_arrays_are_those_over_lists(spreads, kind):
    kit, lot, everywhere, reached = fm.new_game("veritable", "operation").kit, Random(4), range(192), 0
    ways = kit.ways(kind)
    pacing = spreads.Pacing(ways.leads, ways.seats.bit)
    for _ in range(400):
        held, enemies = some(lot, everywhere, 60), some(lot, everywhere, 20)
        ground = paces.Ground(ways, held, enemies, None)
        closed, most = held & some(lot, everywhere, 60), lot.randrange(16)
        start = lot.choice(sorted(kit.all_places - closed - enemies))
        forces = start not in held and lot.random() < 0.7
        wanted = paces.searched(ground, start, most, closed, forces)
        best, forced, bits = pacing(ground.marks, start, most, closed, forces, paces.TOLL)
        assert list(ways.seats.places(bits)) == sorted(wanted.reach)
        for prices, those in ((best, wanted.best), (forced, wanted.forced)):
            assert list(prices) == [min(price, 255) for price in those]
        for to in wanted.reach:
            usual = best[to] <= most
            there = (ground.marks if usual else b"", start, to, most, paces.TOLL)
            assert pacing.way(best if usual else forced, *there) == paces.back(
                ground, wanted.best if usual else wanted.forced, usual, start, to, most
            )
        to = lot.choice(everywhere)
        assert pacing.far(ground.marks, start, to, 300, paces.TOLL) == paces.measured(ground, start, to, 300)
        reached += len(wanted.reach)
    assert reached > 4000


def test_marches_that_bytes_cannot_hold_or_places_that_are_not_there_are_refused(spreads):
    pacing = spreads.Pacing([[(1, 1)], [(1, 0)]], [1, 2])
    assert pacing(b"\0\0", 0, 127, (), False, 2)[0] == b"\0\1"
    for wrong, error in (
        ((b"\0\0", 0, 128, (), False, 2), OverflowError),
        ((b"\0\0", 2, 9, (), False, 2), IndexError),
        ((b"\0\0", 0, 9, {2}, False, 2), IndexError),
        ((b"\0", 0, 9, (), False, 2), ValueError),
    ):
        with pytest.raises(error):
            pacing(*wrong)
    with pytest.raises(ValueError, match="its price"):
        pacing.way(b"\0", b"", 0, 1, 9, 2)
    with pytest.raises(AssertionError):
        pacing.way(b"\0\5", b"", 0, 1, 9, 2)
    with pytest.raises(IndexError):
        spreads.Pacing([[(1, 2)], []], [1, 2])


def test_chains_over_arrays_are_those_over_sets(spreads):
    kit, lot, everywhere, linked = fm.new_game("veritable", "operation").kit, Random(5), range(192), 0
    seats, neighbours = kit.board.seats, kit.board.neighbours
    linking = spreads.Linking(neighbours, seats.bit)
    for _ in range(400):
        sources, blocked = some(lot, everywhere, 9), some(lot, everywhere, 90)
        steps = lot.choice((None, None, 0, 1, 3))
        wanted = traced(neighbours, sources, blocked, steps=steps)
        assert seats.places(linking(sources, blocked, steps)) == sorted(wanted)
        linked += len(wanted)
    assert linked > 4000
    with pytest.raises(IndexError):
        linking({192}, ())


# --- compiling, with one small module ---------------------------------------------------------


@pytest.fixture
def engine(monkeypatch, tmp_path):
    """An engine of one module, and a folder for what is made of it."""
    source = tmp_path / "dice.py"
    source.write_text("def thrown() -> int:\n    return 4\n", encoding="utf-8")
    monkeypatch.setenv(native.SWITCH, str(tmp_path / "made"))
    monkeypatch.setattr(compiling, "modules", lambda: [("fmbook.dice", source)])
    return source


def made(engine: Path) -> list[str]:
    return sorted(path.name for path in (engine.parent / "made").glob("*"))


@pytest.mark.skipif(not COMPILER, reason="no C compiler on PATH")
def test_compiling_again_compiles_what_has_changed_and_drops_the_old(engine, capsys):
    assert main(["compile"]) == 0
    assert capsys.readouterr().out == "\r1 of 1 modules\nThe engine is compiled.\n"
    first = made(engine)
    assert len(first) == 1
    assert main(["compile"]) == 0
    assert capsys.readouterr().out == "The engine is compiled, and was before.\n"
    assert made(engine) == first
    engine.write_text("def thrown() -> int:\n    return 5\n", encoding="utf-8")
    assert main(["compile"]) == 0
    assert len(made(engine)) == 1
    assert made(engine) != first


def test_a_module_that_cannot_be_translated_stays_python_and_is_named(engine, capsys):
    engine.write_text("def thrown() -> int:\n    return nobody knows\n", encoding="utf-8")
    assert main(["compile"]) == 1
    assert "fmbook.dice stays Python" in capsys.readouterr().out
    assert not made(engine)


def test_without_cython_a_sentence_says_what_to_install(engine, capsys, monkeypatch):
    monkeypatch.setattr(compiling, "find_spec", lambda tool: None)
    assert main(["compile"]) == 2
    assert 'pip install "fmbook[native]"' in capsys.readouterr().err


def test_removing_takes_only_what_was_compiled(engine, capsys):
    folder = engine.parent / "made"
    folder.mkdir()
    (folder / f"fmbook.dice.0123{native.SUFFIX}").touch()
    own = folder / f"somebody{native.SUFFIX}"
    own.touch()
    assert main(["compile", "--remove"]) == 0
    assert list(folder.iterdir()) == [own]
    own.unlink()
    assert main(["compile", "--remove"]) == 0
    assert not folder.exists()
    assert "runs as Python" in capsys.readouterr().out


def test_switched_off_they_are_still_kept_in_the_package(monkeypatch):
    for off in ("0", ""):
        monkeypatch.setenv(native.SWITCH, off)
        assert native.home() == native.PACKAGE / "__native__"


def test_tests_themselves_run_the_engine_as_python():
    assert os.environ[native.SWITCH] == "0"
    assert not native.running_compiled()
    assert fm.native is native
