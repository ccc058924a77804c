"""The style of what stands around the map on the page. Colours, sizes and fonts come from ``theme``."""

from fmbook.widgets.theme import (
    ALARM,
    BAR,
    BRANCH,
    BUTTON,
    CHART_WORDS,
    CHOICE,
    HEADING,
    INK,
    LIT,
    MADE,
    ON_BRANCH,
    ON_DARK,
    PANEL,
    PAPER,
    PROMPT_WORDS,
    QUIET_INK,
    RULE,
    SANS,
    SERIF,
    SMALL_WORDS,
    WORDS,
)

__all__ = ["css"]


def css() -> str:
    """The whole sheet, in the order of the page."""
    return "\n".join((_map(), _desk(), _prompt(), _buttons(), _cards(), _tables(), _rules(), _narrow()))


def _map() -> str:
    return f"""
.fmbook-map {{ max-width: 100%; color: {INK}; }}
.fmbook-map .fmbook-sheet {{ max-width: 100%; overflow: auto; padding: 3px; align-items: flex-start; }}
.fmbook-listens .fmbook-sheet {{ visibility: visible !important; }}
.fmbook-map canvas {{ touch-action: manipulation; cursor: pointer; border-radius: 3px; }}
.fmbook-map canvas:focus {{ outline: none; }}
.fmbook-map:not(.fmbook-pointed) canvas:focus {{ outline: 3px solid {CHOICE}; }}
.fmbook-desk:not(.fmbook-pointed) .fmbook-map canvas:focus {{ outline: 3px solid {CHOICE}; }}
.fmbook-desk.fmbook-pointed .fmbook-map canvas:focus {{ outline: none; }}
.fmbook-zoomed .fmbook-sheet > * {{ flex: none; }}
.fmbook-zoomed .fmbook-sheet {{ max-height: min(78vh, 900px); overscroll-behavior: contain; }}
.fmbook-status, .fmbook-fault {{ font: {WORDS}px/1.4 {SANS}; margin: 0; padding: 6px 12px; border-radius: 3px;
  white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; }}
.fmbook-status {{ color: {INK}; background: {BUTTON}; border-left: 5px solid {RULE}; min-height: 1.4em; }}
.fmbook-map .fmbook-status {{ border-left-color: {CHOICE}; background: {PAPER}; font-size: {HEADING}px;
  margin: 0 3px 6px; padding: 8px 12px; }}
.fmbook-desk .fmbook-status {{ box-sizing: border-box; height: calc(4.2em + 12px); overflow-y: auto; }}
.fmbook-status.fmbook-refused {{ border-left: 9px double {ALARM}; }}
.fmbook-fault {{ max-height: 8.4em; }}
.fmbook-fault {{ color: {ON_DARK}; background: {ALARM}; }}
.fmbook-fault[hidden] {{ display: none; }}
"""


def _desk() -> str:
    # the ancestors must not scroll by themselves, or the prompt cannot stay in sight; nor may they grow with a wide map
    return f"""
.fmbook-desk.widget-box {{ color: {INK}; font: {WORDS}px/1.45 {SANS}; max-width: 100%; gap: 6px; overflow: visible;
  contain: inline-size; }}
.fmbook-desk .widget-box {{ overflow: visible; }}
.fmbook-desk .fmbook-map .fmbook-sheet {{ overflow: auto; }}
.jp-OutputArea-output:has(> .fmbook-desk), .jp-OutputArea-child:has(> * > .fmbook-desk),
.jp-OutputArea:has(> * > * > .fmbook-desk), .jp-Cell-outputWrapper:has(.fmbook-desk),
.jp-OutputArea-output:has(.fmbook-desk) {{ overflow: visible; }}
.fmbook-desk .widget-html, .fmbook-desk .widget-html-content {{ line-height: 1.45; font-size: {WORDS}px; color: {INK};
  height: auto; margin: 0; width: 100%; white-space: normal; }}
.fmbook-main {{ gap: 8px; align-items: flex-start; }}
.fmbook-desk .fmbook-side {{ max-width: 100%; flex-flow: row wrap; gap: 8px; align-content: flex-start;
  align-items: flex-start; }}
.fmbook-side > .widget-html {{ flex: 1 1 {PANEL - 60}px; width: auto; min-width: 0; }}
.fmbook-side > .widget-html:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-side .widget-html-content {{ display: flex; flex-flow: row wrap; gap: 8px; align-items: stretch; }}
.fmbook-side section {{ flex: 1 1 {PANEL - 60}px; min-width: 0; }}
.fmbook-row {{ gap: 6px; align-items: center; flex-flow: row wrap; }}
.fmbook-offer {{ background: {LIT}; padding: 6px 12px; border-radius: 3px; }}
"""


