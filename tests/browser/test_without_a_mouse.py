"""Every chapter from end to end without a mouse, by keys or by typed lines alone; and every control has a name."""

import re
from typing import Any

import pytest

import fmbook as fm
from fmbook.lessons.exercises import Exercise, exercises_of
from fmbook.lessons.lessonfile import lesson_names

FOCUS = "() => { const e = document.activeElement; return e.matches('.jp-Cell') ? 'CELL' : e.tagName }"
INSIDE = "() => Boolean(document.activeElement.closest('.fmbook-exercise'))"
QUESTION = "() => document.activeElement.closest('.fmbook-exercise').querySelector('.fmbook-when').innerText"
TABS = 16  # from a cell into its question, or from one question into the next, past the rules that an answer names
NAMELESS = re.compile(r"^\s*- (?:button|textbox|combobox|checkbox|slider|spinbutton|radio|application)(?: \[.*\])?:?$")

each_chapter = pytest.mark.parametrize("chapter", lesson_names())


def asked(chapter: str) -> dict[str, Exercise]:
    return {exercise.id: exercise for exercise in exercises_of(chapter)}


# --- by keys ----------------------------------------------------------------------------------------------


class Hands:
    """Ten fingers on a keyboard."""

    def __init__(self, lab: Any) -> None:
        self.page = lab.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def run_cell(self) -> str:
        """Shift and Enter; gives what the cell said, when the kernel is done with it and it has the focus again."""
        content = "window.jupyterapp.shell.currentWidget.content"
        number, source = self.page.evaluate(
            f"[{content}.activeCellIndex, {content}.activeCell.model.sharedModel.source]"
        )
        self.press("Shift+Enter")
        done = "([number]) => { const cell = CONTENT.widgets[number]; return CONTENT.activeCellIndex > number && "
        done += (
            "(cell.model.type !== 'code' || cell.model.executionState !== 'running' && !!cell.model.executionCount) }"
        )
        self.page.wait_for_function(done.replace("CONTENT", content), arg=[number])
        return str(source)

    def into_question(self) -> str:
        """Tab on to a question, or to the next one; gives its number."""
        before = self.page.evaluate(QUESTION) if self.page.evaluate(INSIDE) else ""
        for _ in range(TABS):
            self.press("Tab")
            if self.page.evaluate(INSIDE) and self.page.evaluate(QUESTION) != before:
                return str(self.page.evaluate(QUESTION)).split()[-1]
        raise AssertionError(f"no question within {TABS} tabs after “{before}”")

    def answer(self, exercise: Exercise) -> None:
        if not exercise.choices:
            self.on_to("INPUT")
            self.page.keyboard.type(exercise.right[0])
            self.press("Enter")
        else:
            labels = [label for label, answer in exercise.choices.items() if answer in exercise.right]
            self.on_to("BUTTON", labels[0])
            self.press("Space")
        box = self.page.locator(".fmbook-exercise").filter(has_text=exercise.title)
        box.locator(".fmbook-status", has_text=re.compile("^✓ Right")).wait_for()

    def on_to(self, tag: str, label: str = "") -> None:
        for _ in range(TABS):
            self.press("Tab")
            here = self.page.evaluate("() => document.activeElement.innerText")
            if self.page.evaluate(FOCUS) == tag and (not label or here.strip() == label):
                return
        raise AssertionError(f"no {tag} {label} within {TABS} tabs")

    def back_to_cell(self) -> None:
        for _ in range(5 * TABS):
            if self.page.evaluate(FOCUS) == "CELL":
                return
            self.press("Shift+Tab")
        raise AssertionError("Shift and Tab do not lead back to the cell")


@each_chapter
def test_a_chapter_is_finished_by_keys_alone_and_takes_typed_lines(lab, chapter):
    lab.open(chapter)
    finish_by_keys(lab, chapter)
    lab.unfold()
    finish_by_typed_lines(lab, chapter)
    for other in lab.page.locator(".fmbook-theatre, .fmbook-head").all():
        assert nameless(other) == []


