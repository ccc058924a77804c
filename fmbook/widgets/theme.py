"""Colours, sizes and fonts: the only place for them.

The look is that of an old survey sheet: warm paper, muted woods, thin ink for what people made. No meaning
rests on colour alone; every kind of ground has a mark of its own as well.
"""

from typing import Final

from fmbook.widgets.shapes import Ink, Lettering

# --- sizes, in CSS pixels ---------------------------------------------------------

HEX: Final = 72.0  # a hex from flat to flat, where the page is wide enough
SHEET_WIDTH: Final = 820  # no map is wider than this at full size
MARGIN: Final = 26.0
STRIP: Final = 44.0  # below the map: title, north, key; lines of the notice come on top
NOTICE_LINE: Final = 15.0

# --- the palette ------------------------------------------------------------------

PAPER: Final = "#f6efde"
LAND: Final = "#e9e1c4"
INK: Final = "#2a2721"
QUIET_INK: Final = "#57523f"
HALO: Final = "#f6efde"
WATER: Final = "#4f87a6"
WATER_EDGE: Final = "#2f5b75"
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
BUTTON: Final = "#fffdf4"  # what can be pressed
RULE: Final = "#cfc4a4"  # lines between parts of a page
LIT: Final = "#f2d16b"  # the column of a table that counts
BRANCH: Final = "#6a3a8c"  # what is not the game itself: what-if, replay
ON_BRANCH: Final = "#ffffff"
MADE: Final = "#6b4a00"  # what is reconstructed, ours or a house rule

# --- inks ---------------------------------------------------------------------------

SHEET: Final = Ink(fill=PAPER)
FRAME: Final = Ink(stroke=QUIET_INK, width=1.2, square=True, alpha=0.8)
FRAME_THIN: Final = Ink(stroke=QUIET_INK, width=0.6, square=True, alpha=0.8)
LAND_SHADOW: Final = Ink(fill="#6d6246", alpha=0.16)
LAND_FILL: Final = Ink(fill=LAND)
FURROWS: Final = Ink(stroke="#b3a67b", width=0.9, alpha=0.75)
HILL_FILL: Final = Ink(fill=HILL)
HACHURES: Final = Ink(fill=SLOPE, alpha=0.75)
PEAK: Final = Ink(fill=SLOPE)
PEAK_LIT: Final = Ink(fill="#f0ddb2")
NORTH_DARK: Final = Ink(fill=QUIET_INK, stroke=QUIET_INK, width=0.8, square=True)
NORTH_LIGHT: Final = Ink(fill=PAPER, stroke=QUIET_INK, width=0.8, square=True)
WOOD_FILL: Final = Ink(fill=WOOD)
WOOD_EDGE: Final = Ink(stroke=LEAF_SHADE, width=1.0, alpha=0.55)
TREE_SHADES: Final = Ink(fill=LEAF_SHADE, alpha=0.9)
TREE_CROWNS: Final = Ink(fill=LEAF)
TREE_LIGHTS: Final = Ink(fill="#b9cf98", alpha=0.7)
TOWN_FILL: Final = Ink(fill=BUILT)
ROOF_SHADOWS: Final = Ink(fill="#4b3a2a", alpha=0.35)
ROOFS: Final = Ink(fill=ROOF, stroke=ROOF_EDGE, width=0.8, square=True)
RIVER_EDGE: Final = Ink(stroke=WATER_EDGE, width=8.6)
RIVER: Final = Ink(stroke=WATER, width=6.2)
RIVER_LIGHT: Final = Ink(stroke="#a9cbdc", width=1.2, alpha=0.8)
ROAD_CASE: Final = Ink(stroke=ROAD_EDGE, width=5.0)
ROAD_FILL: Final = Ink(stroke=ROAD, width=2.9)
BRIDGE_DECK: Final = Ink(stroke=ROAD, width=6.0, square=True)
BRIDGE_RAILS: Final = Ink(stroke=INK, width=1.8)
GRID: Final = Ink(stroke="#6b664f", width=0.8, alpha=0.5)

# --- hints --------------------------------------------------------------------------

CHOSEN_VEIL: Final = Ink(fill=CHOICE_GLOW, alpha=0.14)  # light enough to read what is below
CHOSEN_GLOW: Final = Ink(stroke=CHOICE_GLOW, width=6.4, alpha=0.95)
CHOSEN_LINE: Final = Ink(stroke=CHOICE, width=3.0)
HINT_DOT: Final = Ink(fill=CHOICE, stroke=CHOICE_GLOW, width=1.6, alpha=0.8)

# --- counters -------------------------------------------------------------------------