def _prompt() -> str:
    return f"""
.fmbook-head {{ position: sticky; top: 0; z-index: 6; gap: 0; background: {BUTTON}; padding-bottom: 2px; }}
.fmbook-prompt {{ background: {PAPER}; border-left: 5px solid {CHOICE}; padding: 7px 12px;
  font-size: {PROMPT_WORDS}px; }}
.fmbook-prompt .fmbook-when {{ display: block; font-size: {SMALL_WORDS}px; color: {QUIET_INK}; }}
.fmbook-branch {{ background: {BRANCH}; color: {ON_BRANCH}; padding: 0 7px; border-radius: 3px; }}
.fmbook-prompt.fmbook-apart {{ border-left-color: {BRANCH}; }}
.fmbook-rule {{ font: {SMALL_WORDS}px {SANS}; color: {QUIET_INK}; border-bottom: 1px dotted {QUIET_INK};
  white-space: nowrap; }}
.fmbook-made {{ color: {MADE}; border-bottom-style: dashed; border-bottom-color: {MADE}; }}
.fmbook-unseen {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }}
"""


def _buttons() -> str:
    return f"""
.fmbook-desk .jupyter-button {{ background: {BUTTON}; color: {INK}; border: 1px solid {QUIET_INK}; border-radius: 4px;
  width: auto; height: auto; min-height: 30px; padding: 3px 12px; margin: 0; font: {WORDS}px/1.3 {SANS};
  box-shadow: none; }}
.fmbook-desk .jupyter-button:hover {{ background: {PAPER}; box-shadow: none; border-color: {INK}; }}
.fmbook-desk .jupyter-button:focus-visible, .fmbook-desk input:focus-visible, .fmbook-desk div:focus-visible,
.fmbook-status:focus-visible {{ outline: 3px solid {CHOICE};
  outline-offset: 1px; }}
.fmbook-desk .jupyter-button.mod-active {{ background: {CHOICE}; color: {ON_DARK}; border-color: {CHOICE}; }}
.fmbook-desk .fmbook-actions .jupyter-button {{ background: {CHOICE}; color: {ON_DARK}; border-color: {CHOICE};
  font-weight: 600; min-height: 34px; padding: 4px 16px; margin: 4px 6px 2px 0; }}
.fmbook-desk .fmbook-actions .jupyter-button:hover {{ background: {INK}; color: {ON_DARK}; }}
.fmbook-desk .fmbook-actions.widget-toggle-buttons, .fmbook-desk .fmbook-actions {{ margin: 0; width: auto;
  min-height: 42px; height: auto; }}
.fmbook-orders {{ align-items: flex-start; }}
.fmbook-desk .fmbook-orders > .jupyter-button {{ margin-top: 6px; }}
.fmbook-desk .fmbook-switch.jupyter-button, .fmbook-desk .fmbook-switch.jupyter-button.mod-active {{
  background: transparent; color: {INK}; border-color: transparent; padding: 3px 6px; }}
.fmbook-desk .fmbook-switch.jupyter-button:hover {{ background: {PAPER}; }}
.fmbook-switch::before {{ content: ""; display: inline-block; width: 12px; height: 12px; margin-right: 6px;
  border: 1px solid {INK}; border-radius: 3px; background: {BUTTON}; vertical-align: -2px; box-sizing: border-box; }}
.fmbook-switch.mod-active::before {{ background: {CHOICE}; box-shadow: inset 0 0 0 2px {BUTTON}; }}
.fmbook-desk .fmbook-label {{ padding: 0 2px 0 4px; }}
.fmbook-desk .widget-label, .fmbook-desk .widget-label-basic {{ color: {INK};
  font: {WORDS}px/1.4 {SANS}; }}
.fmbook-desk input[type="text"] {{ background: {BUTTON}; color: {INK}; border: 1px solid {QUIET_INK};
  border-radius: 4px; min-height: 30px; font: {WORDS}px {SANS}; padding: 2px 8px; }}
.fmbook-desk input::placeholder {{ color: {QUIET_INK}; opacity: 1; }}
"""


