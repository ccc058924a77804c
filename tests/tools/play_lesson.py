"""Play a lesson through: a class server, pupils at every table, one of them cut off and back, one kernel killed.

    python tests/tools/play_lesson.py --seats 30 --shots shots

Every pupil is driven by the messages that a browser would send; with ``--browsers`` some are Chromium pages, and the
teacher's page is one. At the end each game must be what was acknowledged, order by order. It prints memory, processor
time, the slowest answer and the time until a desk stands; on a busy machine these are figures of a busy machine.
"""

# ruff: noqa: E402 - it is run from anywhere
import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2])]

from fmbook.opponents import opponent
from fmbook.play.tables import Table
from fmbook.record.tables import TableFile
from tests.tools.class_server import ClassUnderTest
from tests.tools.seats import Pupil

__all__ = ["Lesson", "Played"]


def memory_and_time(root: int) -> tuple[float, float, int]:
    """Add up the proportional memory in MB and the seconds of processor time of a process and its children."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = (
                int(fields[1]),
                (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
            )
        except (OSError, IndexError):
            continue
    ours = {root}
    while more := {pid for pid, (parent, _) in parents.items() if parent in ours} - ours:
        ours |= more
    pss = 0.0
    for pid in ours:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            pss += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        except OSError:
            continue
    return pss, sum(parents[pid][1] for pid in ours if pid in parents), len(ours)


def kernel_process(kernel: str) -> int:
    """Find the process of a kernel by the name of its connection file."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"kernel-{kernel}.json" in path.read_bytes().decode("utf-8", "replace"):
                return int(path.parent.name)
        except OSError:
            continue
    raise LookupError(kernel)


