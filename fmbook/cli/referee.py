"""Hold the games of tables at which pupils can run code: each seat is told only what it may see."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from fmbook.cli.class_ import some
from fmbook.core.errors import FmbookError

HELP = "Hold games of which each seat is told only what it may see; for tables in Lab or on a hub. It ends with Ctrl-C."
USUAL_PORT = 8867
LOOPBACK = "127.0.0.1"
LONGEST = 20_000


def add_arguments(parser: ArgumentParser) -> None:
    """Where it listens and where games are kept."""
    parser.add_argument("--address", default=LOOPBACK, help="where to listen (127.0.0.1: this computer alone)")
    parser.add_argument("--port", type=some, default=USUAL_PORT, help=f"where to listen ({USUAL_PORT})")
    parser.add_argument(
        "--folder", type=Path, help="where games are kept, for you alone (referee, in the folder of games)"
    )


def run(arguments: Namespace) -> int:
    """Answer calls until Ctrl-C."""
    from fmbook.record.journal import games_folder

    folder = (arguments.folder or games_folder() / "referee").expanduser().resolve()
    try:
        server = server_at(arguments.address, arguments.port, folder)
    except OSError as error:
        raise FmbookError(
            f"A referee cannot listen at {arguments.address}:{arguments.port}: {error.strerror}."
        ) from None
    with server:
        print(_told(server, folder), flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print(f"\nThe games are in {folder}.")
    return 0


def _told(server: ThreadingHTTPServer, folder: Path) -> str:
    host, port = server.server_address[:2]
    address = f"http://{host!s}:{port}"
    return (
        f"A referee holds games at {address}. In a notebook:\n\n"
        f'    fm.table("7", "vimy", "first_morning", referee="{address}")\n\n'
        f"Its games are in {folder}, which only this user can read. Whoever runs Python as this user\n"
        "can read them too: start it as another user than the one that pupils' notebooks run as. Ctrl-C ends it."
    )


def server_at(address: str, port: int, folder: Path) -> ThreadingHTTPServer:
    """Open a referee's door; its files are for its own user alone."""
    from fmbook.play.referee import Referee

    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    referee = Referee(folder)
    return _Server((address, port), _door(referee.answer))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # a class comes at once


def _door(answer: Callable[[bytes], bytes]) -> type[BaseHTTPRequestHandler]:
    class Door(BaseHTTPRequestHandler):
        """Takes calls. Only a program sends JSON here: a page in a browser would have to ask first."""

        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # an answer is two small writes
        timeout = 300

        def do_POST(self) -> None:
            """Answer a call."""
            length = self.headers.get("Content-Length", "")
            if self.headers.get_content_type() != "application/json" or not length.isdecimal() or int(length) > LONGEST:
                self.close_connection = True
                self._send(400, b"")
                return
            self._send(200, answer(self.rfile.read(int(length))))

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the library
            """Say nothing of what pupils do."""

    return Door
