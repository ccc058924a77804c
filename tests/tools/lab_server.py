"""A JupyterLab of one's own, for browser tests and benchmarks."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import nbformat
from nbformat.sign import NotebookNotary

from fmbook.cli.open import LAB_FILES

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
    """A JupyterLab on loopback that reads and writes nothing outside its own folder."""

    def __init__(self, folder: Path) -> None:
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
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *self._options()],
                env=os.environ
                | {name: str(folder / place) for name, place in places.items()}
                | dict.fromkeys(("JUPYTER_PATH", "JUPYTER_CONFIG_PATH"), str(LAB_FILES)),  # as `fmbook open` does
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait()

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
