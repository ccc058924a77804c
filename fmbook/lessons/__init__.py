"""The teaching parts: lesson cards, exercises that the engine marks, answer keys, a page to talk about after a game."""

from fmbook.lessons.cards import answers, lesson
from fmbook.lessons.debriefs import debrief
from fmbook.lessons.exercises import ask, decide, question, ticket, written
from fmbook.lessons.odds_page import show_odds

__all__ = ["answers", "ask", "debrief", "decide", "lesson", "question", "show_odds", "ticket", "written"]
