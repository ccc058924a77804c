"""Open a chapter in JupyterLab, one document filling the window."""

import errno
import os
import secrets
import socket
import threading
import time
import urllib.request
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path
from urllib.parse import quote

from fmbook.errors import FmbookError

HELP = "Open a chapter in JupyterLab."
USUAL_PORT = 8888
PORTS_TRIED = 50
PATIENCE = 60.0
LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def add_arguments(parser: ArgumentParser) -> None:
    """Which chapter, where to listen, and whether a browser is wanted."""
    parser.add_argument("chapter", nargs="?", default="00_start_here", help="its number, title or file name")
    parser.add_argument("--port", default=os.environ.get("PORT"), help="where to listen (or the variable PORT)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address (or BROWSER=none)")
    parser.add_argument("--folder", type=Path, help="where the chapters of an installed package are copied to")


def run(arguments: Namespace) -> int:
    """Start the server, print the address once it answers, and stay until Ctrl-C."""
    root, chapter = _where(arguments)
    port = chosen_port(arguments.port)
    token = os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(16))
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")  # this environment's kernel, not the machine's
    path = quote(chapter.relative_to(root).as_posix())
    base = f"http://localhost:{port}"
    browser = not arguments.no_browser and os.environ.get("BROWSER", "") != "none"
    address = f"{base}/lab/doc/tree/{path}?token={token}"
    announcer = threading.Thread(target=announce, args=(base, address, browser), daemon=True)
    print(f"Starting JupyterLab on port {port} (some seconds) …", flush=True)
    announcer.start()
    return serve(server_options(root, port, f"/lab/doc/tree/{path}"))


def _where(arguments: Namespace) -> tuple[Path, Path]:
    from fmbook.commands.chapters import COPIES, copies_for_reader, find_chapter, in_checkout
    from fmbook.data import notebooks_root

    folder = notebooks_root()
    name = find_chapter(arguments.chapter, folder).name
    if in_checkout(folder) and not arguments.folder:
        return folder.parent, folder / name
    root, said = copies_for_reader(folder, (arguments.folder or Path(COPIES)).resolve())
    for sentence in said:
        print(sentence)
    return root, root / name


def chosen_port(wanted: str | None) -> int:
    """The port that was asked for, or the next free one from the usual one on."""
    if wanted:
        if not wanted.isdigit() or not 0 < int(wanted) < 65536:
            raise FmbookError(f"“{wanted}” is no port: take a number from 1024 to 65535, such as PORT=8899.")
        if problem := unusable(int(wanted)):
            free = next_free(int(wanted) + 1) if int(wanted) >= 1024 else 8899
            raise FmbookError(f"Port {wanted} {problem}: choose another one, such as PORT={free}.")
        return int(wanted)
    return next_free(USUAL_PORT)


def next_free(first: int) -> int:
    """The first port from here on that nobody uses."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        if not unusable(port):
            return port
    raise FmbookError(f"The ports from {first} on are all in use: choose one yourself, such as PORT=9999.")


def unusable(port: int) -> str:
    """Why nobody can listen on this port now, or an empty string."""
    for family, host in LOOPBACK:
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                if os.name != "nt":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
        except PermissionError:
            return "may only be used by the administrator"
        except OSError as error:
            # a machine without IPv6 cannot bind there either, and that is no obstacle
            if family == socket.AF_INET or error.errno == errno.EADDRINUSE:
                return "is already in use"
    return ""


def server_options(root: Path, port: int, page: str) -> list[str]:
    """JupyterLab as a book: one document, no news, no shop, no questions when it is stopped."""
    options = [
        f"--ServerApp.root_dir={root}",
        "--ServerApp.ip=localhost",
        f"--ServerApp.port={port}",
        "--ServerApp.base_url=/",
        "--ServerApp.port_retries=0",
        "--ServerApp.open_browser=False",
        "--ServerApp.answer_yes=True",
        "--ServerApp.log_level=ERROR",
        "--LabApp.log_level=ERROR",
        "--LabApp.extension_manager=readonly",
        f"--LabApp.default_url={page}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--ServerApp.allow_root=True")  # in a container there is often nobody else
    return options


def serve(options: list[str]) -> int:
    """Run the server in this process, so that Ctrl-C and kill reach it."""
    try:
        from jupyterlab.labapp import LabApp
    except ImportError as missing:
        raise FmbookError(
            f"JupyterLab is not installed here ({missing.name} is missing): pip install 'fmbook[lab]'"
        ) from missing
    LabApp.launch_instance(options)
    return 0


def announce(base: str, address: str, browser: bool) -> None:
    """Print the address when the server answers, and open a browser if one is wanted."""
    end = time.monotonic() + PATIENCE
    while not answers(f"{base}/api"):
        if time.monotonic() > end:
            print(f"JupyterLab has not answered for {PATIENCE:.0f} s; it should be at {address}", flush=True)
            return
        time.sleep(0.1)
    print(f"\nThe book is open at\n\n    {address}\n\nStop it with Ctrl-C.", flush=True)
    if browser:
        webbrowser.open(address)


def answers(url: str) -> bool:
    """Whether a server is there."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a school's proxy has no say in this
    try:
        with direct.open(url, timeout=1):
            return True
    except OSError:
        return False
