"""Exercises whose answer is a rule: whoever does the same in other words is right, and the first difference is told."""

import pytest

import fmbook as fm
from fmbook.lessons.exercises import exercises_of
from fmbook.lessons.model_rules import MODELS
from fmbook.lessons.rule_exercises import Craft

CRAFTS = [exercise for exercise in exercises_of("91") if isinstance(exercise.task, Craft)]
each_craft = pytest.mark.parametrize("craft", CRAFTS, ids=lambda exercise: exercise.id)


@each_craft
def test_our_own_rule_is_right_and_two_likely_ones_are_not(craft):
    answers = (*craft.right, *craft.task.wrong)
    assert [craft.answer(MODELS[name]).right for name in answers] == [True, False, False]


@each_craft
def test_no_rule_at_all_is_wrong(craft):
    @fm.forbids("house:nothing", fm.EndPhase)
    def nothing(state, order):
        """It forbids nothing."""
        return iter(())

    marked = craft.answer(nothing)
    assert marked.right is False
    assert marked.text.startswith("Not right: nothing. In turn ")


def test_the_same_rule_in_other_words_is_right():
    @fm.forbids("house:mine", fm.Move)
    def order_by_order(state, order):
        """Judged order by order, not as a set."""
        if "woods" in state.board.features[state.board.at(order.to)]:
            yield fm.Reason("there are trees")

    @fm.forbids("house:mine", fm.Move, bars="hexes")
    def all_but_these(state, unit):
        """All hexes but those without woods."""
        yield fm.Only(frozenset(range(len(state.board.places))) - state.board.having("woods"), "trees")

    for rule in (order_by_order, all_but_these):
        assert fm.ask("91.1").answer(rule).right, fm.ask("91.1").answer(rule)


def test_the_first_difference_names_the_order_the_moment_and_the_hexes():
    marked = fm.ask("91.1").answer(MODELS["no_camp_on_a_hill"])
    assert "In turn 1 of a game with the seed 0, after 0 orders: “move B1 0502” should be allowed" in marked.text
    assert marked.places == ("0502",)
    marked = fm.ask("91.5").answer(MODELS["always_one_less"])
    assert "should be reckoned 5 against 3, and the rule makes it 5 against 2." in marked.text


def test_a_rule_of_the_wrong_form_is_told_what_is_wrong_with_it():
    def unmarked(state, unit):
        """No mark."""

    @fm.forbids("house:x", fm.Move, bars="hexes")
    def returns(state, unit):
        """Returns."""
        return fm.Bar(frozenset(), "no")

    assert "unmarked is no rule. Mark it, for example: @fm.forbids(" in fm.ask("91.1").answer(unmarked).text
    assert "house:x never yields." in fm.ask("91.1").answer(returns).text


def test_a_rule_that_breaks_keeps_its_traceback():
    @fm.forbids("house:x", fm.Move, bars="hexes")
    def breaks(state, unit):
        """A slip of the pen."""
        yield fm.Bar(state.board.having("woods") / 0, "no")

    with pytest.raises(TypeError):
        fm.ask("91.1").answer(breaks)


def test_a_function_is_no_answer_to_a_question_about_a_hex_and_words_are_none_to_a_rule():
    assert fm.ask("01.1").answer(MODELS["mud_in_the_woods"]).right is None
    assert fm.ask("91.1").answer("no woods please").right is None
    assert "box of your own" in fm.ask("91.1").answer("no woods please").text


def test_the_second_hint_names_the_mark():
    assert '@fm.forbids("house:my_rule", fm.Move, bars="units")' in fm.ask("91.3").hint(2).text
    assert '@fm.shifts("house:my_rule")' in fm.ask("91.5").hint(2).text


def test_every_model_belongs_to_an_exercise_and_is_in_force_nowhere():
    named = [name for craft in CRAFTS for name in (*craft.right, *craft.task.wrong)]
    assert sorted(named) == sorted(MODELS)
    assert all(each.rule.id.startswith("model:") for each in MODELS.values())


def test_a_cell_that_ends_with_an_answer_reads_as_a_sentence():
    class Printer:
        said = ""

        def text(self, words: str) -> None:
            self.said += words

    printer, marked = Printer(), fm.ask("91.1").answer(MODELS["no_camp_in_the_woods"])
    marked._repr_pretty_(printer, cycle=False)
    assert printer.said == str(marked)
