"""What answers a question stays where it is: a wrong answer, a hint and another try come below it."""

import re
from typing import Any

import fmbook as fm


def middle(part: Any) -> tuple[float, float]:
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shown(lab: Any, name: str) -> Any:
    lab.write(f"import fmbook as fm\nfm.ask({name!r})")
    lab.run_all()
    box = lab.page.locator(".fmbook-exercise")
    box.locator("canvas").wait_for()
    box.evaluate("root => root.scrollIntoView({ block: 'start', behavior: 'instant' })")
    return box


def heard(box: Any, beginning: str) -> None:
    box.locator(".fmbook-status", has_text=re.compile(f"^{beginning}")).wait_for()


def test_a_line_is_answered_again_by_pressing_in_the_same_places_and_has_the_cursor_after_try_again(lab):
    exercise, box = fm.ask("10.a"), shown(lab, "10.a")
    line = box.get_by_role("textbox", name="Your answer")
    field, answer, hint = (middle(line), *(middle(box.get_by_role("button", name=n)) for n in ("Answer", "Hint")))
    lab.page.mouse.click(*field)
    lab.page.keyboard.type(exercise.task.wrong[0])
    lab.page.mouse.click(*answer)
    heard(box, "✗ Not right")
    for number in (1, 2, 3):
        lab.page.mouse.click(*hint)
        heard(box, f"Hint {number} of 3")
    box.get_by_role("button", name="Try again").click()
    heard(box, re.escape(exercise.how))
    lab.page.keyboard.type(exercise.right[0])
    lab.page.mouse.click(*answer)
    heard(box, "✓ Right")


def test_a_choice_is_made_again_by_pressing_in_the_same_places(lab):
    exercise, box = fm.ask("10.b"), shown(lab, "10.b")
    label = {answer: label for label, answer in exercise.choices.items()}
    spots = [
        middle(box.get_by_role("button", name=label[each], exact=True))
        for each in (exercise.task.wrong[0], exercise.right[0])
    ]
    for spot, verdict in zip(spots, ("✗ Not right", "✓ Right"), strict=True):
        lab.page.mouse.click(*spot)
        heard(box, verdict)
