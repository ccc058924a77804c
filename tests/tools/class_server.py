"""A class server of a test: started by the command that a teacher types, and ended as a teacher ends it."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.tools.seats import Pupil

__all__ = ["ClassUnderTest"]


def hear_ctrl_c() -> None:
    """Let what is started from here hear Ctrl-C: a shell makes what it runs in the background deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


class ClassUnderTest:
    """The server, its code and its addresses."""

    def __init__(self, folder: Path, *lesson: str, seats: int = 4, ahead: int = 2) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.base = folder, f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "fmbook", "class", *lesson, f"--seats={seats}", f"--ahead={ahead}"]
        self.log = folder.with_suffix(".log")
        self._out = self.log.open("w")
        hear_ctrl_c()
        self.process = subprocess.Popen(
            [*command, f"--port={self.port}", f"--folder={folder}"],
            stdout=self._out, stderr=subprocess.STDOUT, start_new_session=True,
            env=os.environ | {"HOME": str(folder.parent), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self._pupils: list[Pupil] = []
        self.said = self._announced()
        self.code = self._find(r"and type\s+(\w+)")
        self.teacher = self._find(r"(http://\S+/teacher\?key=\S+)")

    def _announced(self) -> str:
        for _ in range(1800):  # a busy machine takes its time
            if "Ctrl-C" in (said := self.log.read_text()):
                return said
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(self.log.read_text())

    def _find(self, pattern: str) -> str:
        found = re.search(pattern, self.said)
        assert found, self.said
        return found[1]

    def pupil(self, table: str = "", side: str = "") -> Pupil:
        """Somebody who has the code, and sits if a seat is named."""
        pupil = self.stranger()
        assert pupil.join(self.code).ok
        if table:
            assert pupil.sit(table, side).ok, pupil.page
            pupil.connect()
        return pupil

    def stranger(self) -> Pupil:
        """Somebody who has no code yet."""
        self._pupils.append(Pupil(self.base))
        return self._pupils[-1]

    def end(self) -> str:
        """Press Ctrl-C, and return all that was said."""
        for pupil in self._pupils:
            pupil.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)
        self._out.close()
        return self.log.read_text()
