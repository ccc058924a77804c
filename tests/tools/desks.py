"""A desk without a page: what stands on its buttons, and pressing them."""

from fmbook.widgets.board.hexmap import HexMap
from fmbook.widgets.desk.desk import Desk

__all__ = ["decide", "end_phase", "labels", "look_at", "paused_labels", "press"]


def labels(on: Desk) -> list[str]:
    return on.parts.actions.labels


def press(on: Desk, label: str, number: int | None = None) -> None:
    """Press a button as the page shows it, or as it showed it in an earlier state."""
    assert label in labels(on), f"{label} is not among {labels(on)}"
    seen = on.parts.shell.number if number is None else number
    asked = on.parts.actions.offered["asked"]
    on.parts.actions._handle_custom_msg({"what": "pressed", "label": label, "asked": asked, "number": seen}, [])


def paused_labels(on: Desk) -> list[str]:
    """What stands on the buttons of the place at which a game pauses, the last part of it last."""
    return [label for part in on.card.put for label, _ in part["labels"]]


def decide(on: Desk, label: str, reason: str = "") -> None:
    """Press a button there, named by how it begins, twice: the second press is none."""
    about, found = next(
        (part["about"], each) for part in on.card.put for each, _ in part["labels"] if each.startswith(label)
    )
    for _ in range(2):
        on.card._handle_custom_msg({"what": "pressed", "about": about, "label": found, "reason": reason}, [])


def end_phase(on: Desk) -> None:
    """End a phase, also where that fires the guns, or is asked twice."""
    press(on, "Fire" if "Fire" in labels(on) else "End phase")
    if labels(on)[-1:] and labels(on)[-1].endswith(" all the same"):
        press(on, labels(on)[-1])


def look_at(board: HexMap, sharp: int = 1, *, blank: bool = True, unpacks: bool = False) -> None:
    """Do what a page does when a map comes into view."""
    board._shell._handle_custom_msg({"what": "wake", "sharp": sharp, "blank": blank, "unpacks": unpacks}, [])
