"""Draw ahead what the chapters draw slowly: loaded into the kernel that runs a chapter for the site (``play.py``)."""

import json
from pathlib import Path
from typing import Any

from fmbook.widgets.board import prepared
from fmbook.widgets.board.fort.plan import plan_of
from fmbook.widgets.board.hexmap import HexMap
from fmbook.widgets.board.sectormap import SectorMap
from fmbook.widgets.board.sheets import Frame

__all__ = ["begin", "keep"]

FINE = 2  # decimals of a pixel
COUNTERS, CHIPS, GLIDERS = 9, 5, 5  # so many in a sector, one more than is likely
_maps: list[HexMap] = []


def begin() -> None:
    """Take note of every map that is made from now on, and of what is drawn."""
    prepared.recorded = {}
    made = HexMap.__init__

    def noted(self: HexMap, *given: Any, **more: Any) -> None:
        made(self, *given, **more)
        _maps.append(self)

    HexMap.__init__ = noted  # type: ignore[method-assign]


def keep(archive: str) -> None:
    """Draw every map in full and for a file, and write it all down."""
    measured = set[Frame]()
    for each in _maps:
        _ = each._picture, each._kept
        if isinstance(each, SectorMap):
            each._counters()
            if not each._near and each._frame not in measured:
                measured.add(each._frame)
                _measure(each)
    prepared.write(Path(archive), {name: _rounded(drawn) for name, drawn in (prepared.recorded or {}).items()})


def _rounded(drawn: bytes) -> bytes:
    """Round a drawing to hundredths of a pixel: it has a network to pass."""
    plain = json.loads(drawn, parse_float=lambda figure: round(float(figure), FINE))
    return json.dumps(plain, separators=(",", ":")).encode()


def _measure(fort: SectorMap) -> None:
    plan = plan_of(fort.board, fort._frame)
    _ = plan.signs
    for place in range(len(fort.board.places)):
        for count in range(1, COUNTERS):
            for chips in range(CHIPS):
                plan.counter_spots(place, count, chips)
        for count in range(1, GLIDERS):
            plan.glider_spots(place, count)
