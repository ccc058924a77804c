"""Colours, sizes and fonts: the only place for them.

The look is that of an old survey sheet: warm paper, muted woods, thin ink for what people made. No meaning
rests on colour alone; every kind of ground has a mark of its own as well.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from fmbook.widgets.drawing.shapes import Ink, Lettering

# --- sizes, in CSS pixels ---------------------------------------------------------

SECTOR: Final = 108.0  # a sector that is no part of a fort: its name stands above its counters
HEX: Final = 72.0  # a hex from flat to flat, where the page is wide enough
LARGE_HEX: Final = 100.0  # on a board of few hexes
SHEET_WIDTH: Final = 820  # no map is wider than this at full size
MARGIN: Final = 26.0
WINDOW: Final = 14.0  # around the places of a board of which only a part is shown
WINDOW_LEAST: Final = 460  # such a part is no narrower
WINDOW_MOST: Final = 1050  # and no wider, but that its hexes become smaller than on a small board
STRIP: Final = 44.0  # below the map: title, north, key; lines of the notice come on top
NOTICE_LINE: Final = 15.0
LEAST_HEX: Final = 28.0  # a hex is never smaller at full size, however wide the sheet becomes
ROOMY: Final = 40.0  # from this size on, names keep clear of numbers; below, numbers give way to names
NUMBERS_FROM: Final = 26.0  # in smaller hexes only those have a number that the rulebook names
NUMBER_SHARE: Final = 0.23  # of a hex: the height of its number
SHRINK: Final = 0.55  # marks in small hexes shrink with this power of the size
SMALL_MARK: Final = (LEAST_HEX / HEX) ** SHRINK
KEY_LINE: Final = 17.5
CORNER_LEFT: Final = 22.0  # title and key in a corner of the map
CORNER_SUNK: Final = 4.0
CORNER_TITLE: Final = 24.0
CORNER_SUBTITLE: Final = 22.0
CORNER_SCALE: Final = 30.0
CORNER_SCALE_WIDTH: Final = 110.0
NOTICE_GAP: Final = 14.0
CONTOUR_STEP: Final = 10  # metres

# --- the palette ------------------------------------------------------------------

PAPER: Final = "#f6efde"
LAND: Final = "#e9e1c4"
INK: Final = "#2a2721"
QUIET_INK: Final = "#57523f"
HALO: Final = "#f6efde"
WATER: Final = "#4f87a6"
WATER_EDGE: Final = "#2f5b75"
SHALLOW_LINE: Final = "#9bbac5"
WOOD: Final = "#a6b888"
LEAF: Final = "#6f8d58"
LEAF_SHADE: Final = "#48663c"
HILL: Final = "#d9c08f"
SLOPE: Final = "#8a6a3f"
BUILT: Final = "#e3cfb1"
ROOF: Final = "#b1563f"
ROOF_EDGE: Final = "#5f2a1e"
ROAD: Final = "#fbf6e6"
ROAD_EDGE: Final = "#5c4a33"
CHOICE: Final = "#123a66"
CHOICE_GLOW: Final = "#ffffff"
ALARM: Final = "#8f1d14"
LIT: Final = "#f2d16b"  # the column of a table that counts

# --- the page around the map: it follows the theme of its host, while the map stays paper ------


class Palette(NamedTuple):
    """The colours of all that is no map. ``on_…`` is the colour of words on the one that it names."""

    ground: str  # below everything
    desk: str  # the head of the desk
    paper: str  # cards, the question
    button: str  # what can be pressed or typed into
    ink: str
    quiet: str  # what matters less, and the outlines of what can be pressed
    rule: str  # lines between parts, which no meaning rests on
    edge: str  # around cards, where their paper alone does not set them off
    choice: str
    on_choice: str
    alarm: str
    on_alarm: str
    lit: str  # the column of a table that counts
    on_lit: str
    branch: str  # what is not the game itself: what-if, replay
    on_branch: str


LIGHT_PAGE: Final = Palette(
    ground="#ffffff", desk="#fffdf4", paper=PAPER, button="#fffdf4", ink=INK, quiet=QUIET_INK, rule="#cfc4a4",
    edge="transparent", choice=CHOICE, on_choice="#ffffff", alarm=ALARM, on_alarm="#ffffff", lit=LIT, on_lit=INK,
    branch="#6a3a8c", on_branch="#ffffff",
)  # fmt: skip
DARK_PAGE: Final = Palette(
    ground="#111111", desk="#1c1915", paper="#2a261f", button="#3d372c", ink="#f1e9d8", quiet="#c9bfa6", rule="#5f5746",
    edge="transparent", choice="#9cc4f2", on_choice="#0c2036", alarm="#ffa497", on_alarm="#3a0a05", lit="#5e4a12",
    on_lit="#fff4cf", branch="#d3b0f5", on_branch="#2a1142",
)  # fmt: skip
STARK_LIGHT_PAGE: Final = Palette(
    ground="#ffffff", desk="#ffffff", paper="#ffffff", button="#ffffff", ink="#000000", quiet="#000000", rule="#000000",
    edge="#000000", choice="#00256b", on_choice="#ffffff", alarm="#8b0000", on_alarm="#ffffff", lit="#ffe14d",
    on_lit="#000000", branch="#4b0082", on_branch="#ffffff",
)  # fmt: skip
STARK_DARK_PAGE: Final = Palette(
    ground="#111111", desk="#000000", paper="#000000", button="#000000", ink="#ffffff", quiet="#ffffff", rule="#ffffff",
    edge="#ffffff", choice="#8ccbff", on_choice="#000000", alarm="#ffb0a5", on_alarm="#000000", lit="#ffe14d",
    on_lit="#000000", branch="#e3bdff", on_branch="#000000",
)  # fmt: skip
DARK_HOST: Final = '[data-jp-theme-light="false"]'
STARK_HOST: Final = '[data-jp-theme-name*="High Contrast"]'
# which host wants which; a page that names no theme is a light one, whatever the reader's system prefers
PAGES: Final = {
    ":root": LIGHT_PAGE,
    DARK_HOST: DARK_PAGE,
    STARK_HOST: STARK_LIGHT_PAGE,
    STARK_HOST + DARK_HOST: STARK_DARK_PAGE,
}
PAGE: Final = Palette(*(f"var(--fmbook-{name.replace('_', '-')})" for name in Palette._fields))
"""What a style sheet writes for a colour, whatever the theme."""


# --- inks ---------------------------------------------------------------------------

SHEET: Final = Ink(fill=PAPER)
FRAME: Final = Ink(stroke=QUIET_INK, width=1.2, square=True, alpha=0.8)
FRAME_THIN: Final = Ink(stroke=QUIET_INK, width=0.6, square=True, alpha=0.8)
LAND_SHADOW: Final = Ink(fill="#6d6246", alpha=0.16)
LAND_FILL: Final = Ink(fill=LAND)
FURROWS: Final = Ink(stroke="#b3a67b", width=0.9, alpha=0.75)
HILL_FILL: Final = Ink(fill=HILL)
HACHURES: Final = Ink(fill=SLOPE, alpha=0.75)
HACHURES_LIGHT: Final = Ink(stroke=SLOPE, width=1.0, alpha=0.7)
PEAK: Final = Ink(fill="#74502a")
PEAK_LIT: Final = Ink(fill="#f7e7c2")
NORTH_DARK: Final = Ink(fill=QUIET_INK, stroke=QUIET_INK, width=0.8, square=True)
NORTH_LIGHT: Final = Ink(fill=PAPER, stroke=QUIET_INK, width=0.8, square=True)
WOOD_FILL: Final = Ink(fill=WOOD, stroke="#738c5b")
TREE_SHADES: Final = Ink(fill=LEAF_SHADE, alpha=0.9)
TREE_CROWNS: Final = Ink(fill=LEAF)
TREE_LIGHTS: Final = Ink(fill="#b9cf98", alpha=0.7)
TOWN_FILL: Final = Ink(fill=BUILT)
CITY_RING: Final = Ink(stroke="#6f6a62", width=4.2, square=True)
CITY_GLOW: Final = Ink(stroke="#f7f3e2", width=6.6, square=True, alpha=0.85)
MAP_EDGES: Final = (Ink(fill="#2f5f8f"), Ink(fill="#b5561c"))  # in the colours of the sides
ROOF_SHADOWS: Final = Ink(fill="#4b3a2a", alpha=0.35)
ROOFS: Final = Ink(fill=ROOF, stroke=ROOF_EDGE, width=0.8, square=True)
RIVER_EDGE: Final = Ink(stroke=WATER_EDGE, width=8.6)
RIVER: Final = Ink(stroke=WATER, width=6.2)
GREAT_RIVER_EDGE: Final = Ink(stroke=WATER_EDGE, width=2.6)
GREAT_RIVER: Final = Ink(stroke=WATER)
CURRENT: Final = Ink(stroke="#a9cbdc", width=1.2, dash=(14, 10), alpha=0.7)
POSTS: Final = Ink(stroke="#a02a20", width=2.6, dash=(4, 5))
POSTS_HALO: Final = Ink(stroke=PAPER, width=4.4, alpha=0.75)
RIVER_LIGHT: Final = Ink(stroke="#a9cbdc", width=1.2, alpha=0.8)
ROAD_CASE: Final = Ink(stroke=ROAD_EDGE, width=5.0)
ROAD_FILL: Final = Ink(stroke=ROAD, width=2.9)
BRIDGE_DECK: Final = Ink(stroke=ROAD, width=6.0, square=True)
BRIDGE_RAILS: Final = Ink(stroke=INK, width=1.8)
GRID: Final = Ink(stroke="#6b664f", width=0.8, alpha=0.5)
GRID_FINE: Final = Ink(stroke="#6b664f", width=0.6, alpha=0.42)

# --- ground of large boards -----------------------------------------------------------

TORN: Final = "#bfae8f"
CRATER: Final = "#6b5a44"
PAPER_VEIL: Final = Ink(fill=PAPER, alpha=0.84)  # over what lies outside the board
RIM: Final = Ink(stroke="#5b5440", width=1.3, alpha=0.9)
SHADE: Final = Ink(fill="#46321c", alpha=0.036)
# how much less light than on level ground, and how much more: one layer each
SHADES: Final = (0.04, 0.08, 0.13, 0.19, 0.26, 0.34, 0.43)
LIGHT: Final = Ink(fill="#fffdf4", alpha=0.08)
LIGHTS: Final = (0.015, 0.03, 0.045, 0.06, 0.08, 0.11)
CONTOUR: Final = Ink(stroke="#8a6a3f", width=0.7, alpha=0.45)
CONTOUR_BOLD: Final = Ink(stroke="#8a6a3f", width=1.0, alpha=0.6)
TORN_FILL: Final = Ink(fill=TORN)
TORN_BEHIND: Final = Ink(fill=TORN, alpha=0.3)
CRATERS: Final = Ink(fill=CRATER)
CRATER_RIMS: Final = Ink(fill="#e6dabd")
GREAT_CRATERS: Final = Ink(fill="#54442f")
STUMPS: Final = Ink(stroke="#4d4a33", width=1.6)
STUMP_DOTS: Final = Ink(fill=LEAF_SHADE)
SPLINTERED_FILL: Final = Ink(fill="#b9bd92", stroke="#8b9068")
WALLS: Final = Ink(stroke="#8c3f2c", width=1.3, square=True)
FARM_WALLS: Final = Ink(fill="#c9674d", stroke=ROOF_EDGE, width=1.2, square=True)
FARM_YARD: Final = Ink(fill="#f0dfbd", stroke=ROOF_EDGE, width=0.8, square=True)
RAIL: Final = Ink(stroke="#3c372c", width=2.6)
RAIL_GAPS: Final = Ink(stroke="#f6efde", width=1.1, dash=(7, 6), square=True)
SUPPLY_GLOW: Final = Ink(stroke="#fff8e6", width=5.4)
SUPPLY: Final = Ink(stroke="#8f1d14", width=2.6)
TRENCH_BLUE: Final = ("#173f7a", "#2c5593", "#4a6da3")  # by rank, the front first
TRENCH_RED: Final = ("#8a1512", "#a33a2b", "#a9553f")
TRENCH_WIDTHS: Final = (2.7, 1.7, 1.3)
TRENCH_TEETH: Final = (5.2, 3.8, 3.2)
TRENCH_HALO: Final = Ink(stroke="#f8f1de", width=3.2, alpha=0.9)  # its width is added to that of the line
TRENCH_TOOTH: Final = 0.62  # of the line: how wide a tooth is
TRENCH_BAY: Final = 0.32  # of the line: how far a bay lies nearer to the enemy

# --- water ------------------------------------------------------------------------------

SEA: Final = Ink(fill="#a8c6d1")
SHALLOW_WATER: Final = Ink(fill="#cfe0e1")
SHORE: Final = Ink(stroke="#3f5a63", width=1.2)
WAVES: Final = Ink(stroke="#426c7e", width=0.8)
FLOOD_FILL: Final = Ink(fill="#cdddca")
FLOOD_MARKS: Final = Ink(stroke="#4b7b7f", width=0.9)
CANAL_BANKS: Final = Ink(stroke="#f4ecd8", width=5.0, alpha=0.9)
CANAL: Final = Ink(stroke="#2b6593", width=2.2)
CANAL_TICKS: Final = Ink(stroke="#2b6593", width=1.1, square=True)
STRAIT_BANKS: Final = Ink(stroke="#3f5a63", width=9.6)
STRAIT: Final = Ink(stroke="#c3d8de", width=7.6)
DYKE: Final = Ink(stroke="#6b4f2a", width=1.5)
DYKE_SLOPE: Final = Ink(stroke="#6b4f2a", width=0.9)
CAUSEWAY_STONES: Final = Ink(stroke="#4a4236", width=1.0, square=True)
CAUSEWAY_WALLS: Final = Ink(stroke="#4a4236", width=6.4, square=True)
CAUSEWAY: Final = Ink(stroke="#fbf6e6", width=3.4, square=True)
BARRED_HALO: Final = Ink(stroke="#fff8e6", width=5.2, alpha=0.9)
BARRED: Final = Ink(stroke="#8c1d18", width=2.6, square=True)
QUAYS: Final = Ink(fill="#b5afa6", stroke="#6d6860", width=0.8)
BASINS: Final = Ink(fill="#c9dde2", stroke="#4d4a46", width=1.0, square=True)
ANCHOR_HALO: Final = Ink(stroke=HALO, width=3.6, alpha=0.9)
ANCHOR: Final = Ink(stroke="#1f4a66", width=1.4)
GREAT_PORT: Final = Ink(fill="#f6efde", stroke="#1f4a66", width=1.2)
BOUNDARY_HALO: Final = Ink(stroke="#f6efde", width=4.0, alpha=0.7)
BOUNDARY: Final = Ink(stroke="#5b2a6e", width=1.8, dash=(9, 6), square=True)
ROAD_CASE_MINOR: Final = Ink(stroke=ROAD_EDGE, width=3.4)
ROAD_FILL_MINOR: Final = Ink(stroke=ROAD, width=1.7)
SHALLOW_WIDTH: Final = 1.9  # pixels in a large hex
SHALLOWS: Final = (  # how far from the land in hexes; whether a line runs there
    *((1.25, "#b1ccd6", False), (0.78, "#bcd4db", False), (0.42, "#c6dbdf", True)),
    *((0.245, "#cbdfe1", True), (0.1, "#d3e4e4", True)),
)
ICE: Final = Ink(fill="#f4f9fb", alpha=0.78)
FROZEN_RIVER: Final = Ink(stroke="#eef5f8", width=4.6, alpha=0.9)
CRACKS: Final = Ink(stroke="#6d93a6", width=1.2)
FLOODED_NOW: Final = Ink(fill="#8fb9cc", alpha=0.5)
FLOOD_WAVES: Final = Ink(stroke="#2a6485", width=1.5)
PROHIBITED_HALO: Final = Ink(stroke=HALO, width=6.0, alpha=0.8)
PROHIBITED: Final = Ink(stroke="#1f4a66", width=3.0)
OWNER: Final = Ink(stroke=INK, width=1.0)
NEW_AIRFIELD: Final = Ink(fill="#e7edd2", stroke="#3c4f2e", width=1.4, dash=(9, 3))
ICE_AIRFIELD: Final = Ink(fill="#f4f9fb", stroke="#1f4a66", width=1.4, dash=(3, 3))
GAP: Final = Ink(stroke="#c6dbdf", width=13.0, square=True)
TAG: Final = Ink(fill="#fffdf4", stroke="#1f567f", width=1.1)
DELTA: Final = Ink(fill="#e3e2b6")
DITCHED: Final = Ink(fill="#d5dfb2", stroke="#a9b884")
DITCHES: Final = Ink(stroke="#6fa3bd", width=0.9, alpha=0.85, square=True)
SWAMP: Final = Ink(fill="#bccba0", stroke="#8fa374")
REEDS: Final = Ink(stroke="#4f6a35", width=1.2)
SIGN_HALO: Final = Ink(stroke=HALO, width=4.6, alpha=0.85)
MARCH: Final = Ink(fill="#2d5a2a", stroke=HALO, width=1.0)
SWORD: Final = Ink(stroke=INK, width=1.7)
STRUCK: Final = Ink(stroke="#a02a20", width=2.0)
SOUND: Final = Ink(stroke="#1f3f56", width=2.4, dash=(0.1, 5.0))
BOAT: Final = Ink(fill="#1f3f56", stroke=HALO, width=0.9)
GUARDED: Final = Ink(stroke="#a02a20", width=2.6, dash=(0.1, 5.4))
STAR: Final = Ink(fill="#a02a20", stroke=HALO, width=1.0)
LIMIT: Final = Ink(stroke="#a02a20", width=4.4, square=True)
OUTLINED: Final = Ink(stroke="#a02a20", width=2.2, dash=(2.2, 4.2), square=True)
STEAM_HALO: Final = Ink(stroke="#2f5b75", width=2.6, alpha=0.55)
STEAM: Final = Ink(stroke="#ffffff", width=1.3)
BORDER_HALO: Final = Ink(stroke=HALO, width=3.2, alpha=0.7)
BORDER: Final = Ink(stroke="#5b2a6e", width=1.3, dash=(7, 3, 1, 3), square=True)
WAY_OFF: Final = Ink(fill="#a02a20", stroke=HALO, width=1.0)
DOT: Final = Ink(fill=INK)
DOT_RING: Final = Ink(fill=HALO, stroke=INK, width=1.0)
BLOCKS: Final = Ink(fill="#4a4238", stroke=HALO, width=0.6, square=True)
AIRFIELD: Final = Ink(fill=HALO, stroke="#3c4f2e", width=1.3)
RUNWAY: Final = Ink(stroke="#3c4f2e", width=2.6, square=True)
RAIL_FERRY_HALO: Final = Ink(stroke="#e6f0f2", width=4.6, alpha=0.9)
RAIL_FERRY: Final = Ink(stroke="#33302a", width=2.4, dash=(6.5, 5.0), square=True)
DROWNED: Final = Ink(stroke="#cdddca", width=5.6, dash=(4, 7), square=True)


def shallows(hex_: float, line: float) -> tuple[Ink, ...]:
    """Bands along the shore, the broad ones first: paler towards the land, with lines where the near ones begin."""
    return tuple(
        ink
        for hexes, colour, lined in SHALLOWS
        for ink in (
            *((Ink(stroke=SHALLOW_LINE, width=2 * (hexes * hex_ + line)),) if lined else ()),
            Ink(stroke=colour, width=2 * hexes * hex_),
        )
    )


LEADERS: Final = Ink(stroke=QUIET_INK, width=0.8)

# --- a fort seen from above -------------------------------------------------------------

METRE: Final = 1.1  # pixels at most

# --- hints --------------------------------------------------------------------------

CHOSEN_VEIL: Final = Ink(fill=CHOICE_GLOW, alpha=0.14)  # light enough to read what is below
CHOSEN_GLOW: Final = Ink(stroke=CHOICE_GLOW, width=6.4, alpha=0.95)
CHOSEN_LINE: Final = Ink(stroke=CHOICE, width=3.0)
PENNANT_BOX: Final = (-0.46, 0.18, 0.16, 0.58)  # of a hex: how far aside and up its middle is, its width and height
PENNANT: Final = Ink(fill="#6a1b78", stroke="#fffef6", width=0.7)
PENNANT_POLE: Final = Ink(stroke="#1d1a14", width=1.8)
PENNANT_GLOW: Final = Ink(stroke="#fffef6", width=4.0, alpha=0.9)
HINT_DOT: Final = Ink(fill=CHOICE, stroke=CHOICE_GLOW, width=1.6, alpha=0.8)

# --- counters -------------------------------------------------------------------------

COUNTER: Final = 0.66  # of a hex from flat to flat
COUNTER_SMALL: Final = 0.74  # the same where hexes are small
SMALL_HEX: Final = 40.0  # pixels from flat to flat: smaller ones count as small
SMALL_LARGE_HEX: Final = 80.0  # on a board of few hexes
CROWDED_NAME: Final = 10.0  # where these are small, a name has little room between number and counters
SMALL_COUNTER: Final = 30.0  # below this many pixels a counter has no symbol, only words
LIFTED: Final = 1.16  # how much larger a counter in the hand is: its neighbours and its target can still be read
LETTER: Final = 0.56  # the width of a letter of a name, in parts of its height
FILLED: Final = 0.8  # so much of a counter's width its words may take
CARD_COUNTER: Final = 58.0  # pixels: the counter on a unit's card
COUNTER_LARGE: Final = 0.46  # in large hexes, where they leave room for a name above them
COUNTER_LEAST: Final = 34.0  # pixels: where such a board is wide, its hexes are smaller
LOW: Final = 0.15  # and how far below the middle they lie there
LOW_ROOMY: Final = 0.045  # elsewhere: below the number of their hex
LOW_SMALL: Final = 0.075
FAN: Final = 0.2  # how far the counters of a stack lie apart, in hexes
FAN_UP: Final = 0.25  # how much less they rise, below names and numbers
FAN_MOST: Final = 0.36  # how far the first and the last of them
PILE_MOST: Final = 0.1  # and where signs stand beside them
PILE_UP: Final = 0.6  # how much less such a pile rises than it leans
SIGNS_BESIDE: Final = frozenset({"airbase", "port", "major_port", "dot_city", "major_city"})
FIELDS_LAID_OUT: Final = frozenset({"airfield", "ice airfield"})
SIDES: Final = ("#2f5f8f", "#b5561c")  # blue and rust: told apart by every kind of eye, and by shape
CHIPS: Final = {"machine gun": "MG", "anti-tank gun": "AT", "gun": "gun", "mortar": "mor"}
CHIP_WIDE: Final = 27.0  # AT02, as lists name it
CHIP_HIGH: Final = 13.0
ON_FOOT: Final = frozenset({"infantry", "squad", "garrison", "platoon", "company", "sortie"})
ON_DARK: Final = "#ffffff"
ON_LIGHT: Final = "#1d1a14"
COUNTER_BODY: Final = Ink(stroke="#1d1a14", width=1.1)
SIDE_RIMS: Final = (
    "#fffdf2",
    "#14110c",
)  # the first side has a light rim, the second a dark one, whatever their colours
SIDE_RIM: Final = 0.075  # of a counter, and no less or more than so many pixels
SIDE_RIM_LEAST: Final = 1.3
SIDE_RIM_MOST: Final = 2.0
ANY_COLOUR: Final = "#8d8878"  # of a counter in the key of a board where colours tell formations apart
KEY_COUNTER: Final = 15.0
COUNTER_SHADOW: Final = Ink(fill="#2a2721", alpha=0.35)
DEPLETED: Final = {ON_DARK: Ink(fill="#0c0a06", alpha=0.42), ON_LIGHT: Ink(fill="#fffdf2", alpha=0.62)}
"""The stripe of a counter that has lost a step, by the colour of the words on it."""
PALED: Final = 0.56  # of the way to paper: the colour of a counter that has done its part
CHIP: Final = Ink(fill="#8f4214", stroke="#1d1a14", width=1.0, square=True)
CHIP_IDLE: Final = Ink(fill="#f1e9d2", stroke="#8f4214", width=1.2, dash=(3, 2), square=True)
SHELLS_LAID: Final = Ink(fill="#ffd34d", stroke="#7a1508", width=1.2)
AIRCRAFT: Final = Ink(fill="#17315a", stroke="#fffdf4", width=1.2)
SUPPORT_PLATES: Final = (  # of each side, with the colour of its words
    (Ink(fill="#fffdf4", stroke="#1d1a14", width=1.2, square=True), ON_LIGHT),
    (Ink(fill="#1d1a14", stroke="#fffdf4", width=1.2, square=True), ON_DARK),
)
SYMBOL: Final = Ink(stroke=ON_DARK, width=1.2, square=True)
READY_CASE: Final = Ink(stroke="#1d1a14", width=4.4, alpha=0.55)
READY_RING: Final = Ink(stroke="#ffe27a", width=2.6)

# --- overlays -------------------------------------------------------------------------

REACHABLE: Final = Ink(fill="#fff3b0", alpha=0.32)
REACHABLE_CASE: Final = Ink(stroke="#fffbe6", width=5.0, alpha=0.85)
REACHABLE_RIM: Final = Ink(stroke="#7a5c00", width=2.2)
TARGET: Final = Ink(fill="#c23b22", alpha=0.4)
SIGHT: Final = Ink(stroke="#8f1d14", width=2.4)
SIGHT_GLOW: Final = Ink(stroke="#ffffff", width=4.8, alpha=0.8)
ZONES: Final = (
    Ink(stroke="#1f4a75", width=1.8, alpha=0.9),
    Ink(stroke="#8a3d10", width=1.8, alpha=0.9),
)
ZONE_GLOW: Final = Ink(stroke="#fffdf0", width=4.2, alpha=0.75)  # so that they are seen among houses and trees
THREAT: Final = Ink(fill="#8f1d14", alpha=0.8)
TRACE: Final = Ink(fill="#3b2412", stroke="#3b2412", width=2.2)
TRACE_DOT: Final = Ink(fill="#fff6dc", stroke="#3b2412", width=1.2)
FRONT_LINE: Final = Ink(stroke="#5a1a8c", width=4.2, dash=(14, 5, 4, 5), square=True)
FRONT_CASE: Final = Ink(stroke="#ffffff", width=8.0, alpha=0.85)
CRATE: Final = Ink(fill="#f2d16b", stroke="#4b3a12", width=1.1, square=True)
CRATE_LID: Final = Ink(stroke="#4b3a12", width=1.0)
SEEN_RIM: Final = Ink(stroke="#ffffff", width=4.6, alpha=0.9)
SEEN: Final = Ink(stroke="#4b2a7a", width=2.2)
SEEN_EYE: Final = Ink(fill="#4b2a7a")
GOAL: Final = Ink(stroke="#4b2a7a", width=2.0, dash=(6, 4))
REASON: Final = Ink(stroke=ALARM, width=3.2)
REASON_GLOW: Final = Ink(stroke="#ffffff", width=6.4, alpha=0.85)
NIGHT: Final = Ink(fill="#27345c", alpha=0.26)
COST_BELOW: Final = 0.43  # how far below the middle of a hex a price stands that a counter would hide
COST_DOWN: Final = (0.04, 0.32, -0.12, 0.2)  # the same elsewhere: the first that hides no name, or the least of one
COSTS_FROM: Final = 30.0  # pixels a hex: below it prices cannot be read

# --- the desk's own sizes, in CSS pixels ----------------------------------------------------

PANEL: Final = 340  # the panel beside the map
PANEL_LEAST: Final = 262
MAP_LEAST: Final = 560  # a wide map shrinks to this before the panel goes below it
MAP_FLOOR: Final = 480  # and then to this; on a page that is narrower still it scrolls in its own box
BESIDE_FROM: Final = MAP_LEAST + PANEL_LEAST + 8  # a desk so wide has the panel beside the map
LOW_PAGE: Final = 500  # so low a window has no room for a head that stays in sight
WORDS: Final = 14.0
SMALL_WORDS: Final = 12.5
HEADING: Final = 15.0
PROMPT_WORDS: Final = 17.0
CHART_WORDS: Final = 12.0
BAR: Final = 90  # the bar of a certain result

# --- lettering ------------------------------------------------------------------------

SANS: Final = "'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
SERIF: Final = "Georgia, 'Source Serif 4', 'DejaVu Serif', serif"
TRACE_NUMBERS: Final = Lettering(10.0, TRACE.fill, SANS, weight=700)

NUMBERS: Final = Lettering(9.5, "#403c2e", SANS)
PRINTED_LINE: Final = Ink(stroke=INK, width=0.8, square=True)
NUMBERS_SEA: Final = "#2a4a58"
NUMBERS_OPEN: Final = "#5d5742"  # on open ground of large boards, where there are many
TOWN_NAMES: Final = Lettering(13, INK, SERIF, weight=700, halo=HALO, halo_width=3.4)
PLACE_NAMES: Final = Lettering(12, INK, SERIF, italic=True, halo=HALO, halo_width=3.0)
TAG_WORDS: Final = Lettering(11, "#1f4a66", SANS, weight=600)
CHIP_WORDS: Final = Lettering(8.2, ON_DARK, SANS, weight=700)
CHIP_IDLE_WORDS: Final = Lettering(8.2, "#6d300d", SANS, weight=700)
SUPPORT_WORDS: Final = Lettering(9, ON_LIGHT, SANS, weight=700)
DESIGNATION: Final = Lettering(9, ON_DARK, SANS, weight=600)
FACTORS: Final = Lettering(11, ON_DARK, SANS, weight=700)
COST_WORDS: Final = Lettering(14, "#3a2c00", SANS, weight=700)  # no halo: it would double a click's bytes
NAMES: Final = {  # in small hexes
    "town": Lettering(12.5, INK, SERIF, weight=700, halo=HALO, halo_width=3.2),
    "village": Lettering(10.5, INK, SERIF, weight=700, halo=HALO, halo_width=3.0),
    "peak": Lettering(9.5, "#4a2d12", SERIF, halo=HALO, halo_width=2.8),
    "farm": Lettering(9.5, INK, SERIF, halo=HALO, halo_width=2.8),
    "crater": Lettering(9.5, "#3d2a18", SERIF, italic=True, halo=HALO, halo_width=2.8),
    "place": Lettering(9.5, INK, SERIF, italic=True, halo=HALO, halo_width=2.8),
    "woods": Lettering(10, "#2b4220", SERIF, italic=True, halo=HALO, halo_width=2.8),
    "water": Lettering(11.5, "#1f4a66", SERIF, italic=True, halo=HALO, halo_width=2.8),
    "blue": Lettering(11, "#1d3f70", SERIF, weight=700, halo=HALO, halo_width=2.8),
    "red": Lettering(11, "#7d1a14", SERIF, weight=700, halo=HALO, halo_width=2.8),
    "ground": Lettering(11, QUIET_INK, SERIF, weight=700, halo=HALO, halo_width=2.8),
}
SET_CAPTIONS: Final = {  # words that stand where the board's file says; their size comes from there
    "sea": Lettering(14, "#265264", SERIF, italic=True, halo="#d3e4e4", halo_width=2.4),
    "land": Lettering(12, "#675d42", SERIF, halo="#efe8cf", halo_width=2.0),
    "canal": Lettering(10, "#1f567f", SERIF, italic=True, halo=HALO, halo_width=2.4),
    "beyond": Lettering(9.5, QUIET_INK, SERIF, italic=True),
}
ROOMY_NAMES: Final = {
    "town": TOWN_NAMES,
    "village": TOWN_NAMES,
    "place": PLACE_NAMES,
    **{kind: replace(NAMES[kind], size=11.5) for kind in ("peak", "farm", "crater", "woods")},
}
SECTOR_NAMES: Final = Lettering(12, "#1d1d1b", SANS, weight=600, halo="#f7f3e2", halo_width=3.0)
SECTOR_NUMBERS: Final = Lettering(9.5, "#36321f", SANS, halo="#f7f3e2", halo_width=2.2)
VP_FIGURES: Final = Lettering(9.5, "#1d1a14", SANS, weight=700)
VP_TAKEN_FIGURES: Final = Lettering(9.5, ON_DARK, SANS, weight=700)
AROUND: Final = {
    "water": Lettering(12, "#163f58", SERIF, italic=True, halo="#dcebf1", halo_width=2.4),
    "ditch": Lettering(12, "#3a3018", SERIF, italic=True, halo="#e3d9bd", halo_width=2.4),
    "approach": Lettering(11, "#3a3018", SERIF, italic=True, halo="#efe8cf", halo_width=2.4),
}
TRACK_NAMES: Final = Lettering(11.5, INK, SANS, weight=600, centred=False)
TRACK_SAYS: Final = Lettering(11.5, QUIET_INK, SANS, centred=False)
BEYOND: Final = Lettering(10.5, QUIET_INK, SERIF, italic=True, halo=HALO, halo_width=2.4)
HEIGHTS: Final = Lettering(8.5, "#4a2d12", SERIF, halo="#efe0bd", halo_width=2.0)
SUBTITLE: Final = Lettering(11.5, QUIET_INK, SERIF, centred=False)
TITLE: Final = Lettering(15, INK, SERIF, weight=700, centred=False)
KEY_WORDS: Final = Lettering(11.5, QUIET_INK, SANS, centred=False)
NOTICE: Final = Lettering(11, QUIET_INK, SERIF, italic=True, centred=False)
