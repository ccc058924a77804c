"""A pupil without a browser: joins a class, sits down, and plays by the messages that a page would send.

``received`` keeps every frame, as a browser would have got it.
"""

import json
import re
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import requests
import websocket

__all__ = ["Pupil", "header", "v1"]

CONFIG = re.compile(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)
OUTPUT = re.compile(r'<script type="application/vnd.voila.cell-output\+json">(.*?)</script>', re.DOTALL)
XSRF = re.compile(r'name="_xsrf" value="([^"]+)"')


def header(kind: str, session: str) -> dict[str, Any]:
    return {
        "msg_id": uuid.uuid4().hex, "msg_type": kind, "session": session, "username": "pupil", "version": "5.3",
        "date": "2026-01-01T00:00:00Z",
    }  # fmt: skip


def v1(channel: str, message: dict[str, Any]) -> bytes:
    """Write a message in the newer of the two protocols."""
    parts = [
        channel.encode(),
        *(json.dumps(message[k]).encode() for k in ("header", "parent_header", "metadata", "content")),
    ]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return b"".join([len(offsets).to_bytes(8, "little"), *(n.to_bytes(8, "little") for n in offsets), *parts])


class Pupil:
    """One browser's worth of cookies, and a seat."""

    def __init__(self, base: str) -> None:
        self.base, self.http = base, requests.Session()
        self.http.trust_env = False
        self.kernel, self.session = "", uuid.uuid4().hex
        self.models: dict[str, dict[str, Any]] = {}
        self.all_told = False
        self.received: list[str] = []
        self.page = ""
        self.ws: Any = None

    def post(self, path: str, **fields: str) -> requests.Response:
        form = XSRF.search(self.http.get(f"{self.base}/tables").text) or XSRF.search(self.http.get(self.base).text)
        return self.http.post(f"{self.base}{path}", data={"_xsrf": form[1] if form else "", **fields}, timeout=60)

    def join(self, code: str) -> requests.Response:
        return self.post("/join", code=code)

    def sit(self, table: str, side: str) -> requests.Response:
        """Sit down; the page of the seat comes back, and is opened."""
        answer = self.post("/sit", table=table, side=side)
        self._read(answer.text)
        return answer

    def reload(self) -> None:
        self._read(self.http.get(f"{self.base}/seat", timeout=120).text)

    def _read(self, text: str) -> None:
        self.page = text
        self.received.append(text)
        if found := CONFIG.search(text):
            self.kernel = json.loads(found[1])["kernelId"]

    # --- the kernel ---------------------------------------------------------------------------

    def socket(self, kernel: str = "", session: str = "", *, newer: bool = False) -> Any:
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.http.cookies)
        address = self.base.replace("http", "ws", 1) + f"/api/kernels/{kernel or self.kernel}/channels"
        chosen = ["v1.kernel.websocket.jupyter.org"] if newer else None
        return websocket.create_connection(
            f"{address}?session_id={session or uuid.uuid4().hex}", cookie=cookies, subprotocols=chosen, timeout=60,
            http_no_proxy=["*"], origin=self.base,
        )  # fmt: skip

    def connect(self) -> None:
        """Do what the page's manager of widgets does first: ask for all of them."""
        if self.ws:
            with suppress(OSError, websocket.WebSocketException):
                self.ws.close()
        self.models, self.all_told = {}, False
        self.ws = self.socket(session=self.session)
        control = uuid.uuid4().hex
        self._send("comm_open", {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}})
        self._send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        self.wait(lambda: self.all_told)  # news of one widget may come before the list of all

    def _send(self, kind: str, content: dict[str, Any]) -> None:
        message = {
            "header": header(kind, self.session), "parent_header": {}, "content": content,
            "metadata": {"version": "1.0.0"},
        }  # fmt: skip
        self.ws.send(json.dumps({**message, "channel": "shell", "buffers": []}))

    def hear(self) -> None:
        """Take one message."""
        frame = self.ws.recv()
        self.received.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))
        text = frame if isinstance(frame, str) else _json_in(frame)
        if not text:
            return
        message = json.loads(text)
        content = message.get("content", {})
        data = content.get("data", {}) if isinstance(content, dict) else {}
        kind = message.get("header", {}).get("msg_type")
        if kind == "comm_open":
            self.models[content["comm_id"]] = dict(data.get("state", {}))
        elif kind == "comm_msg" and data.get("method") == "update_states":
            self.models |= {name: dict(each["state"]) for name, each in data["states"].items()}
            self.all_told = True
        elif kind == "comm_msg" and data.get("method") == "update":
            self.models.setdefault(content["comm_id"], {}).update(data["state"])

    def wait(self, until: Callable[[], bool], patience: float = 60.0) -> None:
        end = time.monotonic() + patience
        while not until():
            if time.monotonic() > end:
                raise TimeoutError(f"{self.status()!r} {self.prompt()!r}")
            self.hear()

    # --- the desk -------------------------------------------------------------------------------

    def _named(self, **wanted: Any) -> str:
        for name, state in reversed(self.models.items()):
            if all(state.get(key) == value for key, value in wanted.items()):
                return name
        raise LookupError(str(wanted))

    def click(self, label: str) -> None:
        self._send("comm_msg", {
            "comm_id": self._named(description=label, _model_name="ButtonModel"),
            "data": {"method": "custom", "content": {"event": "click"}},
        })  # fmt: skip

    def type_order(self, line: str) -> None:
        box = self._named(_model_name="ComboboxModel")
        self._send(
            "comm_msg", {"comm_id": box, "data": {"method": "update", "state": {"value": line}, "buffer_paths": []}}
        )
        self.click("Say it")

    def give(self, line: str) -> float:
        """Type an order and wait for the answer; return how long it took."""
        before, start = (self.answers(), self.number()), time.monotonic()
        self.type_order(line)
        self.wait(lambda: (self.answers(), self.number()) != before)
        return time.monotonic() - start

    def number(self) -> int:
        """The number of the state that the desk shows."""
        return max((int(state["number"]) for state in self.models.values() if "shelf" in state), default=0)

    def wait_for_number(self, number: int) -> None:
        """Wait until the desk shows so many changes."""
        self.wait(lambda: self.number() == number)

    def drain(self) -> None:
        """Take what has come meanwhile."""
        self.ws.settimeout(0.01)
        with suppress(websocket.WebSocketTimeoutException):
            while True:
                self.hear()
        self.ws.settimeout(60)

    def answers(self) -> str:
        return "".join(
            str(state.get("value", "")) for state in self.models.values() if "“" in str(state.get("value", ""))[:90]
        )

    def prompt(self) -> str:
        found = [str(state.get("value")) for state in self.models.values() if "fmbook-when" in str(state.get("value"))]
        return re.sub("<[^>]+>", " ", found[-1]) if found else ""

    def status(self) -> str:
        return " ".join(str(state["says"]) for state in self.models.values() if state.get("says"))

    def close(self) -> None:
        """Close the window."""
        if self.ws:
            with suppress(OSError, websocket.WebSocketException):
                self.ws.close()
        self.http.close()


def _json_in(frame: bytes) -> str:
    """Find the message in a frame that carries buffers."""
    count = int.from_bytes(frame[:4], "big")
    if not 0 < count < 1000:
        return ""
    offsets = [int.from_bytes(frame[4 * at : 4 * at + 4], "big") for at in range(1, count + 1)]
    end = offsets[1] if count > 1 else len(frame)
    return frame[offsets[0] : end].decode("utf-8", "replace")
