"""What a fort and the fire of its guns are drawn with; what other maps share stands in ``fmbook.widgets.theme``."""

from typing import Final

from fmbook.widgets.drawing.shapes import Ink
from fmbook.widgets.theme import QUIET_INK, SIDES, WATER_EDGE

TURF: Final = "#c3cf98"  # open ground
WORN: Final = "#d3cdaa"  # ground around works
DUG: Final = "#d6c49b"  # ground with trenches
FOREST: Final = "#93ac76"
GROUNDS: Final = {"open": TURF, "bunker": WORN, "trenches": DUG, "forest": FOREST}
MOAT: Final = "#8fb8ca"
DRY: Final = "#b3a585"
CLIFF: Final = "#b9a984"
FORECOURT: Final = "#ded5b4"
OUTSIDES: Final = {"water": MOAT, "ditch": DRY, "approach": FORECOURT}
OUTSIDE_EDGE: Final = Ink(stroke="#6f6a55", width=0.9, alpha=0.7)
RIPPLES: Final = Ink(stroke="#5f93ab", width=0.9, alpha=0.8)
DITCH_TEETH: Final = Ink(stroke="#7d6f50", width=1.0, alpha=0.8)
CLIFF_TEETH: Final = Ink(stroke="#6a5637", width=1.1, alpha=0.9)
BANK: Final = Ink(stroke=WATER_EDGE, width=1.6)
WALL: Final = Ink(stroke="#3c3a30", width=3.0)
TUFTS: Final = Ink(stroke="#8b9a63", width=0.9, alpha=0.8)
SECTOR_CASE: Final = Ink(stroke="#fbf7e8", width=3.4, alpha=0.75)
SECTOR_EDGE: Final = Ink(stroke="#4b4a3a", width=1.5, dash=(6, 4))
CORNER_RING: Final = Ink(fill="#fbf7e8", stroke="#4b4a3a", width=1.5)
TRACK_CASE: Final = Ink(stroke="#9a8f6c", width=4.2)
TRACK: Final = Ink(stroke="#f1e9cd", width=2.6)
PITCH: Final = Ink(fill="#d6e0af", stroke="#f7f3df", width=1.3, square=True)
HUT: Final = Ink(fill="#8a6a44", stroke="#3d2c17", width=1.2, square=True)
HUT_RIDGE: Final = Ink(stroke="#5e4526", width=1.0)
SAP: Final = Ink(stroke="#6b5633", width=3.0, square=True)
SAP_LIGHT: Final = Ink(stroke="#e9d9b3", width=1.0, square=True)
CONCRETE: Final = Ink(fill="#a3a098", stroke="#2f2e2a", width=1.5, square=True)
CONCRETE_SHADOW: Final = Ink(fill="#3a3420", alpha=0.35)
CONCRETE_DARK: Final = Ink(fill="#2f2e2a")
BARRELS: Final = Ink(stroke="#2f2e2a", width=2.4)
CUPOLA: Final = Ink(fill="#bab7ad", stroke="#2f2e2a", width=1.5)
CUPOLA_RING: Final = Ink(fill="#8b8880", stroke="#2f2e2a", width=1.5)
DUMMY: Final = Ink(fill="#e3dfce", stroke="#2f2e2a", width=1.5, dash=(3.5, 3))
SHAFT: Final = Ink(stroke="#2f2e2a", width=1.5, dash=(2, 3))
WORK_SIZE: Final = 1.1  # of a metre on the ground: works are drawn a little larger than they were
MOUNTS_GLOW: Final = Ink(stroke="#f1e6c8", width=5.0, alpha=0.8)
GLIDER: Final = Ink(fill="#8d9170", stroke="#3d3f2c", width=0.9, square=True)
SHUT: Final = Ink(stroke="#8f1d14", width=3.4)
SHUT_GLOW: Final = Ink(stroke="#ffffff", width=6.6, alpha=0.9)
TRACK_EMPTY: Final = Ink(fill="#fbf7e8", stroke="#6b664f", width=1.0, square=True)
TRACK_MARKS: Final = Ink(stroke="#6b664f", width=1.0, square=True)
VP: Final = Ink(fill="#e2ad2b", stroke="#4a3505", width=1.1)
VP_TAKEN: Final = Ink(fill=SIDES[0], stroke="#fffdf4", width=1.8)
SWEPT_DOT: Final = Ink(fill="#ffffff", stroke="#2f2e2a", width=1.2)
STAIRS: Final = Ink(stroke="#2f2e2a", width=1.4, square=True)
ARROW: Final = Ink(stroke=QUIET_INK, width=1.3)
FIRE: Final = Ink(fill="#b3261e", alpha=0.13)
FIRE_IDLE: Final = Ink(fill="#6d6a5e", alpha=0.1)  # of guns that nobody mans
FIRE_IDLE_EDGE: Final = Ink(stroke="#57523f", width=1.0, dash=(2, 4), alpha=0.8)
TARGET_FILL: Final = Ink(fill="#c23b22", alpha=0.2)
FIRE_EDGE: Final = Ink(stroke="#8f1d14", width=1.1, dash=(5, 3), alpha=0.75)
FIRE_CHOSEN: Final = Ink(fill="#b3261e", alpha=0.24)
FIRE_CHOSEN_EDGE: Final = Ink(stroke="#8f1d14", width=1.8)
FIRE_SWEPT: Final = Ink(fill="#ffffff", stroke="#8f1d14", width=2.2)
