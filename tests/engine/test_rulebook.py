"""A rulebook is a list of cited functions; made ready for play it is sorted, and refused if it contradicts itself."""

import re
from itertools import product
from typing import Any

import pytest

import fmbook as fm
from fmbook.books.drill import DRILL
from fmbook.books.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.books.systems import rulebooks
from fmbook.core.events import Halted, Moved
from fmbook.core.orders import VERBS, Order
from fmbook.engine.resolution import Runaway
from fmbook.engine.rulebook import Question, Rule, Rulebook, RuleClash, answers, does
from fmbook.engine.ruleset import Ruleset
from tests.tools.positions import position

OPTIONS = ("landing", "sectors", "stacks")
BOOKS = rulebooks()


def rule_of(function: Any) -> Rule:
    assert isinstance(function.rule, Rule)
    return function.rule


@fm.forbids("toy:1", fm.Move, bars="units")
def nobody(state, side):
    """Nobody moves.

    Not even at night.
    """
    yield fm.Only(frozenset(), "{unit} stays")


@fm.forbids("toy:1/again", fm.Move, bars="hexes", replaces="toy:1")
def nowhere(state, unit):
    """Nobody moves anywhere,
    wherever that is.
    """
    yield fm.Only(frozenset(), "{to} is nowhere")


def book(*rules: Any, below: Rulebook | None = None, questions: tuple[Question, ...] = ()) -> Rulebook:
    if below:
        return below.extended("toy", "Toy", *rules, questions=questions)
    return Rulebook.of("toy", "Toy", *rules, questions=questions)


# --- one rule ------------------------------------------------------------------------------------


def test_a_rule_says_its_first_sentence_and_knows_its_section():
    rule = rule_of(nowhere)
    assert rule.says == "Nobody moves anywhere, wherever that is."
    assert rule_of(nobody).says == "Nobody moves."
    assert (rule.id, rule.section, rule.mark, rule.about, rule.grain) == (
        "toy:1/again", "toy:1", "forbids", fm.Move, "hexes",
    )  # fmt: skip
    assert rule.replaces == ("toy:1",)


@pytest.mark.parametrize("written", BOOKS, ids=lambda written: written.id)
def test_every_rule_of_every_book_is_well_formed(written):
    for rule in written.all_rules:
        assert re.fullmatch(r"\w+:[\w.]+(/[\w-]+)?", rule.id), rule.id
        assert rule.says.endswith("."), rule.id
        assert rule_of(rule.function) is rule, rule.id
        assert rule.mark not in ("settles", "advises") or isinstance(rule.about, str)
    ids = [rule.id for rule in written.all_rules]
    assert len(ids) == len(set(ids))


def test_rules_stand_in_the_order_of_the_booklet():
    ids = [rule.id for rule in FIRE_AND_MOVEMENT.rules]
    for before, after in (("fm:3.0", "fm:4.1"), ("fm:5.1/own", "fm:5.3"), ("fm:7.1", "fm:7.9"), ("fm:7.9", "fm:8.3")):
        assert ids.index(before) < ids.index(after)


# --- a book on another ----------------------------------------------------------------------------


def test_a_book_on_another_has_its_rules_too_and_replaces_some():
    upper = book(nowhere, below=book(nobody))
    assert [rule.id for rule in upper.all_rules] == ["toy:1", "toy:1/again"]
    assert [rule.id for rule in Ruleset(upper).rules] == ["toy:1/again"]
    assert Ruleset(upper).rule("toy:1") is None
    assert Ruleset(upper).rule("toy:1/again") is rule_of(nowhere)


def test_a_question_may_be_put_anew_by_a_book_above():
    asked, anew = (Question("who", (fm.Ready,), text, "toy:1") for text in ("Who?", "Who else?"))
    upper = book(below=book(questions=(asked,)), questions=(anew,))
    assert Ruleset(upper).questions["who"] is anew


def test_only_functions_written_in_a_module_are_its_rules():
    """What a rulebook imports from another one is not written twice."""
    from fmbook.books.drill import landing

    found = Rulebook.of("toy", "Toy", landing).rules
    assert {rule.function.__module__ for rule in found} == {landing.__name__}


# --- options --------------------------------------------------------------------------------------


def test_an_option_switches_its_rules_on():
    plain, stacks = Ruleset(DRILL), Ruleset(DRILL, ("stacks",))
    assert plain.settled["full hexes"].id == "fm:5.3"
    assert stacks.settled["full hexes"].id == "drill:2.1"
    assert plain.rule("drill:2.1") is None
    assert stacks.rule("fm:5.3") is None


def test_an_option_that_does_not_exist_is_answered_with_those_that_do():
    with pytest.raises(RuleClash) as clash:
        Ruleset(DRILL, ("stakcs",))
    assert str(clash.value) == "Drill has no option “stakcs”. Its options are: landing, sectors, stacks."
    with pytest.raises(RuleClash, match=r"no option “x”. It has no options."):
        Ruleset(FIRE_AND_MOVEMENT, ("x",))


@pytest.mark.parametrize("options", [(), ("stacks",), ("landing",), ("sectors",)], ids="-".join)
def test_every_order_on_offer_is_carried_out_by_a_rule(options):
    ready = Ruleset(DRILL, options)
    for question in ready.questions.values():
        for kind in question.offers:
            needs = {
                rule.option for rule in DRILL.all_rules if rule.mark == "does" and rule.about == (kind, question.what)
            }
            if not needs or needs & {"", *options}:
                assert ready.doing(question.what, kind)


