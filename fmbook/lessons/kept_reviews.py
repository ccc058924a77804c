"""What was found in a game is kept with the reader's games: a review takes minutes, and is worked out once."""

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from fmbook.core.errors import FmbookError
from fmbook.core.orders import Order, order
from fmbook.opponents.review import Change, Findings
from fmbook.record.journal import games_folder, write_whole

__all__ = ["keep", "kept"]

FOLDER: Final = "reviews"
FORM: Final = "2"  # to be raised when games are judged in another way
LARGEST: Final = 1_000_000  # bytes: what is larger is none of ours


def kept(record: str) -> Findings | None:
    """Return what was found in a game of this record; None where nothing is kept, or what is kept cannot be read."""
    with suppress(OSError, ValueError, FmbookError):
        path = _place(record)
        if path.stat().st_size <= LARGEST:
            return msgspec.json.decode(path.read_bytes(), type=Findings, dec_hook=_read)
    return None


def keep(record: str, found: Findings) -> None:
    """Write down what was found, where the reader's games are; who keeps no games keeps no reviews either."""
    if games_folder().is_dir():
        with suppress(OSError, FmbookError):
            write_whole(_place(record), msgspec.json.encode(_plain(found)).decode())


def _place(record: str) -> Path:
    """Name the file; a game that was played on has another one."""
    named = blake2b(f"{FORM}\n{record}".encode(), digest_size=12).hexdigest()
    return games_folder() / FOLDER / f"{named}.json"


def _plain(found: Findings) -> dict[str, Any]:
    """Write orders in their notation."""
    return vars(found) | {"changes": [_line(change) for change in found.changes]}


def _line(change: Change) -> list[Any]:
    better = change.better and [str(change.better.order), *change.better[1:]]
    return list(change._replace(order=str(change.order), better=better))  # type: ignore[arg-type]


def _read(_: type, written: object) -> Order:
    return order(str(written))
