"""Draw the boards of all scenarios ahead, so that a chapter's first board is there at once.

    python -m fmbook.widgets.board.ahead

A set-up does so, and Binder's; what was drawn goes into a wheel that is built there.
"""

import sys
from collections.abc import Iterator

from fmbook.books.systems import playable
from fmbook.components.scenarios import scenario_names
from fmbook.core.language import language
from fmbook.play.game import Game, new_game
from fmbook.widgets.board import prepared
from fmbook.widgets.board.hex import ground
from fmbook.widgets.board.painting import Scene
from fmbook.widgets.board.sectormap import painted
from fmbook.widgets.board.sheets import Frame

__all__ = ["draw", "main"]

LARGE = 100  # places: what is smaller is soon drawn


def main() -> int:
    """Draw, and keep it beside the package."""
    language("en")
    try:
        prepared.write(prepared.ARCHIVE, draw())
    except OSError as error:
        print(f"The boards are not drawn ahead, and are drawn when they are seen: {error}", file=sys.stderr)
        return 1
    return 0


def draw() -> dict[str, bytes]:
    """Draw every large board that a scenario is played on, for the screen and for files."""
    prepared.recorded = {}
    try:
        for game in _large_games():
            scene = painted(Scene(game))
            _ = scene._picture, scene._kept
            ground(game.board, Frame.whole(game.board), key=False)  # questions show windows that are cut out of it
        return prepared.recorded
    finally:
        prepared.recorded = None


def _large_games() -> Iterator[Game]:
    for system in playable():
        for scenario in scenario_names(system):
            game = new_game(system, scenario)
            if len(game.board.places) >= LARGE:
                yield game


if __name__ == "__main__":
    sys.exit(main())