def test_options_that_settle_one_question_twice_clash():
    with pytest.raises(RuleClash, match=r"settle “(full hexes|arithmetic|odds|consequences)”\. Let one replace"):
        Ruleset(DRILL, ("sectors", "stacks"))


# --- made ready for play ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", VERBS.values(), ids=VERBS)
def test_rules_are_sorted_by_what_they_speak_of(kind):
    ready = Ruleset(DRILL)
    guard = ready.guard(kind)
    forbidding = [rule for rule in ready.rules if rule.mark == "forbids" and rule.about is kind]
    assert len(forbidding) == len(guard.first) + len(guard.second) + len(guard.whole)
    assert {check.rule.grain for check in guard.whole} <= {"order"}
    assert [check.rule for check in guard.listed] == [
        rule for rule in forbidding if rule.grain == "order" and rule.listed
    ]
    for checks, sort in zip((guard.first, guard.second), kind.takes, strict=False):
        assert {check.rule.grain for check in checks} <= {{"unit": "units", "hex": "hexes", "marker": "markers"}[sort]}


def test_an_excuse_stands_beside_the_rule_that_it_lifts():
    @fm.excuses("toy:2", from_rule="toy:1")
    def some(state, side):
        """Some do."""
        yield fm.Excuse(frozenset({1}), "scouts")

    [check] = Ruleset(book(nobody, some)).guard(fm.Move).first
    assert (check.rule.id, check.lifts) == ("toy:1", (some,))


def test_a_rule_for_one_question_goes_before_the_rule_for_all():
    @does("toy:3", fm.Roll)
    def any_roll(state, order, chance):
        """Throw."""
        yield

    @does("toy:4", (fm.Roll, "morale"))
    def morale(state, order, chance):
        """Throw for morale."""
        yield

    ready = Ruleset(book(any_roll, morale))
    assert ready.doing("morale", fm.Roll).id == "toy:4"
    assert ready.doing("roll", fm.Roll).id == "toy:3"


# --- clashes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "about", "said"),
    [
        (does, fm.Roll, "do “Roll”"),
        (does, (fm.Roll, "morale"), "do “Roll for morale”"),
        (answers, "roll", "answer “roll”"),
        (fm.settles, "zone", "settle “zone”"),
    ],
)
def test_two_rules_for_one_act_clash(mark, about, said):
    @mark("toy:5", about)
    def one(*told):
        """One."""

    @mark("toy:6", about)
    def other(*told):
        """Another."""

    with pytest.raises(RuleClash) as clash:
        Ruleset(book(one, other))
    assert str(clash.value) == f'Both toy:5 and toy:6 {said}. Let one replace the other: replaces="toy:5".'


def test_one_id_for_two_functions_is_refused():
    with pytest.raises(
        RuleClash, match=r"toy:1 stands twice in Toy\. Give each function a name of its own: toy:1/name"
    ):
        Ruleset(book(nobody, nobody))


def test_a_replaced_rule_must_exist():
    with pytest.raises(RuleClash, match="toy:1/again replaces toy:1, which Toy does not have"):
        Ruleset(book(nowhere))


@pytest.mark.parametrize(
    ("kind", "grain"),
    [
        pair
        for pair in product(VERBS.values(), ("units", "hexes", "markers"))
        if pair[1][:3] not in "".join(pair[0].takes)
    ],
)
def test_a_rule_that_bars_what_its_order_does_not_name_is_refused(kind: type[Order], grain):
    @fm.forbids("toy:7", kind, bars=grain)
    def wrong(state, about):
        """Wrong."""
        yield

    with pytest.raises(RuleClash, match=f"toy:7 bars {grain}, but {kind.__name__} (speaks of|names nothing)"):
        Ruleset(book(wrong))


def test_a_mark_may_be_used_on_a_function_only_once_a_sentence_is_there():
    with pytest.raises(RuleClash, match="toy:8 has no docstring"):
        fm.settles("toy:8", "zone")(lambda state, side: frozenset())


# --- in play -------------------------------------------------------------------------------------


def test_rules_that_set_each_other_off_without_end_are_found():
    @fm.follows("house:echo", Moved)
    def echo(state, event, chance):
        """Every march is marched again."""
        yield Moved(event.unit, event.start, event.to)

    game = position("a b\n c d", "B1 1-1-5 a", "R1 1-1-5 d", house_rules=[echo])
    state = game.state
    with pytest.raises(Runaway, match="house:echo and the rules that follow from it set each other off without end"):
        game.do("move B1 b")
    assert game.state is state


def test_what_follows_from_an_event_carries_its_own_rule():
    @fm.follows("house:tired", Moved)
    def tired(state, event, chance):
        """Who has marched goes no further."""
        yield Halted(event.unit)

    game = position("a   b\n  c   d", "B1 1-1-5 a", "R1 1-1-5 d", house_rules=[tired])
    game.do("move B1 b")
    assert [entry.rule for entry in game.steps[-1].entries][:2] == ["fm:5.1/march", "house:tired"]
    assert "B1 goes no further.  [house:tired]" in str(game.diary)


def test_a_list_need_not_ask_what_only_a_pinned_way_can_break():
    asked: list[Order] = []

    @fm.forbids("house:pinned", fm.Move, listed=False)
    def pinned(state, order):
        """No march is pinned."""
        asked.append(order)
        if order.via:
            yield fm.Reason("the way is pinned")

    game = position("a   b\n  c   d", "B1 1-1-5 a", "R1 1-1-5 d", house_rules=[pinned])
    asked.clear()
    assert fm.Move("B1", "b") in game.legal()
    assert asked == []
    assert game.can("move B1 b")
    assert not game.can("move B1 b via c")
    assert len(asked) == 2
