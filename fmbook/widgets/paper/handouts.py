"""What a team has beside the map: the rules of its scenario on a page, role cards, and a sheet for afterwards."""

from collections.abc import Iterable
from html import escape
from typing import Final

from fmbook.books.cards import card
from fmbook.core.rulenames import rule_name
from fmbook.lessons.guide import Guide, Role
from fmbook.lessons.historyfile import histories, history
from fmbook.play.game import Game
from fmbook.widgets.paper.worksheet import lined

__all__ = ["after_sheet", "role_cards", "rules_page"]

QUESTIONS: Final = (
    "At which moment did your plan change, and why?",
    "Which order would you give differently now?",
    "What did the other side know that you did not?",
)
MOST_TURNS: Final = 6  # in the table
MOST_QUESTIONS: Final = 5
TALK: Final = 2  # questions about the battle, from the history


def rules_page(guide: Guide, game: Game) -> str:
    """Say what the scenario asks, and its rules, each in a few sentences under its number."""
    form = game.setup.data["form"]
    told = "".join(_rule(rule, game.setup.system) for rule in guide.rules)
    says = " ".join(form.says.split())
    goal = form.goal.get("text", "")
    won = f'<p class="goal"><b>Goal.</b> {escape(goal)}</p>' if goal else ""
    return f'<p class="asked">{escape(form.title)}</p><p>{escape(says)}</p>{won}<div class="columns">{told}</div>'


def _rule(id_: str, game: str) -> str:
    found = card(id_)
    says = " ".join(found.says.split())
    name = escape(rule_name(found.id, game))
    return f"<section><p><b>{escape(found.title)}</b> {escape(says)} <small>{name}</small></p></section>"


def role_cards(guide: Guide) -> str:
    """Cards to cut out, for a team of each side."""
    cards = "".join(map(_role, guide.role))
    return f'<div class="roles">{cards * 2}</div>'


def _role(role: Role) -> str:
    words = f"<h3>{escape(role.name)}</h3><p>{escape(role.does)}</p>"
    return f'<div class="role"><p class="when">Team of ________</p>{words}</div>'


def after_sheet(guide: Guide, game: Game) -> str:
    """A table to fill in turn by turn, and questions to answer when the game is over."""
    heads = ("Turn", "What we meant to do", "What happened", "What it cost us")
    first = "".join(f"<th>{head}</th>" for head in heads)
    turns = range(game.turn, game.setup.turns + 1)
    rows = "".join(f"<tr><th>{number}</th><td></td><td></td><td></td></tr>" for number in turns[:MOST_TURNS])
    asked = (*guide.after, *QUESTIONS, *_talk(game))
    questions = "".join(_asked(each) for each in asked[:MOST_QUESTIONS])
    return (
        f'<p class="line">Table, side and names of the team</p><table class="log"><tr>{first}</tr>{rows}</table>'
        f'<p class="line">How it ended, and by which goal</p>{questions}'
    )


def _asked(question: str) -> str:
    return f'<section><p class="asked">{escape(question)}</p>{lined(3)}</section>'


def _talk(game: Game) -> Iterable[str]:
    system = game.setup.system
    return [talk.says for talk in history(system).talk[:TALK]] if system in histories() else []
