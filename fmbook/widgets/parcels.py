"""What one answer says to a page goes out as one packed message.

Each message has a head of half a kilobyte, and words and drawings pack to a third. A page that can unpack says so when
it sees a map (``parcel.js``); to any other each widget speaks by itself.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import local
from typing import Any, Final, Protocol

__all__ = ["Carrier", "Parcel", "sent_together", "took"]

A_MODEL: Final = '"IPY_MODEL_'
"""How a widget names another one: a page has to look it up, so it goes by itself."""


class Carrier(Protocol):
    """Whoever brings parcels to a page."""

    unpacks: bool | None

    def carry(self, parcel: "Parcel") -> None:
        """Send a parcel."""


class Parcel:
    """Messages of several widgets, in their order."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, tuple[str, ...]]] = []
        """Which widgets have told what of themselves."""
        self._slips: list[str] = []
        self._buffers: list[bytes] = []

    def __bool__(self) -> bool:
        return bool(self._slips)

    def take(self, widget: Any, message: Mapping[str, Any], buffers: Iterable[Any]) -> bool:
        """Take a message, if it is one that a page reads as it is."""
        packed, method = [bytes(each) for each in buffers], message["method"]
        said = message.get("state" if method == "update" else "content")
        slip = json.dumps([widget.model_id, method, said, list(map(len, packed))], separators=(",", ":"))
        if method not in ("update", "custom") or (method == "update" and packed) or A_MODEL in slip:
            return False
        self._slips.append(slip)
        self._buffers += packed
        if method == "update":
            self.told.append((widget, tuple(said or ())))
        return True

    def packed(self) -> bytes:
        """The length of what is said, what is said, and what is drawn, all of it compressed."""
        slips = f"[{','.join(self._slips)}]".encode()
        return zlib.compress(b"".join([len(slips).to_bytes(4, "little"), slips, *self._buffers]))


class _Open(local):
    """The parcel that is being filled. Callbacks may run in threads of their own."""

    parcel: Parcel | None = None


_OPEN: Final = _Open()


@contextmanager
def sent_together(carrier: Carrier) -> Iterator[None]:
    """Send what widgets say inside as one message, if the page can unpack it."""
    if _OPEN.parcel is not None or not carrier.unpacks:
        yield
        return
    parcel = _OPEN.parcel = Parcel()
    try:
        yield
    finally:
        _OPEN.parcel = None
        if parcel:
            carrier.carry(parcel)


def took(widget: Any, message: Mapping[str, Any], buffers: Iterable[Any] | None) -> bool:
    """Put a message into the parcel that is being filled, if there is one."""
    return _OPEN.parcel is not None and widget.comm is not None and _OPEN.parcel.take(widget, message, buffers or ())
