"""The pages that a class server shows: each is one call in a kernel of its own."""

from typing import Any

from fmbook.play.game import new_game
from fmbook.play.tables import Table
from fmbook.record.tables import TableFile, table_place
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.table import TableDesk

__all__ = ["seat", "warm_up"]


def warm_up(system: str, scenario: str) -> None:
    """Prepare what every desk of this scenario needs, before anybody waits for it."""
    game = new_game(system, scenario)
    desk = Desk(game, you=game.side)
    desk.map.svg()
    desk.close()


def seat(name: str, side: str, key: str) -> Any:
    """Return the desk of a seat that was taken at the door."""
    table = Table(TableFile(table_place(name)))
    table.sit(side, key=key)
    return TableDesk(table, fixed=True)