class Played(threading.Thread):
    """One table: two pupils, and what each of their orders was answered with."""

    def __init__(self, lesson: "Lesson", name: str) -> None:
        super().__init__(daemon=True)
        self.lesson, self.name_ = lesson, name
        self.pupils: dict[str, Pupil] = {}
        self.given: list[str] = []
        self.answers: list[float] = []
        self.opened: list[float] = []
        self.events: list[str] = []
        self.problem = ""

    def sit_down(self, *sides: str) -> None:
        for side in sides:
            start = time.monotonic()
            self.pupils[side] = self.lesson.server.pupil(self.name_, side)
            self.opened.append(time.monotonic() - start)

    def run(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"

    def _play(self) -> None:
        follower = Table(TableFile(self.lesson.folder / "tables" / f"{self.name_}.sqlite"))
        chance = random.Random(int(self.name_))
        self.sit_down(*follower.game.sides)
        while not follower.game.outcome and len(self.given) < self.lesson.orders:
            game = follower.game
            order = str(opponent("greedy")(game.seen_by(game.side), chance))
            if len(self.given) == self.lesson.orders // 3:
                self._disturb(game.side)
            before, mine = game.given, self.pupils[game.side]
            mine.wait_for_number(game.number)  # as who plays waits for the question
            self.answers.append(mine.give(order))
            if "First there is something to decide" in mine.answers():  # as history had it: a pause of the desk's own
                mine.give("decide later")
                self.answers.append(mine.give(order))
            self._acknowledged(follower, before, order)
            for pupil in self.pupils.values():
                pupil.drain()
        follower._file.close()

    def _acknowledged(self, follower: Table, before: int, order: str) -> None:
        follower.catch_up()
        if follower.game.given != before + 1:
            raise AssertionError(f"“{order}” was answered, and is not in the file")
        self.given.append(str(follower.game.orders[-1]))

    def _disturb(self, side: str) -> None:
        """Cut this pupil off, or kill the kernel, at the tables where that is wanted; then come back."""
        pupil = self.pupils[side]
        if self.name_ == "1":
            pupil.ws.sock.close()
            self.events.append("cut off")
        elif self.name_ == "2":
            os.kill(kernel_process(pupil.kernel), signal.SIGKILL)
            self.events.append("kernel killed")
            self._wait_for(pupil)
        else:
            return
        start = time.monotonic()
        pupil.reload()
        pupil.connect()
        self.events.append(f"back at the seat after {time.monotonic() - start:.1f} s")

    def _wait_for(self, pupil: Pupil) -> None:
        """Ask as the page does, until it is told to set itself up again."""
        for _ in range(60):
            if pupil.http.get(f"{pupil.base}/here?page={pupil.kernel}").json().get("go") == "/seat":
                return
            time.sleep(0.5)
        raise AssertionError("a page whose kernel has died was not told so")


class Lesson:
    """The whole class."""

    def __init__(self, folder: Path, *words: str, seats: int, orders: int, ahead: int = 4) -> None:
        self.folder, self.orders, self.seats = folder, orders, seats
        self.server = ClassUnderTest(folder, *words, seats=seats, ahead=ahead)
        self.tables = [Played(self, str(number)) for number in range(1, seats // 2 + 1)]

    def play(self, watch: Any = None) -> None:
        """Let all tables play, and wait until they have."""
        for table in self.tables:
            table.start()
        while any(table.is_alive() for table in self.tables):
            time.sleep(1)
            if watch:
                watch()

    def lost(self) -> list[str]:
        """Name what was acknowledged and is not in the file, and whatever went wrong."""
        wrong = [f"table {each.name_}: {each.problem}" for each in self.tables if each.problem]
        for each in self.tables:
            kept = Table(TableFile(self.folder / "tables" / f"{each.name_}.sqlite"))
            if list(map(str, kept.game.orders)) != each.given:
                wrong.append(f"table {each.name_}: the file has other orders than were acknowledged")
            kept._file.close()
        return wrong


def teachers_page(lesson: Lesson, shots: Path | None) -> Any:
    """Open the teacher's page in Chromium, and take its picture now and then."""
    from playwright.sync_api import sync_playwright

    from fmbook.cli.chromium import find_chromium
    from tests.tools.lab_server import FLAGS

    playwright = sync_playwright().start()
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.goto(lesson.server.teacher)
    page.locator(".fmbook-line").first.wait_for(timeout=120_000)
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    return playwright, chromium, page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=30)
    parser.add_argument("--orders", type=int, default=60, help="at most, at each table")
    parser.add_argument("--lesson", nargs="+", default=["20"])
    parser.add_argument("--ahead", type=int, default=4)
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the teacher's page")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fmbook-lesson-") as apart:
        return report(arguments, Path(apart) / "games")


def report(arguments: argparse.Namespace, folder: Path) -> int:
    start = time.monotonic()
    lesson = Lesson(
        folder, *arguments.lesson, seats=arguments.seats, orders=arguments.orders, ahead=arguments.ahead
    )  # fmt: skip
    print(f"The server answered after {time.monotonic() - start:.1f} s")
    playwright, chromium, page = teachers_page(lesson, arguments.shots)
    most = [0.0, 0]

    def watch() -> None:
        page.wait_for_timeout(10)
        pss, _, processes = memory_and_time(lesson.server.process.pid)
        most[:] = max(most[0], pss), max(most[1], processes)

    begun = time.monotonic()
    lesson.play(watch)
    lasted = time.monotonic() - begun
    pss, spent, processes = memory_and_time(lesson.server.process.pid)
    answers = sorted(each for table in lesson.tables for each in table.answers)
    opened = sorted(each for table in lesson.tables for each in table.opened)
    orders = sum(len(table.given) for table in lesson.tables)
    print(f"{len(lesson.tables)} tables, {orders} orders in {lasted:.0f} s; all seats at once")
    print(f"a desk stood after {opened[len(opened) // 2]:.1f} s (median), {opened[-1]:.1f} s (slowest)")
    print(
        f"an order was answered after {answers[len(answers) // 2] * 1000:.0f} ms (median), "
        f"{answers[int(len(answers) * 0.95)] * 1000:.0f} ms (95 %), {answers[-1] * 1000:.0f} ms (slowest)"
    )
    print(
        f"memory {pss:.0f} MB (PSS) in {processes} processes, at most {most[0]:.0f} MB; {spent:.0f} s of processor time"
    )
    for table in lesson.tables:
        for event in table.events:
            print(f"table {table.name_}: {event}")
    time.sleep(5)
    _, later, _ = memory_and_time(lesson.server.process.pid)
    time.sleep(10)
    print(f"at rest: {(memory_and_time(lesson.server.process.pid)[1] - later) * 10:.0f} % of one processor")
    if arguments.shots:
        pictures(page, arguments.shots)
    wrong = lesson.lost()
    print("\n".join(wrong) or "Nothing was lost: every game is what was acknowledged.")
    chromium.close()
    playwright.stop()
    print(lesson.server.end().strip().splitlines()[-1])
    return 1 if wrong else 0


def pictures(page: Any, shots: Path) -> None:
    """Take pictures of the teacher's page: light and dark, wide and narrow, and of a board for the wall."""
    page.get_by_role("button", name="Table 3", exact=True).click()
    page.locator(".fmbook-board svg").wait_for()
    page.wait_for_timeout(1500)
    for scheme in ("light", "dark"):
        for width in (1440, 390):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(800)
            page.screenshot(path=shots / f"teacher-{scheme}-{width}.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".fmbook-below").scroll_into_view_if_needed()
    page.screenshot(path=shots / "figures.png")
    page.get_by_role("button", name="Large", exact=True).click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(1500)
    page.screenshot(path=shots / "large.png")


if __name__ == "__main__":
    sys.exit(main())
