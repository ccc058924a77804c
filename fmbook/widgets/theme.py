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
SIDES: Final = ("#2f5f8f", "#b5561c")  # blue and rust: told apart by every kind of eye, and by shape
ON_DARK: Final = "#ffffff"
ON_LIGHT: Final = "#1d1a14"
COUNTER_BODY: Final = Ink(stroke="#1d1a14", width=1.1)
COUNTER_SHADOW: Final = Ink(fill="#2a2721", alpha=0.35)
DEPLETED: Final = Ink(fill="#fff3c4", alpha=0.5)
SPENT: Final = Ink(fill="#f6efde", alpha=0.38)
SYMBOL: Final = Ink(stroke=ON_DARK, width=1.2, square=True)
READY_RING: Final = Ink(stroke="#ffffff", width=2.2, alpha=0.9)

# --- overlays -------------------------------------------------------------------------

REACHABLE: Final = Ink(fill="#fffbe6", alpha=0.34)
REACHABLE_RIM: Final = Ink(stroke="#7a6413", width=1.4, alpha=0.75)
TARGET: Final = Ink(fill="#c23b22", stroke="#8f1d14", width=2.0, alpha=0.22)
SIGHT: Final = Ink(stroke="#8f1d14", width=2.4)
ZONES: Final = (
    Ink(stroke="#1f4a75", width=1.6, alpha=0.65),
    Ink(stroke="#8a3d10", width=1.6, alpha=0.65),
)
REASON: Final = Ink(stroke=ALARM, width=3.2)
REASON_GLOW: Final = Ink(stroke="#ffffff", width=6.4, alpha=0.85)
NIGHT: Final = Ink(fill="#27345c", alpha=0.26)
COSTS_FROM: Final = 30.0  # pixels a hex: below it prices cannot be read

# --- lettering ------------------------------------------------------------------------

SANS: Final = "'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
SERIF: Final = "Georgia, 'Source Serif 4', 'DejaVu Serif', serif"

NUMBERS: Final = Lettering(9.5, "#403c2e", SANS)
TOWN_NAMES: Final = Lettering(13, INK, SERIF, weight=700, halo=HALO, halo_width=3.4)
PLACE_NAMES: Final = Lettering(12, INK, SERIF, italic=True, halo=HALO, halo_width=3.0)
DESIGNATION: Final = Lettering(9, ON_DARK, SANS, weight=600)
FACTORS: Final = Lettering(11, ON_DARK, SANS, weight=700)
COST_WORDS: Final = Lettering(11, "#4d3f0c", SANS, weight=700, halo="#fff8d8", halo_width=2.6)
TITLE: Final = Lettering(15, INK, SERIF, weight=700, centred=False)
KEY_WORDS: Final = Lettering(11.5, QUIET_INK, SANS, centred=False)
NOTICE: Final = Lettering(11, QUIET_INK, SERIF, italic=True, centred=False)


def css() -> str:
    """The style of what stands around the map on the page."""
    return f"""
.fmbook-map {{ max-width: 100%; overflow: hidden; color: {INK}; }}
.fmbook-map .fmbook-sheet {{ max-width: 100%; overflow: hidden; padding: 3px; }}
.fmbook-map canvas {{ touch-action: manipulation; cursor: pointer; border-radius: 3px; }}
.fmbook-map canvas:focus {{ outline: none; }}
.fmbook-map:not(.fmbook-pointed) canvas:focus {{ outline: 3px solid {CHOICE}; }}
.fmbook-map .fmbook-status, .fmbook-map .fmbook-fault {{
  font: 15px/1.45 {SANS}; margin: 0 3px 6px; padding: 8px 12px; border-radius: 3px;
  white-space: pre-wrap; overflow-wrap: anywhere;
}}
.fmbook-map .fmbook-status {{ color: {INK}; background: {PAPER};
  border-left: 4px solid {CHOICE}; min-height: 1.45em; }}
.fmbook-map .fmbook-fault {{ color: #ffffff; background: {ALARM}; }}
.fmbook-map .fmbook-fault[hidden] {{ display: none; }}
.fmbook-desk {{ color: {INK}; font: 14px/1.45 {SANS}; max-width: 100%; }}
.fmbook-desk .widget-html-content {{ line-height: 1.45; font-size: 14px; }}
.fmbook-prompt {{ background: {PAPER}; border-left: 5px solid {CHOICE}; padding: 9px 14px; font-size: 16px; }}
.fmbook-prompt .fmbook-when {{ display: block; font-size: 12.5px; color: {QUIET_INK}; }}
.fmbook-branch {{ background: #7a3f9d; color: #fff; padding: 0 6px; border-radius: 3px; }}
.fmbook-rule {{ font: 11.5px {SANS}; color: {QUIET_INK}; border-bottom: 1px dotted {QUIET_INK}; white-space: nowrap; }}
.fmbook-card, .fmbook-diary, .fmbook-refusal {{ background: {PAPER}; padding: 8px 14px; margin: 0 0 8px;
  border-radius: 3px; overflow-wrap: anywhere; }}
.fmbook-refusal {{ border-left: 4px solid {ALARM}; }}
.fmbook-desk h4 {{ margin: 2px 0 4px; font: 700 15px {SERIF}; color: {INK}; }}
.fmbook-desk p {{ margin: 3px 0; }}
.fmbook-desk ul, .fmbook-desk ol {{ margin: 4px 0; padding-left: 20px; }}
.fmbook-desk ol[reversed] {{ padding-left: 30px; }}
.fmbook-desk table {{ border-collapse: collapse; margin: 4px 0; font-size: 13px; }}
.fmbook-desk th, .fmbook-desk td {{ text-align: left; padding: 1px 8px 1px 0; font-weight: 400; color: {INK};
  background: transparent; border: 0; vertical-align: baseline; }}
.fmbook-desk th {{ color: {QUIET_INK}; }}
.fmbook-desk td.fmbook-number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.fmbook-bar {{ display: inline-block; height: 10px; background: {CHOICE}; border-radius: 1px; }}
.fmbook-desk .fmbook-chart {{ font-size: 11px; }}
.fmbook-desk .fmbook-chart th, .fmbook-desk .fmbook-chart td {{ padding: 1px 3px; text-align: center; }}
.fmbook-desk .fmbook-lit {{ background: #f2d16b; color: {INK}; font-weight: 700; outline: 1px solid {QUIET_INK}; }}
.fmbook-desk .widget-toggle-button {{ background: {PAPER}; color: {INK}; border: 1px solid {QUIET_INK};
  border-radius: 3px; width: auto; padding: 2px 14px; }}
.fmbook-desk .widget-toggle-button:hover {{ background: #fffdf4; }}
"""
