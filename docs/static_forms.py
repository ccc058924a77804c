"""What a chapter shows on a page without a kernel: its questions with choices, board and folded answer.

It is loaded into the kernel that runs a chapter for the site (``chapters.py``), and asks the engine for every answer.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from IPython.core.getipython import get_ipython

from fmbook.core.language import told_html
from fmbook.lessons.decisions import Moment
from fmbook.lessons.essays import Question
from fmbook.lessons.exercises import Exercise, Ticket
from fmbook.lessons.handin import HandIn
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.text.wording import counted, listed
from fmbook.widgets.desk.desk import Desk, board_svg
from fmbook.widgets.desk.scene import scenario
from fmbook.widgets.exercises import ExerciseBox, needed
from fmbook.widgets.maps.atlas import AtlasMap
from fmbook.widgets.maps.theatre import TheatreMap

__all__ = ["register"]

FEW = 8  # units that a picture's text names one by one


def register() -> None:
    """Show questions and boards in these forms from now on, in the kernel that runs this."""
    shell: Any = get_ipython()
    forms: dict[type, Callable[[Any], str]] = {
        Exercise: exercise, Ticket: ticket, Question: question, Moment: moment, Game: board, Desk: desk,
        TheatreMap: real_ground, AtlasMap: real_ground, HandIn: hand_in,
    }  # fmt: skip
    for kind, form in forms.items():
        shell.display_formatter.mimebundle_formatter.for_type(kind, _bundle(form))


def _bundle(form: Callable[[Any], str]) -> Callable[..., dict[str, str]]:
    return lambda shown, **_: {"text/html": told_html(form(shown))}


def exercise(asked: Exercise) -> str:
    """A question that the engine marks."""
    picture = "" if asked.task.sort == "rule" else titled(ExerciseBox(asked).map.svg(), f"Map of {asked.title}", asked)
    choices = "".join(f"<li>{escape(label)}</li>" for label in asked.choices)
    offered = f"<ol>{choices}</ol>" if choices else ""
    hints = "".join(f"<p>{escape(asked.hint(level).text)}</p>" for level in (1, 2))
    first, *more = asked.right
    others = f" (also right: {listed(more, 6)})" if more else ""
    told = f"<p>{escape(str(asked.mark(first)))}{escape(others)}</p>"
    parts = (offered, picture, needed(asked), folded("A hint", hints), folded("The answer", told))
    return framed(asked.title, asked.task.question, *parts)


def ticket(shown: Ticket) -> str:
    """The questions at the door."""
    return "".join([*map(exercise, shown.exercises), *map(question, shown.questions)])


def question(asked: Question) -> str:
    """A question of history, which nobody can mark but a reader."""
    levels = "".join(f"<li>{escape(level)}</li>" for level in asked.essay.rubric)
    by = folded("Four levels, from the least to the most", f"<ol>{levels}</ol>")
    return framed(asked.title, asked.asked, by, folded("A model answer", f"<p>{escape(asked.model)}</p>"))


def moment(asked: Moment) -> str:
    """A decision, and, folded, what was chosen in fact."""
    options = "".join(f"<p>({letter}) {escape(option)}</p>" for letter, option in asked.options.items())
    fact = folded("What was chosen in fact", f"<p>{escape(asked.fact)}</p>")
    return framed(asked.title, asked.asked, options, fact)


def board(game: Game) -> str:
    """A game as its desk would show it."""
    return titled(board_svg(game), scenario(game) or "The board", game)


def desk(shown: Desk) -> str:
    """The game on a desk."""
    return board(shown.game)


def real_ground(shown: "TheatreMap | AtlasMap") -> str:
    """The real ground, where boards lie on it."""
    drawn: str = shown.svg()
    return drawn.replace('aria-label="', 'aria-label="The real ground: ', 1)


def hand_in(_: HandIn) -> str:
    """A page without a kernel has gathered nothing."""
    return '<p class="fm-when">Where the chapter is played, a button stands here that makes the file.</p>'


def framed(title: str, asked: str, *parts: str) -> str:
    """A question under its title, with what belongs to it."""
    head = f'<p class="fm-when">{escape(title)}</p><p class="fm-asked">{escape(asked)}</p>'
    return f'<section class="fm-question">{head}{"".join(parts)}</section>'


def folded(summary: str, inside: str) -> str:
    """Something to unfold."""
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def titled(svg: str, name: str, shown: "Game | Exercise") -> str:
    """A picture that says in words what it shows."""
    seen = shown if isinstance(shown, Game) else shown.game
    window = frozenset() if isinstance(shown, Game) else shown.window
    told = escape(f"{name}: {seen.board.title}, {seen.turn_name}. {units_in_words(seen, window)}".replace(": ,", ":"))
    head, _, rest = svg.partition('aria-label="')
    return f'{head}aria-label="{told}"{rest[rest.index(chr(34)) + 1 :]}'


def units_in_words(position: Position, window: Iterable[int] = ()) -> str:
    """Say which units stand where, or how many there are of each side."""
    places = {position.board.name(place) for place in window}
    units = [unit for unit in position.units() if unit.place and (not places or unit.place in places)]
    if len(units) <= FEW:
        return f"{listed([f'{unit.id} in {unit.place}' for unit in units])}." if units else "No units on the map."
    sides = (counted(sum(unit.side == side for unit in units), f"{side} unit") for side in position.sides)
    return f"{listed(list(sides))} on the map."
