"""Open a chapter in JupyterLab, one document filling the window."""

import atexit
import errno
import logging
import os
import secrets
import shutil
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from argparse import ArgumentParser, Namespace
from html import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

from fmbook.core.errors import FmbookError

HELP = "Open a chapter in JupyterLab."
USUAL_PORT = 8888
PORTS_TRIED = 50
PATIENCE = 60.0
LAB_FILES = Path(__file__).parents[1] / "lab"
"""Laid out as Jupyter's own folders: the extension that sets chapters up, and what the book's Lab leaves out."""
LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))


def add_arguments(parser: ArgumentParser) -> None:
    """Which chapter, where to listen, and whether a browser is wanted."""
    parser.add_argument("chapter", nargs="?", default="00_start_here", help="its number, title or file name")
    parser.add_argument("--port", default=os.environ.get("PORT"), help="where to listen (or the variable PORT)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address (or BROWSER=none)")
    parser.add_argument("--folder", type=Path, help="where the chapters of an installed package are copied to")


def run(arguments: Namespace) -> int:
    """Start the server, print the address once it answers, and stay until Ctrl-C."""
    if find_spec("jupyterlab") is None:
        raise FmbookError("JupyterLab is not installed here, and the chapters open in it: pip install 'fmbook[lab]'")
    port = chosen_port(arguments.port)
    root, chapter = _where(arguments)
    os.environ["JUPYTER_TOKEN"] = token = os.environ.get("JUPYTER_TOKEN") or secrets.token_hex(16)
    _prepare_jupyter()
    page = page_of(chapter.relative_to(root))
    base = f"http://localhost:{port}"
    browser = not arguments.no_browser and os.environ.get("BROWSER", "") != "none"
    announcer = threading.Thread(
        target=announce, args=(base, f"{base}{page}?token={quote(token, safe='')}", browser), daemon=True
    )
    print(f"Starting JupyterLab on port {port} (some seconds) …", flush=True)
    announcer.start()
    return serve(server_options(root, port, page))


def page_of(chapter: Path) -> str:
    """Return where a server shows a chapter by itself, in JupyterLab: the path of its address.

    >>> page_of(Path("notebooks/00_start_here.ipynb"))
    '/doc/tree/notebooks/00_start_here.ipynb'
    """
    return f"/doc/tree/{quote(chapter.as_posix())}"


def _where(arguments: Namespace) -> tuple[Path, Path]:
    """Return the folder that is served and the chapter in it, which may run as soon as it is opened."""
    from fmbook.cli.chapters import COPIES, copies_for_reader, find_chapter, in_checkout, trust
    from fmbook.core.data import notebooks_root

    folder = notebooks_root()
    name = find_chapter(arguments.chapter, folder).name
    if in_checkout(folder) and not arguments.folder:
        root, chapters = folder.parent, folder
    else:
        root, said = copies_for_reader(folder, (arguments.folder or Path(COPIES)).resolve())
        chapters = root
        for sentence in said:
            print(sentence)
    if problem := trust(chapters):
        print(problem)
    return root, chapters / name


def _prepare_jupyter() -> None:
    """Let this server find the book's own extension and this environment's kernel, and its terminals this Python."""
    os.environ["PATH"] = os.pathsep.join(filter(None, (str(Path(sys.executable).parent), os.environ.get("PATH"))))
    for name in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH"):
        os.environ[name] = os.pathsep.join(filter(None, (str(LAB_FILES), os.environ.get(name))))
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")


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
            f"JupyterLab does not start ({missing.name} is missing): pip install --upgrade 'fmbook[lab]'"
        ) from missing
    # Jupyter's packages warn each other of what will change, and set each other's filters; no reader can help it
    logging.captureWarnings(True)
    logging.getLogger("py.warnings").setLevel(logging.ERROR)
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
        webbrowser.open(doorway(address))


def doorway(address: str) -> str:
    """Write a page that leads to an address, for this reader alone: what a browser is started with, all can read."""
    folder = Path(mkdtemp(prefix="fmbook-"))  # nobody else may enter it
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    page = folder / "open.html"
    leads = f'<meta charset="utf-8"><meta http-equiv="refresh" content="0; url={escape(address)}">'
    page.write_text(f'{leads}<a href="{escape(address)}">The book</a>\n', encoding="utf-8")
    return page.as_uri()


def answers(url: str) -> bool:
    """Whether a server is there."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a school's proxy has no say in this
    try:
        with direct.open(url, timeout=1):
            return True
    except OSError:
        return False
