"""What runs for a class: some kernels started ahead, one for each guest, none beyond the limit."""

import asyncio
import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, Final

from fmbook.classroom.guests import Guest, Guests
from fmbook.classroom.room import ClassError

__all__ = ["Kernels"]

LOG = logging.getLogger("fmbook.classroom")
PATIENCE: Final = 90.0  # seconds for a page of a busy laptop
IDLE: Final = 600  # seconds without a page: then a kernel ends
LOOK_EVERY: Final = 30
LOOK_AGAIN: Final = 0.05  # seconds, while another kernel is being prepared
SPARE: Final = 2  # for a teacher's pages
ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
COLOURS: Final = re.compile(r"\x1b\[[\d;]*m")
OUR_MODULE: Final = "from fmbook.widgets.classroom import pages"


class Kernels:
    """The kernels of a class. Whoever reloads a page gets another one: all that counts is in the table's file."""

    def __init__(self, manager: Any, guests: Guests, folder: Path, seats: int, ahead: int, warm: str) -> None:
        self._manager, self._guests, self._folder = manager, guests, folder
        self._most, self._ahead, self._warm = seats + SPARE, ahead, warm
        self._ready: list[str] = []
        self._starting = 0
        self._filling: asyncio.Task[None] | None = None

    @property
    def running(self) -> int:
        """How many there are, those that start included."""
        return len(self._manager.list_kernel_ids()) + self._starting

    def is_alive(self, guest: Guest) -> bool:
        """Tell whether a guest's kernel is there and runs."""
        return any(self._lives(each) for each in self._of(guest))

    def _of(self, guest: Guest) -> list[str]:
        return [each for each, owner in self._guests.kernels.items() if owner == guest.key]

    def _lives(self, kernel: str) -> bool:
        if kernel not in self._manager:
            return False
        provisioner = self._manager.get_kernel(kernel).provisioner
        return bool(provisioner and provisioner.process and provisioner.process.poll() is None)

    # --- starting and ending ---------------------------------------------------------------

    async def of_guest(self, guest: Guest) -> str:
        """Return a kernel of a guest's own, in place of the one before."""
        await self.end_of(guest)
        kernel = await self._free()
        self._guests.kernels[kernel] = guest.key
        self.fill()
        return kernel

    async def _free(self) -> str:
        """Return a kernel that is nobody's; without room for another, wait for one that is being prepared."""
        while True:
            while self._ready:
                kernel = self._ready.pop()
                if self._lives(kernel):
                    return kernel
                await self._end(kernel)
            if self.running < self._most:
                return await self._start()
            if not self._starting and (self._filling is None or self._filling.done()):
                raise ClassError("No more pages can be opened on this laptop now. Wait a minute, then reload.")
            await asyncio.sleep(LOOK_AGAIN)

    def fill(self) -> None:
        """See to it that some kernels are ready, in the background."""
        if self._filling is None or self._filling.done():
            self._filling = asyncio.ensure_future(self._fill())

    async def _fill(self) -> None:
        while len(self._ready) < self._ahead and self.running < self._most:
            kernel = await self._start()
            try:
                await self.run(kernel, self._warm)
            except (ClassError, RuntimeError):
                LOG.exception("A kernel could not be prepared")
                await self._end(kernel)
                return
            self._ready.append(kernel)

    async def _start(self) -> str:
        self._starting += 1
        try:
            env = {**os.environ, **ONE_THREAD, "FMBOOK_HOME": str(self._folder)}
            kernel: str = await self._manager.start_kernel(
                kernel_name="python3", env=env, stdout=DEVNULL, stderr=DEVNULL
            )
        finally:
            self._starting -= 1
        return kernel

    async def end_of(self, guest: Guest) -> None:
        """End what runs for a guest."""
        for kernel in self._of(guest):
            await self._end(kernel)

    async def end_one(self, kernel: str) -> None:
        """End a kernel whose page was closed."""
        await self._end(kernel)

    async def end_pupils(self, is_teacher: Callable[[str], bool]) -> None:
        """End what runs for pupils."""
        for kernel, owner in tuple(self._guests.kernels.items()):
            if not is_teacher(owner):
                await self._end(kernel)

    async def _end(self, kernel: str) -> None:
        self._guests.kernels.pop(kernel, None)
        if kernel in self._manager:
            await self._manager.shutdown_kernel(kernel, now=True)

    # --- running our own pages -------------------------------------------------------------

    async def run(self, kernel: str, code: str) -> dict[str, Any]:
        """Run a line of ours in a kernel; return what it displays."""
        shown: dict[str, Any] = {}

        def hear(message: dict[str, Any]) -> None:
            kind, content = message["header"]["msg_type"], message["content"]
            if kind in ("execute_result", "display_data"):
                shown.update(content["data"])
            elif kind == "error":
                LOG.error("A page of the class failed: %s", COLOURS.sub("", "\n".join(content["traceback"])))

        client = self._manager.get_kernel(kernel).client()
        client.start_channels(stdin=False, control=False)
        try:
            await client.wait_for_ready(timeout=PATIENCE)
            asked = client.execute_interactive(code, store_history=False, allow_stdin=False, output_hook=hear)
            reply = await asyncio.wait_for(asked, PATIENCE)
        except (TimeoutError, RuntimeError):
            raise ClassError("This laptop is very busy. Reload the page in a moment.") from None
        finally:
            client.stop_channels()
        if reply["content"]["status"] != "ok":
            raise ClassError("This page could not be made. Reload it; the terminal of the class server says more.")
        return shown
