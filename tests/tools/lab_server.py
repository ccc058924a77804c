"""A JupyterLab of one's own, for browser tests and benchmarks."""

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

import nbformat
from nbformat.sign import NotebookNotary

from fmbook.cli.open import LAB_FILES
from tests.tools import warm_kernels

__all__ = ["FLAGS", "Server"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# what Lab asks a reader at the first start, answered
SETTINGS = {"notification": {"fetchNews": "false", "checkForUpdates": False}}


class Server:
    """A JupyterLab on loopback that reads and writes nothing outside its own folder.

    ``warm``: its kernels have imported the book before they are asked for, where the system can fork them.
    """

    def __init__(self, folder: Path, *, warm: bool = False) -> None:
        self.root = folder / "root"
        self.root.mkdir()
        self.token = secrets.token_hex(16)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = folder / "data"
        places = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
        places |= {f"JUPYTER_{name.upper()}_DIR": name for name in ("config", "data", "runtime")}
        places |= {"IPYTHONDIR": "ipython"}
        settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        for name, values in SETTINGS.items():
            (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(values))
        self.log = folder / "server.log"
        with self.log.open("wb") as log:
            self.warm = self._keep_warm(log) if warm and sys.platform == "linux" else None
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *self._options()],
                env=os.environ
                | {name: str(folder / place) for name, place in places.items()}
                | {"JUPYTER_CONFIG_PATH": str(LAB_FILES), "JUPYTER_PATH": f"{LAB_FILES}{os.pathsep}{folder / 'warm'}"},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait()

    def _keep_warm(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Name ourselves as the kernel for Python, and start what forks them."""
        place = self.root.parent / "warm" / "kernels" / "python3"
        place.mkdir(parents=True)
        line = tempfile.mkdtemp(prefix="fm") + "/kernels"  # the name of a socket must be short
        (place / "kernel.json").write_text(json.dumps(warm_kernels.spec(line)))
        command = [sys.executable, warm_kernels.__file__, "keep", line]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=log, start_new_session=True)

    def _options(self) -> Iterator[str]:
        yield from ("--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={self.port}")
        yield from ("--ServerApp.port_retries=0", f"--ServerApp.root_dir={self.root}")
        yield f"--IdentityProvider.token={self.token}"
        yield from ("--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True")
        # should the tests be killed, the server ends by itself some minutes later
        yield from ("--MappingKernelManager.cull_idle_timeout=300", "--MappingKernelManager.cull_interval=60")
        yield "--ServerApp.shutdown_no_activity_timeout=300"

    def _wait(self) -> None:
        for _ in range(300):
            if self.process.poll() is not None:
                break
            with suppress(urllib.error.URLError, OSError):
                self.ask("api/status")
                return
            time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not answer:\n{self.log.read_text(errors='replace')[-3000:]}")

    def trust(self, notebook: Path) -> None:
        """Sign a notebook, as Jupyter does when somebody trusts it."""
        notary = NotebookNotary(data_dir=str(self.data))  # type: ignore[no-untyped-call]
        notary.sign(nbformat.read(notebook, as_version=4))  # type: ignore[no-untyped-call]
        notary.store.close()

    def ask(self, path: str, method: str = "GET") -> bytes:
        url = f"http://127.0.0.1:{self.port}/{path}?token={self.token}"
        with urllib.request.urlopen(urllib.request.Request(url, method=method), timeout=10) as answer:
            return bytes(answer.read())

    def end_kernels(self) -> None:
        for session in json.loads(self.ask("api/sessions")):
            with suppress(urllib.error.URLError):
                self.ask(f"api/sessions/{session['id']}", "DELETE")

    def close(self) -> None:
        with suppress(urllib.error.URLError, OSError):
            self.end_kernels()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.warm:
            self.warm.communicate()  # which closes its input, and so ends it
