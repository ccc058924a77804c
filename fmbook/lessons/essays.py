"""Questions of history: answered in sentences, kept to be handed in, and never marked by the engine."""

from textwrap import fill
from typing import Final, Literal, final

from msgspec import Struct

from fmbook.core.errors import FmbookError
from fmbook.core.language import spoken_here, told
from fmbook.core.shown import ShownByWidget
from fmbook.lessons.notes import keep, kept
from fmbook.text.wording import counted, shown

__all__ = ["Essay", "Question"]

LONGEST: Final = 5_000  # characters of an answer
WIDE: Final = 96
KINDS: Final = {
    "central": "The question of this chapter",
    "evidence": "From the papers",
    "model": "The rules as a model",
    "counterfactual": "What if",
}


class Essay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question as its file describes it: four levels to judge an answer by, and an answer that would do.

    ``door`` says that it is asked with the exit ticket.
    """

    kind: Literal["central", "evidence", "model", "counterfactual"]
    question: str
    rubric: tuple[str, str, str, str]  # from the least to the most
    model: str
    door: bool = False


@spoken_here
@final
class Question(ShownByWidget):
    """A question of history. ``answer`` keeps what is written, ``rubric`` and ``model`` say what is looked for."""

    _widget = "essays:EssayBox"

    def __init__(self, chapter: str, name: str, essay: Essay) -> None:
        self.chapter, self.name, self.essay = chapter, name, essay

    @property
    def id(self) -> str:
        """Its name in every call: ``20.h1``."""
        return f"{self.chapter.partition('_')[0]}.{self.name}"

    @property
    def title(self) -> str:
        """What stands over it."""
        return f"{KINDS[self.essay.kind]} · {self.id}"

    @property
    def asked(self) -> str:
        """The question."""
        return self.essay.question

    @property
    def written(self) -> str:
        """What has been written, if anything."""
        return kept(self.id)

    def answer(self, text: object) -> str:
        """Keep an answer. It is not marked: read the rubric, then a neighbour's answer."""
        said = shown(str(text)).strip()
        if not said:
            raise FmbookError("Nothing is written yet. Write two or three sentences, and name a card or a rule.")
        if len(said) > LONGEST:
            raise FmbookError(f"That is too long to keep: {LONGEST:,} characters at most.")
        keep(self.id, said)
        return f"Kept, {counted(len(said.split()), 'word')}. No machine can mark this: compare it with the four levels."

    @property
    def rubric(self) -> str:
        """The four levels, from the least to the most."""
        return "\n".join(f"{level}. {text}" for level, text in enumerate(self.essay.rubric, 1))

    @property
    def model(self) -> str:
        """One answer that would do; there are others."""
        return f"One answer that would do; there are others. {self.essay.model}"

    def __str__(self) -> str:
        call = f"fm.question({self.id!r}).answer('…'), then .rubric and .model"
        question = fill(told(self.essay.question), WIDE, initial_indent="  ", subsequent_indent="  ")
        return f"{self.title}\n{question}\n  Write a few sentences: {call}"

    __repr__ = __str__
