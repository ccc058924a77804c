"""Play a class on a real JupyterHub, whose service is a referee: each seat a user with a server and a kernel.

    python tests/tools/play_hub.py --hub http://127.0.0.1:8000 --token … --games /srv/referee/tables --seats 30

The token belongs to a service that may start and use servers (`docs/class.md` has the configuration). Every seat is
driven by the messages that JupyterLab would send: it starts a kernel, runs four lines, and types orders at the desk. At
the end each game must be what was acknowledged. Memory is that of the hub's process and its children.
"""

# ruff: noqa: E402 - it is run from anywhere
import argparse
import random
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import websocket

sys.path[:0] = [str(Path(__file__).parents[2])]

from fmbook.opponents import opponent
from fmbook.play.tables import Table
from fmbook.record.tables import TableFile
from tests.tools.play_lesson import memory_and_time
from tests.tools.seats import Pupil

CELL = "import fmbook as fm\ntable = fm.table({table!r}, {system!r}, {scenario!r})\ntable.sit({side!r})\ntable"


class HubSeat(Pupil):
    """A user of the hub: a server, a kernel, a desk."""

    def __init__(self, hub: str, token: str, user: str) -> None:
        super().__init__(f"{hub}/user/{user}")
        self.hub, self.user, self.token = hub, user, token
        self.http.headers["Authorization"] = f"token {token}"

    def start(self) -> None:
        """Have the hub start a server, and wait until it answers."""
        users = f"{self.hub}/hub/api/users/{self.user}"
        self.http.post(users, timeout=120)
        self.http.post(f"{users}/server", timeout=300)
        end = time.monotonic() + 400
        while not self.http.get(users, timeout=120).json().get("servers", {}).get("", {}).get("ready"):
            if time.monotonic() > end:
                raise TimeoutError(f"the server of {self.user}")
            time.sleep(0.5)

    def sit_at(self, table: str, side: str, system: str, scenario: str) -> None:
        """Start a kernel, and run the lines that a pupil types."""
        made = self.http.post(f"{self.base}/api/kernels", json={"name": "python3"}, timeout=120)
        self.kernel = made.json()["id"]
        address = self.base.replace("http", "ws", 1) + f"/api/kernels/{self.kernel}/channels"
        self.ws = websocket.create_connection(
            f"{address}?session_id={self.session}", header=[f"Authorization: token {self.token}"], timeout=240,
            http_no_proxy=["*"],
        )  # fmt: skip
        code = CELL.format(table=table, side=side, system=system, scenario=scenario)
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        self._send("execute_request", content)
        self.wait(lambda: any("shelf" in state for state in self.models.values()) and bool(self.prompt()), 240)


class PlayedOnHub(threading.Thread):
    """One table with two users."""

    def __init__(self, what: argparse.Namespace, number: int, ready: threading.Barrier) -> None:
        super().__init__(daemon=True)
        self.what, self.number, self.ready = what, str(number), ready
        self.started: list[float] = []
        self.opened: list[float] = []
        self.answers: list[float] = []
        self.given: list[str] = []
        self.problem = ""

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
            self.ready.abort()

    def _play(self) -> None:
        what = self.what
        seats = {side: HubSeat(what.hub, what.token, f"t{self.number}-{side.lower()}") for side in what.sides}
        for seat in seats.values():
            self.started.append(_lasted(seat.start))
        for side, seat in seats.items():
            self.opened.append(_lasted(partial(seat.sit_at, self.number, side, what.system, what.scenario)))
        self.ready.wait(900)
        follower = Table(TableFile(what.games / f"{self.number}.sqlite"))
        chance = random.Random(int(self.number))
        while not follower.game.outcome and len(self.given) < what.orders:
            self._order(follower, seats, chance)

    def _order(self, follower: Table, seats: dict[str, HubSeat], chance: random.Random) -> None:
        game = follower.game
        order, mine = str(opponent("greedy")(game.seen_by(game.side), chance)), seats[game.side]
        mine.wait_for_number(game.number)
        self.answers.append(mine.give(order))
        if "First there is something to decide" in mine.answers():
            mine.give("decide later")
            self.answers.append(mine.give(order))
        follower.catch_up()
        if game.given != len(self.given) + 1:
            raise AssertionError(f"“{order}” was answered, and is not in the file")
        self.given.append(str(game.orders[-1]))
        for seat in seats.values():
            seat.drain()


def _lasted(do: Any) -> float:
    start = time.monotonic()
    do()
    return time.monotonic() - start


def _told(what: str, seconds: list[float]) -> str:
    found = sorted(seconds)
    return (
        f"{what}: {found[len(found) // 2]:.2f} s (median), {found[int(len(found) * 0.95)]:.2f} (95 %), {found[-1]:.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hub", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--games", type=Path, required=True, help="the folder of the referee's tables")
    parser.add_argument("--process", type=int, help="the hub's process, whose memory is added up with its children's")
    parser.add_argument("--seats", type=int, default=30)
    parser.add_argument("--orders", type=int, default=40)
    parser.add_argument("--game", nargs=3, default=["vimy", "first_morning", "Allied,German"])
    what = parser.parse_args()
    what.system, what.scenario, sides = what.game
    what.sides = sides.split(",")
    ready = threading.Barrier(what.seats // 2)
    tables = [PlayedOnHub(what, number, ready) for number in range(1, what.seats // 2 + 1)]
    for table in tables:
        table.start()
    _watch(tables, what.process)
    for name, found in (("a server stood after", "started"), ("a desk after", "opened"), ("an order took", "answers")):
        print(_told(name, [each for table in tables for each in getattr(table, found)] or [0.0]))
    wrong = [f"table {each.number}: {each.problem}" for each in tables if each.problem]
    print(f"{sum(len(each.given) for each in tables)} orders at {len(tables)} tables")
    print("\n".join(wrong) or "Nothing was lost: every game is what was acknowledged.")
    return bool(wrong)


def _watch(tables: list[PlayedOnHub], process: int | None) -> None:
    most, begun = 0.0, time.monotonic()
    while any(each.is_alive() for each in tables):
        time.sleep(5)
        if process:
            memory, spent, count = memory_and_time(process)
            most = max(most, memory)
            print(f"{time.monotonic() - begun:.0f} s: {memory:.0f} MB in {count} processes, {spent:.0f} s", flush=True)
    print(f"at most {most:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
