"""Whatever a public function or a game's method is called with, the answer is a result or a sentence."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.orders import VERBS
from fmbook.play.game import Game
from fmbook.play.positions import Position

WRONG: list[Any] = [
    None, 5, -1, 17.5, True, b"x", "", "x\0y", "ä" * 5000, "../x", "\ud800", [], {}, (), object(), print, fm, 10**5000,
    -(10**30), float("nan"), ["a", 5], (None,), {5: 5}, {"Blue": 5}, Ellipsis,
]  # fmt: skip
MARCH = fm.new_game("drill", "march", 1)
FLANK = fm.new_game("drill", "flank", 1)
GREEDY = {"Blue": "random", "Red": "random"}
GOOD: dict[str, Mapping[str, Any]] = {
    "answers": {"chapter": "01"},
    "ask": {"id": "01.1"},
    "atlas": {"system": "europa_41"},
    "cards": {},
    "chart": {"system": "drill"},
    "compare": {},
    "coverage": {"system": "drill"},
    "debrief": {},
    "decide": {"id": "10.d1"},
    "desk": {"game": MARCH, "you": None, "opponent": None, "steps": None},
    "differences": {"system": "vimy"},
    "documents": {"system": "vimy"},
    "env": {"system": "drill", "scenario": "march", "options": (), "house_rules": ()},
    "export": {"what": MARCH, "file": "units.csv", "part": "units"},
    "set_up": {"game": fm.new_game("vimy", "free", 1), "file": "units.csv"},
    "glossary": {"word": "step"},
    "hand_in": {"chapter": "00", "games": (), "table": "7", "answers": {"00.1": "1/2"}},
    "language": {"code": "en"},
    "legal_is_can": {"system": "drill", "scenario": "march", "games": 0, "house_rules": ()},
    "lesson": {"chapter": "01"},
    "lives": {"system": "vimy"},
    "load": {"name": "nothing", "house_rules": ()},
    "look_up": {"words": "retreat", "system": "", "provenance": "", "status": ""},
    "measured": {"system": "vimy"},
    "new_game": {"system": "drill", "scenario": "march", "seed": 1, "options": (), "house_rules": ()},
    "order": {"text": "end-phase"},
    "page": {"id": "europa_41:41.E.1"},
    "play_out": {"game": MARCH, "opponents": GREEDY, "seed": 1},
    "play_out_many": {
        "system": "drill",
        "scenario": "march",
        "opponents": GREEDY,
        "count": 1,
        "seeds": None,
        "executor": None,
        "batch": 1,
        "file": None,
        "tell": None,
        "options": (),
        "house_rules": (),
    },
    "players": {},
    "plot": {"results": fm.results("breskens")[:5], "x": "turn", "y": "orders", "house_rules": ()},
    "question": {"id": "20.h1"},
    "reconstructed": {"system": "vimy"},
    "replay": {"text": MARCH.record(), "house_rules": ()},
    "results": {"name": "breskens"},
    "resume": {"code": MARCH.code(), "house_rules": ()},
    "review": {"game": fm.new_game("drill", "no_way_out"), "tell": None},
    "rule": {"id": "vimy:17.5"},
    "rules": {"system": "vimy"},
    "rulings": {"system": "vimy"},
    "scenarios": {"system": "vimy"},
    "show_odds": {"attack": fm.new_game("drill", "no_way_out").battle("mill")},
    "slips": {"system": "vimy"},
    "systems": {},
    "table": {"name": "7", "system": "drill", "scenario": "march", "seed": 1, "options": (), "house_rules": ()},
    "tables": {"system": "vimy"},
    "theatre": {"system": "vimy", "game": None},
    "throws": {"attack": fm.new_game("drill", "no_way_out").battle("mill"), "game": None, "seed": 1},
    "ticket": {"chapter": "01"},
    "trace": {"rule_id": "vimy:17.5"},
    "workshop": {"folder": None},
    "written": {"chapter": "20"},
}
LONG = {"play_out", "play_out_many"}  # of which a right call among the wrong ones would play many games
HOW_MANY = {"games", "count"}  # any number of games is what it says
METHODS: dict[str, Mapping[str, Any]] = {
    "at": {"number": 0},
    "battle": {"target": "mill", "by": None, "support": (), "against": ()},
    "can": {"order": "end-phase"},
    "describe": {"hex": "mill"},
    "do": {"order": "end-phase", "roll": None},
    "hand": {"side": "Blue"},
    "hint": {"level": 1},
    "keep_journal": {"folder": None, "chapter": ""},
    "legal": {"unit": None},
    "outlook": {"order": "end-phase"},
    "reach": {"unit": "B1"},
    "record": {"checked": False},
    "remark": {"text": "10.d1 (a)"},
    "save": {"name": "x"},
    "seen_by": {"side": "Blue"},
    "unit": {"name": "B1"},
    "units": {"side": None, "at": None, "near": None},
    "watched_by": {"hex": "mill"},
    "zone": {"side": "Blue"},
}


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))


def wrong_calls(good: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Each argument in turn replaced by what it cannot be."""
    return ({**good, name: value} for name in good for value in WRONG if name not in HOW_MANY or not _is_number(value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def went_wrong(call: Callable[..., Any], **given: Any) -> str:
    """Call, and tell what came that is neither a result nor a sentence."""
    try:
        call(**given)
    except FmbookError as refused:
        said = str(refused)
        return "" if said and len(said) < 2000 else f"{given!r:.200}: {said!r:.200}"
    except Exception as error:
        if isinstance(error, TypeError) and error.__traceback__ and not error.__traceback__.tb_next:
            return ""  # Python's own sentence about how this is called
        return f"{given!r:.200}: {type(error).__name__}: {error!s:.200}"
    return ""


def functions() -> set[str]:
    return {name for name in {*fm.__all__, *fm._ON_DEMAND} if inspect.isfunction(inspect.unwrap(getattr(fm, name)))}


def test_every_public_function_is_tried():
    assert functions() == set(GOOD)


@pytest.mark.parametrize("name", sorted(set(GOOD) - LONG))
def test_a_function_answers_wrong_arguments_in_a_sentence(name):
    call = getattr(fm, name)
    assert [wrong for given in wrong_calls(GOOD[name]) if (wrong := went_wrong(call, **given))] == []
    assert not went_wrong(call, nonsense=5, **GOOD[name])
    assert not went_wrong(partial(call, *WRONG))


@pytest.mark.parametrize("name", sorted(LONG))
def test_what_plays_games_answers_wrong_arguments_in_a_sentence(name):
    for given in wrong_calls(GOOD[name]):
        if given != GOOD[name]:
            fresh = {"game": fm.new_game("drill", "march")} if given.get("game") is MARCH else {}
            assert went_wrong(getattr(fm, name), **{**given, **fresh}) == ""


@pytest.mark.parametrize("name", METHODS)
def test_a_method_of_a_game_answers_wrong_arguments_in_a_sentence(name):
    good = METHODS[name]
    for given in wrong_calls(good):
        game = fm.new_game("drill", "no_way_out", 1)
        assert went_wrong(getattr(game, name), **given) == ""
    assert not went_wrong(getattr(game, name), nonsense=5, **good)


def test_every_method_that_takes_something_is_tried():
    methods = {**vars(Position), **vars(Game)}
    found = {
        name
        for name, method in methods.items()
        if inspect.isfunction(method) and name[0] != "_" and len(inspect.signature(method).parameters) > 1
    }
    engine = {"give", "tried", "take", "has_seen", "recall", "entries_at", "watch", "unwatch", "legal_of", "kept_by"}
    assert found - engine == set(METHODS)


@pytest.mark.parametrize("kind", VERBS.values(), ids=VERBS)
def test_an_order_with_names_that_are_none_is_refused(kind):
    for value in WRONG:
        if not kind.takes:
            return
        assert went_wrong(lambda value=value: FLANK.can(kind(*[value] * len(kind.takes)))) == ""
        assert went_wrong(lambda value=value: FLANK.do(kind(*[value] * len(kind.takes)))) == ""


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        (fm.rule, (17.5,), 'fm.rule: “id” is to be a text, such as "vimy:17.5", and not 17.5 (float).'),
        (fm.load, (5,), "fm.load: “name” is to be a text or a pathlib.Path, and not 5 (int)."),
        (fm.rules, ({},), 'fm.rules: “system” is to be a text, such as "vimy", and not a thing of the type dict.'),
        (MARCH.unit, (0,), "game.unit: “name” is to be a text, and not 0 (int)."),
        (
            fm.debrief,
            ("vimy",),
            """fm.debrief: “games” is to be a game, as fm.new_game("vimy") makes one, and not 'vimy' (str).""",
        ),
        (
            fm.new_game,
            ("drill", "march", 10**5000),
            "“a longer number” is no seed: a whole number of at most 18 digits",
        ),
        (
            partial(fm.play_out_many, opponents=GREEDY, count=3),
            ("drill", 100),
            "fm.play_out_many: how many games is said twice, in place of a scenario and as count.",
        ),
        (
            fm.play_out,
            (fm.new_game("drill", "march"), {"Blue": "greedy"}),
            "No opponent for “Red” in the opponents of this game; name both: "
            '{"Blue": "greedy", "Red": "greedy"}.',
        ),
    ],
)  # fmt: skip
def test_a_wrong_call_is_answered_in_one_sentence(call, given, says):
    with pytest.raises(FmbookError) as refused:
        call(*given)
    assert str(refused.value) == says


def test_many_games_are_played_of_the_scenario_that_comes_second_as_in_a_new_game():
    played = fm.play_out_many("drill", "march", opponents=GREEDY, count=2, seeds=[5, 6, 7])
    assert [game.seed for game in played] == [5, 6]
    assert all("scenario: march\n" in game.record for game in played)
    assert [game.seed for game in fm.play_out_many("drill", opponents=GREEDY, seeds=[8])] == [8]
    assert len(fm.play_out_many("drill", "march", opponents=GREEDY, count=0)) == 0
    assert [game.seed for game in fm.play_out_many("drill", 2, opponents=GREEDY)] == [0, 1]