COUNTER: Final = 0.66  # of a hex from flat to flat
COUNTER_SMALL: Final = 0.8  # the same where hexes are small
SMALL_HEX: Final = 40.0  # pixels from flat to flat: smaller ones count as small
SMALL_COUNTER: Final = 30.0  # below this many pixels a counter has no symbol, only words
LIFTED: Final = 1.22  # how much larger a counter in the hand is
LIFTED_LEAST: Final = 46.0  # pixels: a small counter in the hand is magnified so that it can be read
LETTER: Final = 0.56  # the width of a letter on a counter, in parts of its height
CARD_COUNTER: Final = 58.0  # pixels: the counter on a unit's card
FAN: Final = 0.13  # how far the counters of a stack lie apart, in hexes
FAN_MOST: Final = 0.32  # how far the first and the last of them
SIDES: Final = ("#2f5f8f", "#b5561c")  # blue and rust: told apart by every kind of eye, and by shape
ON_DARK: Final = "#ffffff"
ON_LIGHT: Final = "#1d1a14"
COUNTER_BODY: Final = Ink(stroke="#1d1a14", width=1.1)
COUNTER_SHADOW: Final = Ink(fill="#2a2721", alpha=0.35)
DEPLETED: Final = Ink(fill="#fff3c4", alpha=0.5)
SPENT: Final = Ink(fill="#f6efde", alpha=0.38)
SYMBOL: Final = Ink(stroke=ON_DARK, width=1.2, square=True)
READY_CASE: Final = Ink(stroke="#1d1a14", width=4.4, alpha=0.55)
READY_RING: Final = Ink(stroke="#ffe27a", width=2.6)

# --- overlays -------------------------------------------------------------------------

REACHABLE: Final = Ink(fill="#fff3b0", alpha=0.32)
REACHABLE_CASE: Final = Ink(stroke="#fffbe6", width=5.0, alpha=0.85)
REACHABLE_RIM: Final = Ink(stroke="#7a5c00", width=2.2)
TARGET: Final = Ink(fill="#c23b22", stroke="#8f1d14", width=2.0, alpha=0.22)
SIGHT: Final = Ink(stroke="#8f1d14", width=2.4)
ZONES: Final = (
    Ink(stroke="#1f4a75", width=1.6, alpha=0.65),
    Ink(stroke="#8a3d10", width=1.6, alpha=0.65),
)
THREAT: Final = Ink(fill="#8f1d14", alpha=0.8)
SEEN_RIM: Final = Ink(stroke="#ffffff", width=4.6, alpha=0.9)
SEEN: Final = Ink(stroke="#4b2a7a", width=2.2)
SEEN_EYE: Final = Ink(fill="#4b2a7a")
GOAL: Final = Ink(stroke="#4b2a7a", width=2.0, dash=(6, 4))
REASON: Final = Ink(stroke=ALARM, width=3.2)
REASON_GLOW: Final = Ink(stroke="#ffffff", width=6.4, alpha=0.85)
NIGHT: Final = Ink(fill="#27345c", alpha=0.26)
COSTS_FROM: Final = 30.0  # pixels a hex: below it prices cannot be read

# --- the desk's own sizes, in CSS pixels ----------------------------------------------------

PANEL: Final = 340  # the panel beside the map
PANEL_LEAST: Final = 262
WORDS: Final = 14.0
SMALL_WORDS: Final = 12.5
HEADING: Final = 15.0
PROMPT_WORDS: Final = 17.0
CHART_WORDS: Final = 12.0
BAR: Final = 90  # the bar of a certain result

# --- lettering ------------------------------------------------------------------------

SANS: Final = "'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
SERIF: Final = "Georgia, 'Source Serif 4', 'DejaVu Serif', serif"

NUMBERS: Final = Lettering(9.5, "#403c2e", SANS)
TOWN_NAMES: Final = Lettering(13, INK, SERIF, weight=700, halo=HALO, halo_width=3.4)
PLACE_NAMES: Final = Lettering(12, INK, SERIF, italic=True, halo=HALO, halo_width=3.0)
DESIGNATION: Final = Lettering(9, ON_DARK, SANS, weight=600)
FACTORS: Final = Lettering(11, ON_DARK, SANS, weight=700)
COST_WORDS: Final = Lettering(13, "#4d3f0c", SANS, weight=700, halo="#fff8d8", halo_width=3.0)
TITLE: Final = Lettering(15, INK, SERIF, weight=700, centred=False)
KEY_WORDS: Final = Lettering(11.5, QUIET_INK, SANS, centred=False)
NOTICE: Final = Lettering(11, QUIET_INK, SERIF, italic=True, centred=False)
