"""How far a reader has got with the questions of a chapter: counted where they are answered, and nowhere kept."""

from typing import NamedTuple

from fmbook.lessons.exercises import Exercise, exercises_of

__all__ = ["Progress", "note", "progress"]

_RIGHT: dict[str, set[str]] = {}
"""The questions that were answered right since Python was started, by chapter."""


class Progress(NamedTuple):
    """So many of the questions of one kind are answered right, and which is next."""

    right: int
    of: int
    next: str

    def __str__(self) -> str:
        if self.right == self.of:
            return f"all {self.of} right" if self.of > 1 else "right"
        return f"{self.right} of {self.of} right"


def note(exercise: Exercise, *, right: bool) -> None:
    """Take note that a question was answered; a wrong answer takes no right one back."""
    if right:
        _RIGHT.setdefault(exercise.chapter, set()).add(exercise.name)


def progress(exercise: Exercise) -> Progress:
    """Tell how many questions like this one are answered right, and which comes after it.

    >>> from fmbook.lessons.exercises import ask
    >>> progress(ask("02.5")).of
    5
    """
    alike = [each for each in exercises_of(exercise.chapter) if _kind(each.name) == _kind(exercise.name)]
    right = _RIGHT.get(exercise.chapter, set())
    after = [each for each in alike if each.name > exercise.name and each.name not in right]
    before = [each for each in alike if each.name < exercise.name and each.name not in right]
    following = next(iter([*after, *before]), None)
    return Progress(sum(each.name in right for each in alike), len(alike), following.id if following else "")


def _kind(name: str) -> str:
    return "check" if name.isalpha() else "exercise" if name.isdigit() else "ticket"
