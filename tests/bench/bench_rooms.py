"""Through how many modules of the package a click at a desk goes, and what it sends to its page.

A module counts if any function of it runs, however small, while the click is read, judged, carried out, drawn and told.
Each click is made twice, on other units, and the second one counts: the first one imports what it needs.

    python tests/bench/bench_rooms.py [--names]     --names: list the modules of each click
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from os import environ
from pathlib import Path
from typing import Any, NamedTuple

import comm

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import fmbook as fm  # noqa: E402
from fmbook.core.orders import Attack, Move  # noqa: E402
from fmbook.engine.legality import question  # noqa: E402
from fmbook.play.positions import Counter  # noqa: E402
from fmbook.widgets.desk.desk import Desk, desk  # noqa: E402
from tests.tools.desks import end_phase, labels, look_at, press  # noqa: E402

PACKAGE = f"{ROOT / 'fmbook'}/"
BAR, MESSAGES, BYTES = 27, 6, 10_000
HEAD = 600  # bytes of a message besides what it says
SENT: list[int] = []


class Found(NamedTuple):
    """What a click went through, and how long the messages were that it sent."""

    rooms: tuple[str, ...]
    sent: tuple[int, ...]


def weigh(_: object, __: str, data: Any = None, ___: Any = None, buffers: Any = None, **____: Any) -> None:
    """Weigh a message that would go to the page."""
    SENT.append(HEAD + len(json.dumps(data, default=str)) + sum(len(bytes(each)) for each in buffers or ()))


def traced(deed: Callable[[], object]) -> Found:
    """Do something, and note the modules in which a function ran, and the messages."""
    seen = set[str]()

    def on_call(frame: Any, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.add(frame.f_code.co_filename)

    SENT.clear()
    sys.setprofile(on_call)
    try:
        deed()
    finally:
        sys.setprofile(None)
    rooms = (path.removeprefix(PACKAGE) for path in seen if path.startswith(PACKAGE))
    return Found(tuple(sorted(rooms)), tuple(SENT))


class Reader:
    """Somebody who clicks on the map of a desk, and sees it."""

    def __init__(self, on: Desk) -> None:
        self.on = on
        look_at(on.map, unpacks=True)

    def click(self, place: str) -> None:
        """Click a place on the map."""
        board, frame = self.on.game.board, self.on.map._frame
        self.on.map._on_press(*frame.pixel(board.centre(board.at(place))))

    def movers(self) -> Iterator[Counter]:
        """The units that stand alone and may march."""
        game = self.on.game
        for name in game.movers():
            unit = game.unit(name)
            alone = unit.place in game.board.places and len(game.units(at=unit.place)) == 1
            if alone and any(isinstance(order, Move) for order in game.legal(name)):
                yield unit

    def goal(self, unit: str) -> str:
        """Where a unit may march to, and nobody stands."""
        orders = (order for order in self.on.game.legal(unit) if isinstance(order, Move))
        return next(order.to for order in orders if not self.on.game.units(at=order.to))

    def barred(self) -> str:
        """Where nobody stands and nobody may go."""
        return next(each for each in self.on.game.board.places if each not in self.on.map._scene.reach)

    def march(self) -> Iterator[tuple[str, Found]]:
        """Take a unit up, send it where it may not go, then where it may."""
        unit = next(self.movers())
        yield "take-up", traced(lambda: self.click(unit.place))
        barred = self.barred()
        yield "refusal", traced(lambda: self.click(barred))
        yield "look", traced(lambda: self.click(unit.place))
        self.on.take_up(unit.id)
        goal = self.goal(unit.id)
        yield "march", traced(lambda: self.click(goal))

    def attack(self) -> Iterator[tuple[str, Found]]:
        """Look at the odds of an attack, and open it."""
        for _ in range(4):
            if Attack in question(self.on.game.state).offers:
                break
            end_phase(self.on)
        target = next(order.target for order in self.on.game.legal() if isinstance(order, Attack))
        yield "odds", traced(lambda: self.click(target))
        button = next(label for label in labels(self.on) if label.startswith("Attack"))
        yield "attack", traced(lambda: press(self.on, button))


def clicks() -> Iterator[tuple[str, Found]]:
    """Make every click, some of them with steps above the map."""
    reader = Reader(desk(fm.new_game("vimy", "hill_145", 3), you="Allied", opponent="sergeant"))
    list(reader.march())
    yield from reader.march()
    yield from Reader(desk(fm.new_game("drill", "flank", 3))).attack()
    coached = Reader(desk(fm.new_game("drill", "first_steps", 3), you="Blue", steps="00.first"))
    coached.on.show()
    yield "take-up with steps", traced(lambda: coached.click("0404"))
    yield "refusal with steps", traced(lambda: coached.click("0406"))
    game = fm.new_game("vimy", "hill_145", 3)
    order = next(each for each in game.legal() if isinstance(each, Move))
    yield "order without a desk", traced(lambda: game.do(order))


def main() -> None:
    """Print the table."""
    comm.DummyComm.publish_msg = weigh  # type: ignore[method-assign, assignment]
    print(f"modules (bar {BAR}), messages (bar {MESSAGES}), kB (bar {BYTES / 1000:.0f}; weighed without a browser)")
    with tempfile.TemporaryDirectory() as folder:
        environ["FMBOOK_HOME"] = folder
        for what, found in clicks():
            print(f"{what:<22}{len(found.rooms):>4}{len(found.sent):>4}{sum(found.sent) / 1000:>7.1f}")
            if "--names" in sys.argv:
                print(" ".join(found.rooms), end="\n\n")


if __name__ == "__main__":
    main()
