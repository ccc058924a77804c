"""Kernels that are ready at once: each is a fork of one Python that has imported the book already.

``keep SOCKET`` imports, waits and forks until its standard input is closed. ``ask SOCKET CONNECTION`` is what Jupyter
starts in a kernel's place: it asks for a fork, hands on what Jupyter signals, and lives exactly as long as its kernel.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
from typing import Any

__all__ = ["spec"]

BACKLOG = 16
LARGEST = 1 << 20


def spec(socket_: str) -> dict[str, Any]:
    """What Jupyter is to start as its kernel for Python."""
    ask = [sys.executable, "-I", "-S", __file__, "ask", socket_, "{connection_file}"]
    about = {"supported_encryption": ["curve"]}
    return {"argv": ask, "display_name": "Python 3 (ipykernel)", "language": "python", "metadata": about}


# --- what Jupyter starts ------------------------------------------------------------------------


def ask(socket_: str, connection: str) -> None:
    """Ask for a kernel and wait for its end."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(socket_)
        wanted = {"connection": connection, "folder": os.getcwd(), "environment": dict(os.environ)}  # noqa: PTH109 - light
        line.sendall(json.dumps(wanted).encode() + b"\n")
        kernel = int(line.recv(64))
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda number, _: os.kill(kernel, number))
        line.recv(1)  # nothing ever comes: the line breaks when the kernel ends


# --- what has imported the book -------------------------------------------------------------------


def keep(socket_: str) -> None:
    """Wait for wishes, and fork a kernel for each."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(socket_)
        listener.listen(BACKLOG)
        fetch_the_book()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has ended is not waited for
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            line, _ = listener.accept()
            wanted = json.loads(read_line(line))
            if not os.fork():
                listener.close()
                become_kernel(line, wanted)
            line.close()


def fetch_the_book() -> None:
    """Import what a kernel of the book needs, and leave it where forks can share it."""
    import ipykernel.kernelapp
    import ipyleaflet

    import fmbook
    from fmbook.widgets import decisions, essays, exercises, lookback, rules_browser
    from fmbook.widgets.desk import desk

    assert all((ipykernel.kernelapp, ipyleaflet, fmbook, decisions, desk, essays, exercises, lookback, rules_browser))
    gc.collect()
    gc.freeze()


def read_line(line: socket.socket) -> bytes:
    read = b""
    while not read.endswith(b"\n") and len(read) < LARGEST:
        read += line.recv(LARGEST)
    return read


def become_kernel(line: socket.socket, wanted: dict[str, Any]) -> None:
    """Run a kernel as Jupyter's own launcher would, in this process, and end with it or with who asked."""
    import threading

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.clear()
    os.environ.update(wanted["environment"])
    os.chdir(wanted["folder"])
    threading.Thread(target=end_with, args=(line,), daemon=True).start()
    line.sendall(str(os.getpid()).encode())
    try:
        serve(wanted["connection"])
    finally:
        os._exit(0)


def end_with(line: socket.socket) -> None:
    """End at once when the process that asked for this kernel is gone."""
    line.recv(1)
    os._exit(1)


def serve(connection: str) -> None:
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp
    from ipywidgets.widgets.widget import _instances

    sys.argv = ["ipykernel_launcher", "-f", connection, f"--IPKernelApp.parent_handle={os.getppid()}"]
    app: Any = IPKernelApp.instance()
    app.initialize(sys.argv[1:])
    ipywidgets.register_comm_target()  # as it does itself where a kernel is there when it is imported
    made = [*_instances.values()]  # ipycanvas makes one when it is imported, of which no page has heard
    unheard = [widget.comm for widget in made]  # kept: a comm that goes says so to a page that never knew it
    for widget in made:
        widget.comm = None

    def tell_of_them(*_: Any) -> None:  # with the first cell: a page whose Python was started anew listens by then
        app.shell.events.unregister("pre_run_cell", tell_of_them)
        for widget in made:
            widget.open()
        assert len(unheard) == len(made)

    app.shell.events.register("pre_run_cell", tell_of_them)
    app.start()


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file
    if sys.argv[1] == "keep":
        keep(sys.argv[2])
    else:
        ask(*sys.argv[2:])