def _cards() -> str:
    return f"""
.fmbook-desk section {{ background: {PAPER}; padding: 8px 14px; margin: 0; border-radius: 3px;
  overflow-wrap: anywhere; }}
.fmbook-desk section.fmbook-refusal {{ border-left: 4px solid {ALARM}; }}
.fmbook-desk h3, .fmbook-desk h4 {{ margin: 2px 0 4px; font: 700 {HEADING}px {SERIF}; color: {INK}; }}
.fmbook-desk h4 {{ font-size: {WORDS}px; margin-top: 8px; }}
.fmbook-desk p {{ margin: 3px 0; }}
.fmbook-desk ul, .fmbook-desk ol {{ margin: 4px 0; padding-left: 20px; }}
.fmbook-desk ol[reversed] {{ padding-left: 34px; }}
.fmbook-desk li {{ margin: 1px 0; }}
.fmbook-desk .fmbook-face {{ float: right; margin: 0 0 4px 10px; }}
.fmbook-desk .fmbook-face svg {{ display: block; }}
.fmbook-scroll {{ max-height: 420px; overflow: auto; }}
.fmbook-scroll:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-desk hr {{ border: 0; border-top: 1px solid {RULE}; margin: 6px 0; }}
"""


def _tables() -> str:
    return f"""
.fmbook-desk table {{ border-collapse: collapse; margin: 4px 0; font-size: {WORDS - 1}px; color: {INK}; }}
.fmbook-desk th, .fmbook-desk td {{ text-align: left; padding: 1px 8px 1px 0; font-weight: 400; color: {INK};
  background: transparent; border: 0; vertical-align: baseline; max-width: none; white-space: normal; }}
.fmbook-desk tbody tr, .fmbook-desk tbody tr:nth-child(odd), .fmbook-desk tbody tr:hover {{ background: transparent; }}
.fmbook-desk th {{ color: {QUIET_INK}; }}
.fmbook-desk td.fmbook-number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
.fmbook-bar {{ display: inline-block; height: 10px; max-width: {BAR}px; background: {CHOICE}; border-radius: 1px; }}
.fmbook-desk .fmbook-chart {{ font-size: {CHART_WORDS}px; width: 100%; }}
.fmbook-desk .fmbook-chart th, .fmbook-desk .fmbook-chart td {{ padding: 1px 2px; text-align: center;
  border-bottom: 1px solid {RULE}; overflow-wrap: normal; }}
.fmbook-desk .fmbook-chart .fmbook-lit {{ background: {LIT}; color: {INK}; font-weight: 700; }}
"""


def _rules() -> str:
    return f"""
.fmbook-rules .fmbook-status {{ height: auto; min-height: 0; }}
.fmbook-rules .fmbook-columns {{ gap: 10px; flex-flow: row wrap; align-items: flex-start; width: 100%; }}
.fmbook-rules .fmbook-row {{ gap: 8px 12px; }}
.fmbook-rules .fmbook-row .widget-inline-hbox {{ flex-flow: column; align-items: stretch; height: auto; margin: 0;
  min-width: 0; }}
.fmbook-rules .widget-inline-hbox .widget-label {{ width: auto; text-align: left; margin: 0; }}
.fmbook-rules .widget-select {{ flex-flow: column; height: auto; align-items: stretch; }}
.fmbook-rules .widget-inline-hbox > select, .fmbook-rules .widget-inline-hbox > input {{ flex: none; width: 100%; }}
.fmbook-rules select {{ background-color: {BUTTON}; color: {INK}; border: 1px solid {QUIET_INK}; border-radius: 4px;
  font: {WORDS}px/1.4 {SANS}; width: 100%; }}
.fmbook-rules .widget-dropdown select {{ min-height: 30px; }}
.fmbook-rules .widget-select select {{ padding: 4px; }}
.fmbook-rules select:focus-visible {{ outline: 3px solid {CHOICE}; outline-offset: 1px; }}
.fmbook-rules .fmbook-scroll {{ max-height: 460px; width: 100%; }}
.fmbook-desk.fmbook-rules .jupyter-button {{ align-self: flex-start; margin-top: 6px; }}
.fmbook-rules pre {{ font-size: {SMALL_WORDS}px; white-space: pre-wrap; overflow-wrap: anywhere; background: {BUTTON};
  color: {INK}; border-left: 3px solid {RULE}; padding: 6px 10px; margin: 2px 0 8px; }}
"""


def _narrow() -> str:
    return """
@media (max-width: 900px) {
  .fmbook-desk .fmbook-side { width: 100%; }
  .fmbook-desk .fmbook-actions .jupyter-button { padding: 4px 12px; }
}
@media (min-width: 901px) {
  .fmbook-desk .fmbook-side { position: sticky; top: 160px; max-height: calc(100vh - 240px); overflow: auto; }
}
@media (prefers-reduced-motion: reduce) { .fmbook-desk * { transition: none; } }
"""
