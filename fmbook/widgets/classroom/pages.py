"""The pages that a class server shows: each is one call in a kernel of its own."""

from fmbook.lessons.exercises import exercises_of, ticket
from fmbook.lessons.notes import keep, listen
from fmbook.play.game import new_game
from fmbook.play.tables import Table
from fmbook.record.tables import TableFile, table_place
from fmbook.widgets.classroom.seat import SeatsPage
from fmbook.widgets.classroom.teacher import TeachersPage
from fmbook.widgets.desk.desk import Desk

__all__ = ["seat", "teacher", "warm_up"]


def warm_up(system: str, scenario: str) -> None:
    """Prepare what every desk of this scenario needs, before anybody waits for it."""
    game = new_game(system, scenario)
    desk = Desk(game, you=game.side)
    desk.map.svg()
    desk.close()


def seat(name: str, side: str, key: str, chapter: str) -> SeatsPage:
    """Return the desk of a seat that was taken at the door; what is answered there is kept with its game."""
    table = Table(TableFile(table_place(name)))
    table.sit(side, key=key)
    for each in table.answers:
        if each.side == side:
            keep(each.about, each.text)
    tasks = {each.id: each for each in exercises_of(chapter)} if chapter else {}

    def with_the_game(about: str, text: str) -> None:
        task = tasks.get(about)
        table.keep_answer(about, text, task.judged(text).right if task else None)

    listen(with_the_game)
    return SeatsPage(table, ticket(chapter) if chapter else None)


def teacher(chapter: str) -> TeachersPage:
    """Return the teacher's page."""
    return TeachersPage(chapter)