def finish_by_keys(lab: Any, chapter: str) -> None:
    hands, left = Hands(lab), asked(chapter)
    cells = lab.page.evaluate("window.jupyterapp.shell.currentWidget.content.widgets.length")
    for _ in range(cells - 1):
        source = hands.run_cell()
        if "fm.ask(" in source or "fm.ticket(" in source:
            hands.press("ArrowUp")
            for _ in range(source.count("fm.ask(") or 3):
                hands.answer(left.pop(hands.into_question()))
            hands.back_to_cell()
            hands.press("ArrowDown")
    assert list(left) == []


def finish_by_typed_lines(lab: Any, chapter: str) -> None:
    """The first question of each sort; that each has its answers told, the tests of lessons hold."""
    sorts = set[str]()
    for exercise in exercises_of(chapter):
        box = found(lab, exercise)
        if exercise.task.sort not in sorts:
            sorts.add(exercise.task.sort)
            answer_by_typed_lines(box, exercise)
        assert nameless(box) == []


def answer_by_typed_lines(box: Any, exercise: Exercise) -> None:
    line = box.get_by_role("textbox", name="Your answer")
    for said in (exercise.task.wrong[0], exercise.right[0]):
        line.fill(said)
        line.press("Enter")
        verdict = "✓ Right" if said in exercise.right else "✗ Not right"
        box.locator(".fmbook-status", has_text=re.compile(f"^{verdict}")).wait_for()


def test_a_question_about_hexes_is_answered_on_the_map_by_arrow_keys(lab):
    """B1 must stop in b3: up to the map, to the hex by arrows, Enter."""
    lab.write("import fmbook as fm", 'fm.ask("01.d")')
    lab.run_all()
    box = lab.page.locator(".fmbook-exercise")
    box.locator("canvas").focus()
    wanted = fm.ask("01.d").right[0]
    for key in ("ArrowRight", *("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight")):
        lab.page.keyboard.press(key)
        lab.page.wait_for_timeout(150)
        if box.locator(".fmbook-status").inner_text().startswith(wanted):
            break
    lab.page.keyboard.press("Enter")
    box.locator(".fmbook-status", has_text=re.compile(f"^✓ Right: {wanted}")).wait_for()


# --- by typed lines -------------------------------------------------------------------------------------------


def nameless(part: Any) -> list[str]:
    """Controls of a part of the page that a screen reader could not name."""
    lines = part.aria_snapshot().splitlines()
    assert any("status" in line for line in lines)
    return [line for line in lines if NAMELESS.match(line)]


def found(lab: Any, exercise: Exercise) -> Any:
    title = re.compile(f"^{re.escape(exercise.title)}( · |$)")  # behind it stands how far one has got
    box = lab.page.locator(".fmbook-exercise").filter(has=lab.page.locator(".fmbook-when", has_text=title))
    box.scroll_into_view_if_needed()
    box.locator("canvas").wait_for()
    return box


def test_the_game_of_chapter_00_is_played_to_its_end_by_typed_orders_alone(lab):
    lab.open("00_start_here")
    lab.run_all()
    desk, game = lab.desk(), played()
    assert game.outcome
    for step in game.steps:
        if step.order:
            first = next(str(entry.event) for entry in step.entries if not entry.event.silent)
            desk.type_order(str(step.order))
            desk.region.locator(".fmbook-status", has_text=first[1:].partition(":")[0]).wait_for()
    desk.region.get_by_text(game.outcome.text).first.wait_for()


def played() -> fm.Game:
    """The game of the chapter to its end; the same orders meet the same dice on the page."""
    game = fm.new_game("drill", "first_steps")
    for order in ("move B1 0405", "end-phase", "attack 0406"):
        game.do(order)
    while not game.outcome:
        game.do(next(iter(game.legal())))
    return game
