"""The style of what stands around the map on the page. Colours, sizes and fonts come from ``theme``."""

from fmbook.widgets.theme import (
    BAR,
    BESIDE_FROM,
    CHART_WORDS,
    CHOICE,
    CHOICE_GLOW,
    FRONT_LINE,
    HEADING,
    INK,
    LIT,
    LOW_PAGE,
    MAP_LEAST,
    PAGE,
    PAGES,
    PANEL,
    PROMPT_WORDS,
    SANS,
    SERIF,
    SMALL_WORDS,
    TRACE_DOT,
    WORDS,
)

__all__ = ["css", "css_of_pictures"]

ARROW = "50% 100%, 0 50%, 30% 50%, 30% 0, 70% 0, 70% 50%, 100% 50%"
LINES = 3  # of what is said are in sight without scrolling
FEW_LINES = 2  # on a wide desk, and below a guide
WIDE = 1000  # pixels
LOWISH = 700  # pixels: a page so low, as one that is zoomed in, has what is asked and what is said side by side
SLIM = MAP_LEAST  # as on a phone: a guide is a line that opens
UPRIGHT = 400  # as one held upright: lines are short
COMPACT = WIDE  # a desk as narrow has its guide's buttons beside the heading


def css() -> str:
    """The whole sheet, in the order of the page."""
    parts = (_palettes(), _map(), _status(), _desk(), _prompt(), _buttons(), _cards(), _tables(), _rules(), _narrow())
    return "\n".join(parts)


def css_of_pictures() -> str:
    """The part of the sheet that lays a desk's picture out; its classes have names of their own: it is no desk."""
    parts = (_palettes(), _map(), _status(), _desk(), _prompt(), _buttons(), _narrow())
    return "\n".join(parts).replace(".fmbook-", ".fmbook-still-")


def _palettes() -> str:
    """Tell every host its colours."""
    return "\n".join(
        f"{host} {{ {' '.join(f'{name[4:-1]}: {colour};' for name, colour in zip(PAGE, page, strict=True))} }}"
        for host, page in PAGES.items()
    )


def _map() -> str:
    return f"""
.fmbook-map {{ max-width: 100%; color: {PAGE.ink}; }}
.fmbook-map .fmbook-sheet {{ max-width: 100%; overflow: auto; padding: 3px; align-items: flex-start; }}
.fmbook-listens .fmbook-sheet {{ visibility: visible !important; }}
.fmbook-map canvas {{ touch-action: manipulation; cursor: pointer; border-radius: 3px; }}
.fmbook-map canvas:focus {{ outline: none; }}
.fmbook-map:not(.fmbook-pointed) canvas:focus {{ outline: 3px solid {PAGE.choice}; }}
.fmbook-desk:not(.fmbook-pointed) .fmbook-map canvas:focus {{ outline: 3px solid {PAGE.choice}; }}
.fmbook-desk.fmbook-pointed .fmbook-map canvas:focus {{ outline: none; }}
.fmbook-desk:has(.fmbook-zoom) .fmbook-map canvas {{ touch-action: pan-x pan-y; }}
.fmbook-zoomed .fmbook-sheet > * {{ flex: none; }}
.fmbook-zoomed .fmbook-sheet canvas {{ cursor: grab; }}
.fmbook-zoomed .fmbook-sheet {{ max-height: clamp(240px, 68vh, 900px); }}
"""


def _status() -> str:
    # of a height of its own on a desk, so that the map below does not jump; a bar shows that there is more
    return f"""
.fmbook-status, .fmbook-fault {{ font: {WORDS}px/1.4 {SANS}; margin: 0; padding: 4px 12px; border-radius: 3px;
  white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; box-sizing: border-box; }}
.fmbook-status {{ color: {PAGE.ink}; background: {PAGE.desk}; border-left: 5px solid {PAGE.rule}; min-height: 1.4em; }}
.fmbook-map .fmbook-status {{ border-left-color: {PAGE.choice}; background: {PAGE.paper}; font-size: {HEADING}px;
  margin: 0 3px 6px; padding: 8px 12px; }}
.fmbook-head {{ --slack: var(--fmbook-slack, 0px); }} /* what a guide has left */
.fmbook-head .fmbook-status {{ height: calc({LINES * 1.4:g}em + 4px + var(--slack)); scrollbar-gutter: stable;
  padding-bottom: 0; margin-bottom: 4px; }} /* no line is seen in part */
@container fmbook-desk (min-width: {WIDE}px) {{
  .fmbook-head .fmbook-status {{ height: calc({FEW_LINES * 1.4:g}em + 4px + var(--slack)); }}
}}
.fmbook-head:has(.fmbook-steps:not([hidden])) .fmbook-status {{ height: calc({FEW_LINES * 1.4:g}em + 4px); }}
.fmbook-exercise .fmbook-status {{ min-height: calc({LINES * 1.4:g}em + 8px); }}
.fmbook-status::-webkit-scrollbar {{ width: 10px; }}
.fmbook-status::-webkit-scrollbar-thumb {{ background: {PAGE.quiet}; border: 2px solid {PAGE.desk};
  border-radius: 5px; }}
.fmbook-status.fmbook-refused {{ border-left: 9px double {PAGE.alarm}; }}
.fmbook-also-above {{ display: inline-block; width: 1px; height: 1px; overflow: hidden; opacity: 0; }}
.fmbook-fault {{ max-height: 8.4em; color: {PAGE.on_alarm}; background: {PAGE.alarm}; }}
.fmbook-fault[hidden] {{ display: none; }}
"""


def _desk() -> str:
    # the ancestors must not scroll by themselves, or the prompt cannot stay in sight; nor may they grow with a wide map
    return f"""
.fmbook-elsewhere {{ display: none; }}
.fmbook-desk.widget-box {{ color: {PAGE.ink}; background: {PAGE.ground}; font: {WORDS}px/1.45 {SANS}; max-width: 100%;
  gap: 6px; overflow: visible; container: fmbook-desk / inline-size; }}
.fmbook-desk, .fmbook-theatre, .fmbook-map {{ color-scheme: light; }}
[data-jp-theme-light="false"] :is(.fmbook-desk, .fmbook-theatre, .fmbook-map) {{ color-scheme: dark; }}
.fmbook-desk .widget-box {{ overflow: visible; }}
.fmbook-desk .fmbook-map .fmbook-sheet {{ overflow: auto; }}
.jp-OutputArea-output:has(> .fmbook-desk), .jp-OutputArea-child:has(> * > .fmbook-desk),
.jp-OutputArea:has(> * > * > .fmbook-desk), .jp-Cell-outputWrapper:has(.fmbook-desk),
.jp-OutputArea-output:has(.fmbook-desk) {{ overflow: visible; }}
.fmbook-desk .widget-html, .fmbook-desk .widget-html-content {{ line-height: 1.45; font-size: {WORDS}px;
  color: {PAGE.ink}; height: auto; margin: 0; width: 100%; white-space: normal; }}
.fmbook-main {{ gap: 8px; align-items: flex-start; }}
.fmbook-desk .fmbook-side {{ max-width: 100%; flex-flow: row wrap; gap: 8px; align-content: flex-start;
  align-items: flex-start; }}
.fmbook-side > .widget-html {{ flex: 1 1 {PANEL - 60}px; width: auto; min-width: 0; }}
.fmbook-side > .widget-html:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-side .widget-html-content {{ display: flex; flex-flow: row wrap; gap: 8px; align-items: stretch; }}
.fmbook-side section {{ flex: 1 1 {PANEL - 60}px; min-width: 0; }}
.fmbook-row {{ gap: 6px; align-items: center; flex-flow: row wrap; }}
.fmbook-exercise .widget-box {{ gap: 6px; }}
.fmbook-exercise .fmbook-prompt .fmbook-when {{ flex: 1 0 100%; }}
.fmbook-view {{ padding: 2px 0 4px; }}
.fmbook-desk .fmbook-moments {{ flex-flow: row nowrap; align-items: flex-start; padding: 4px 0; }}
.fmbook-desk .fmbook-moments .jupyter-button {{ margin: 0; min-width: 34px; }}
.fmbook-desk .fmbook-moment {{ flex: 1 1 0; min-width: 0; }}
.fmbook-desk .fmbook-moment p {{ margin: 4px 0; }}
.fmbook-choice {{ display: flex; flex-flow: column; gap: 5px; padding-bottom: 5px; }}
.fmbook-choice .fmbook-row, .fmbook-reason {{ display: flex; }}
.fmbook-reason {{ gap: 8px; align-items: center; font: {WORDS}px {SANS}; }}
.fmbook-reason input {{ flex: 1; min-width: 0; }}
.fmbook-desk :has(> .fmbook-offer) {{ position: relative; height: 0; z-index: 5; }}
.fmbook-desk .fmbook-offer {{ background: {PAGE.lit}; padding: 4px 12px; border-radius: 3px; position: absolute;
  top: 9px; left: 9px; right: 9px; box-shadow: 0 2px 12px #000a; animation: fmbook-come 0.6s 0.4s backwards; }}
@keyframes fmbook-come {{ from {{ opacity: 0; pointer-events: none; }} to {{ pointer-events: none; }} }}
.fmbook-desk .fmbook-offer > .widget-html {{ flex: 1 1 300px; width: auto; min-width: 0; }}
.fmbook-desk .fmbook-offer .widget-html, .fmbook-desk .fmbook-offer .widget-html-content {{ color: {PAGE.on_lit}; }}
"""


def _prompt() -> str:
    return f"""
.fmbook-coach {{ background: {PAGE.lit}; color: {PAGE.on_lit}; border-left: 5px solid {PAGE.on_lit};
  padding: 4px 12px; }}
.fmbook-desk .fmbook-coach {{ height: auto; width: auto; margin: 0; display: flex; flex-flow: row wrap;
  align-items: center; gap: 0 10px; }}
.fmbook-desk .fmbook-coach.fmbook-empty {{ display: none; }}
.fmbook-steps {{ font-size: {PROMPT_WORDS}px; line-height: 1.35; flex: 1 1 420px; min-width: 0; }}
.fmbook-steps {{ display: flow-root; }}
.fmbook-steps[hidden] {{ display: none; }}
.fmbook-steps::before {{ content: attr(data-heading) " " attr(data-room); visibility: hidden; float: left; width: 100%;
  margin-right: -100%; }}
.fmbook-steps small {{ font-size: {SMALL_WORDS}px; margin-right: 10px; }}
.fmbook-steps :is(i, s) {{ font-style: normal; text-decoration: none; }}
.fmbook-steps s {{ letter-spacing: 2px; margin-left: 4px; }}
.fmbook-fold {{ display: none; }}
.fmbook-desk .fmbook-coach .jupyter-button {{ margin: 2px 0; }}
[data-at] {{ text-decoration: underline dotted 2px; text-underline-offset: 3px; cursor: help; border-radius: 2px; }}
[data-at]:is(:hover, :focus, .fmbook-touched) {{ background: {PAGE.choice}; color: {PAGE.on_choice}; outline: none;
  box-shadow: 0 0 0 2px {PAGE.choice}; }}
.fmbook-card [data-at], .fmbook-diary [data-at] {{ text-decoration: underline dotted 1px {PAGE.quiet}; }}
.fmbook-sheet > * {{ position: relative; }}
.fmbook-spot, .fmbook-aim {{ position: absolute; box-sizing: border-box; pointer-events: none; border-radius: 50%;
  transform: translate(-50%, -50%); aspect-ratio: 1; min-width: 24px; }}
.fmbook-spot {{ border: 4px solid {CHOICE_GLOW}; outline: 3px solid {CHOICE}; box-shadow: inset 0 0 0 2px {CHOICE};
  z-index: 4; }}
.fmbook-aim {{ border: 2px dashed {INK}; box-shadow: 0 0 0 3px {LIT}; z-index: 3; scroll-margin: 240px 40px 60px; }}
.fmbook-aim::before {{ content: ""; position: absolute; left: 50%; bottom: calc(100% + 1px); width: 26px; height: 33px;
  transform: translateX(-50%); background: {INK}; clip-path: polygon({ARROW}); }}
.fmbook-aim::after {{ content: ""; position: absolute; left: 50%; bottom: calc(100% + 5px); width: 17px; height: 25px;
  transform: translateX(-50%); background: {LIT}; clip-path: polygon({ARROW}); }}
.fmbook-aim.fmbook-below::before {{ bottom: auto; top: calc(100% + 1px); rotate: 180deg; }}
.fmbook-aim.fmbook-below::after {{ bottom: auto; top: calc(100% + 5px); rotate: 180deg; }}
.fmbook-aim {{ animation: fmbook-aim 0.5s ease-in-out 4 alternate; }}
.fmbook-aim::before, .fmbook-aim::after {{ animation: fmbook-faint 0.6s 1.4s forwards; }}
@keyframes fmbook-faint {{ to {{ opacity: 0.35; }} }}
@keyframes fmbook-aim {{ to {{ box-shadow: 0 0 0 9px {LIT}; }} }}
.fmbook-head {{ position: sticky; top: 0; z-index: 6; gap: 0; background: {PAGE.desk}; }}
.fmbook-prompt {{ background: {PAGE.paper}; border-left: 9px solid {PAGE.choice}; padding: 4px 12px 4px 8px;
  line-height: 1.35; font-size: {PROMPT_WORDS}px; display: flex; flex-flow: row wrap;
  align-items: baseline; gap: 0 16px; }}
.fmbook-head .fmbook-prompt {{ min-height: var(--fmbook-asked, 0); box-sizing: border-box;
  align-content: flex-start; }}
.fmbook-prompt .fmbook-when {{ font-size: {SMALL_WORDS}px; color: {PAGE.quiet}; }}
.fmbook-branch {{ background: {PAGE.branch}; color: {PAGE.on_branch}; padding: 0 7px; border-radius: 3px; }}
.fmbook-prompt.fmbook-apart {{ border-left-color: {PAGE.branch}; }}
.fmbook-rule {{ font: {SMALL_WORDS}px {SANS}; color: {PAGE.quiet}; border-bottom: 1px dotted {PAGE.quiet};
  white-space: nowrap; }}
button.fmbook-rule {{ background: none; border-width: 0 0 1px; padding: 0; margin: 0; cursor: pointer; }}
button.fmbook-rule:is(:hover, :focus-visible) {{ color: {PAGE.choice}; border-bottom-style: solid; outline: none;
  box-shadow: 0 2px 0 {PAGE.choice}; }}
.fmbook-onward .widget-html-content {{ display: flex; flex-flow: row wrap; gap: 8px; }}
.fmbook-exercise .widget-html:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-needed {{ overflow-x: auto; }}
button:is(.fmbook-word, .fmbook-there, .fmbook-to) {{
  font: inherit; color: inherit; background: none; border-width: 0;
  padding: 0; margin: 0; text-decoration: underline dotted 1px; text-underline-offset: 3px; cursor: pointer; }}
button:is(.fmbook-there, .fmbook-to):is(:hover, :focus-visible) {{ outline: 2px solid; }}
button.fmbook-word:is(:hover, :focus-visible) {{ color: {PAGE.choice}; outline: none;
  text-decoration: underline solid 2px; }}
.fmbook-branch button.fmbook-word:is(:hover, :focus-visible) {{ color: inherit; }}
@media (pointer: coarse) {{ /* a finger need not meet the letters */
  button:is(.fmbook-rule, .fmbook-word, .fmbook-there, .fmbook-to) {{ position: relative; }}
  button:is(.fmbook-rule, .fmbook-word, .fmbook-there, .fmbook-to)::after {{
    content: ""; position: absolute; inset: -5px -4px; }}
}}
.fmbook-opened {{ box-shadow: inset 4px 0 0 {PAGE.choice}; }}
.fmbook-opened > .fmbook-closing {{ position: sticky; top: 4px; z-index: 1; float: right; margin: 0 0 4px 10px;
  scroll-margin-top: calc(var(--fmbook-head, 0px) + 8px); }}
.fmbook-unseen {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }}
"""


def _buttons() -> str:
    return f"""
.fmbook-desk .jupyter-button {{ background: {PAGE.button}; color: {PAGE.ink}; border: 1px solid {PAGE.quiet};
  border-radius: 4px; width: auto; height: auto; min-height: 28px; padding: 2px 11px; margin: 0;
  font: {WORDS}px/1.3 {SANS}; box-shadow: none; }}
.fmbook-desk .jupyter-button:hover {{ background: {PAGE.paper}; box-shadow: none; border-color: {PAGE.ink}; }}
.fmbook-desk .jupyter-button:focus-visible, .fmbook-desk input:focus-visible, .fmbook-desk div:focus-visible,
.fmbook-status:focus-visible {{ outline: 3px solid {PAGE.choice}; outline-offset: 1px; }}
.fmbook-desk .jupyter-button:focus:not(:focus-visible) {{ outline: none; }}
.fmbook-desk .fmbook-actions .jupyter-button.fmbook-new:hover {{ background: {PAGE.choice};
  border-color: {PAGE.choice}; }}
.fmbook-desk .fmbook-actions .jupyter-button.fmbook-quiet.fmbook-new:hover {{ background: {PAGE.button}; }}
.fmbook-desk .jupyter-button.mod-active {{ background: {PAGE.choice}; color: {PAGE.on_choice};
  border-color: {PAGE.choice}; }}
.fmbook-desk .fmbook-actions .jupyter-button {{ background: {PAGE.choice}; color: {PAGE.on_choice};
  border-color: {PAGE.choice}; font-weight: 600; min-height: 32px; padding: 3px 14px; margin: 3px 6px 3px 0; }}
.fmbook-desk .fmbook-actions .jupyter-button:not(.fmbook-new):hover {{ background: {PAGE.ink}; color: {PAGE.ground}; }}
.fmbook-desk .fmbook-onward .jupyter-button:first-child {{ background: {PAGE.choice}; color: {PAGE.on_choice};
  border-color: {PAGE.choice}; font-weight: 600; min-height: 32px; padding: 3px 14px; }}
.fmbook-desk .fmbook-onward .jupyter-button:first-child:hover {{ background: {PAGE.ink}; color: {PAGE.ground}; }}
.fmbook-desk .fmbook-onward .jupyter-button:not(:first-child) {{ background: transparent; border-color: transparent;
  text-decoration: underline; text-underline-offset: 3px; }}
.fmbook-desk .fmbook-actions .jupyter-button.fmbook-quiet {{ background: {PAGE.button}; color: {PAGE.choice}; }}
.fmbook-desk .fmbook-actions .jupyter-button.fmbook-apart {{ margin-left: auto; }}
.fmbook-desk .fmbook-actions .jupyter-button.fmbook-quiet:not(.fmbook-new):hover {{ background: {PAGE.ink};
  color: {PAGE.ground}; }}
.fmbook-desk .fmbook-actions.widget-toggle-buttons, .fmbook-desk .fmbook-actions {{ margin: 0; width: auto;
  min-height: 38px; height: auto; }}
.fmbook-desk .fmbook-orders .fmbook-actions {{ display: flex; flex-flow: row wrap; align-content: flex-start; }}
.fmbook-desk .fmbook-orders .fmbook-meant {{ outline: 3px dashed {PAGE.ink}; outline-offset: 1px; position: relative;
  overflow: visible; }} /* its mark takes no room: no button moves when another one is meant */
.fmbook-orders .fmbook-meant::before {{ content: ""; position: absolute; left: 3px; top: calc(50% - 6px);
  width: 8px; height: 12px; background: currentColor; clip-path: polygon(0 0, 100% 50%, 0 100%); }}
.fmbook-desk .fmbook-orders {{ display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-columns: auto;
  grid-auto-flow: column; align-items: start; align-content: start;
  gap: 0 6px; }}
.fmbook-desk :is(button, input, select, summary, [tabindex]) {{
  scroll-margin-top: calc(var(--fmbook-head, 0px) + 8px); }}
.fmbook-head :is(button, [tabindex]) {{ scroll-margin-top: 8px; }}
.fmbook-desk .fmbook-sheet {{ scroll-margin: calc(var(--fmbook-head, 0px) + 8px) 0 44px; }}
.fmbook-choice .jupyter-button {{ animation: fmbook-unread 0.6s 0.4s backwards; }}
@keyframes fmbook-unread {{ from, to {{ pointer-events: none; }} }}
.fmbook-desk .fmbook-orders > .jupyter-button {{ margin: 5px 0; }}
.fmbook-desk .fmbook-switch.jupyter-button, .fmbook-desk .fmbook-switch.jupyter-button.mod-active {{
  background: transparent; color: {PAGE.ink}; border-color: transparent; padding: 3px 6px; }}
.fmbook-desk .fmbook-switch.jupyter-button:hover {{ background: {PAGE.paper}; }}
.fmbook-switch::before {{ content: ""; display: inline-block; width: 12px; height: 12px; margin-right: 6px;
  border: 1px solid {PAGE.ink}; border-radius: 3px; background: {PAGE.button}; vertical-align: -2px;
  box-sizing: border-box; }}
.fmbook-switch.mod-active::before {{ background: {PAGE.choice}; box-shadow: inset 0 0 0 2px {PAGE.button}; }}
.fmbook-desk .fmbook-label {{ padding: 0 2px 0 4px; }}
.fmbook-desk .widget-label, .fmbook-desk .widget-label-basic, .fmbook-desk .widget-readout {{ color: {PAGE.ink};
  font: {WORDS}px/1.4 {SANS}; }}
.fmbook-desk input[type="text"], .fmbook-desk textarea {{ background: {PAGE.button}; color: {PAGE.ink};
  border: 1px solid {PAGE.quiet}; border-radius: 4px; min-height: 30px; font: {WORDS}px {SANS}; padding: 2px 8px; }}
.fmbook-desk input::placeholder, .fmbook-desk textarea::placeholder {{ color: {PAGE.quiet}; opacity: 1; }}
@media (forced-colors: active) {{ .fmbook-switch.mod-active::before {{ border-width: 5px; }} }}
"""


def _cards() -> str:
    return f"""
.fmbook-desk section {{ background: {PAGE.paper}; padding: 7px 13px; margin: 0; border: 1px solid {PAGE.edge};
  border-radius: 3px; overflow-wrap: anywhere; }}
.fmbook-desk section.fmbook-refusal {{ border-left: 4px solid {PAGE.alarm}; }}
.fmbook-desk h3, .fmbook-desk h4 {{ margin: 2px 0 4px; font: 700 {HEADING}px {SERIF}; color: {PAGE.ink}; }}
.fmbook-desk h4 {{ font-size: {WORDS}px; margin-top: 8px; }}
.fmbook-desk p {{ margin: 3px 0; }}
.fmbook-desk ul, .fmbook-desk ol {{ margin: 4px 0; padding-left: 20px; }}
.fmbook-desk ol[reversed] {{ padding-left: 34px; }}
.fmbook-desk li {{ margin: 1px 0; }}
.fmbook-desk .fmbook-face {{ float: right; margin: 0 0 4px 10px; }}
.fmbook-desk .fmbook-face svg {{ display: block; }}
.fmbook-desk .fmbook-toll {{ font-size: {SMALL_WORDS}px; border-top: 1px solid {PAGE.rule}; margin-top: 6px;
  padding-top: 4px; }}
.fmbook-desk.fmbook-right .fmbook-status {{ border-left: 6px solid {PAGE.choice}; background: {PAGE.paper};
  height: auto; font-weight: 600; }}
.fmbook-desk.fmbook-wrong .fmbook-status {{ border-left: 6px solid {PAGE.alarm}; height: auto; }}
.fmbook-desk .fmbook-score {{ padding: 6px 13px; background: {PAGE.paper}; border-left: 5px solid {PAGE.choice};
  font: {PROMPT_WORDS}px/1.4 {SANS}; color: {PAGE.ink}; }}
.fmbook-dice {{ display: flex; gap: 7px; margin: 2px 0 4px; }}
.fmbook-head .fmbook-thrown {{ display: none; position: absolute; right: 14px; top: 2px; margin: 0; }}
.fmbook-head .fmbook-thrown.fmbook-alone {{ display: flex; }}
.fmbook-head .fmbook-status:has(~ .fmbook-alone) {{ padding-right: 104px; }}
:has(> .fmbook-thrown) {{ position: relative; }}
.fmbook-die {{ animation: fmbook-rest 0.55s cubic-bezier(0.2, 0.8, 0.3, 1) both; }}
.fmbook-die:nth-child(2) {{ animation-duration: 0.6s; }}
.fmbook-die rect {{ fill: {TRACE_DOT.fill}; stroke: {TRACE_DOT.stroke}; stroke-width: 1.6; }}
.fmbook-die circle, .fmbook-die text {{ fill: {TRACE_DOT.stroke}; font: 700 15px {SANS}; }}
@keyframes fmbook-rest {{ from {{ transform: translateY(-16px) rotate(-220deg); opacity: 0.3; }}
  70% {{ transform: translateY(2px) rotate(12deg); }} to {{ transform: none; opacity: 1; }} }}
.fmbook-falls {{ animation: fmbook-fall 0.25s ease-in both; }}
@keyframes fmbook-fall {{ from {{ transform: translateY(-120px); opacity: 0; }} to {{ transform: none; opacity: 1; }} }}
.fmbook-desk .fmbook-chart .fmbook-row-lit > * {{ border-bottom: 2px solid {PAGE.ink}; font-weight: 700; }}
.fmbook-desk .fmbook-chart .fmbook-row-lit > .fmbook-lit {{ outline: 2px solid {PAGE.ink}; outline-offset: -2px; }}
.fmbook-arrow {{ display: inline-block; min-width: 15px; text-align: center; font: 700 10px/15px {SANS};
  color: {TRACE_DOT.stroke}; background: {TRACE_DOT.fill}; border: 1px solid {TRACE_DOT.stroke};
  border-radius: 9px; }}
.fmbook-notice p {{ padding: 8px 14px; margin: 4px 0; border-radius: 4px; font-size: {HEADING}px; }}
.fmbook-halted {{ background: {PAGE.alarm}; color: {PAGE.on_alarm}; }}
.fmbook-told {{ background: {PAGE.lit}; color: {PAGE.on_lit}; }}
.fmbook-fixed > :has(.fmbook-status:empty) :is(.fmbook-status, .fmbook-fault) {{ padding: 0;
  min-height: 0; border: 0; }}
.fmbook-fixed > .fmbook-row {{ flex-flow: row nowrap; justify-content: space-between; align-items: center; }}
.fmbook-front p {{ font-size: {SMALL_WORDS}px; margin: 4px 2px; }}
.fmbook-front:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-ghost {{ display: inline-block; width: 44px; height: 4px; margin-right: 8px; vertical-align: 4px;
  background: repeating-linear-gradient(90deg, {FRONT_LINE.stroke} 0 14px, #ffffff 0 19px,
  {FRONT_LINE.stroke} 0 23px, #ffffff 0 28px);
  border: 2px solid #ffffff; forced-color-adjust: none; }}
.fmbook-scroll {{ max-height: 420px; overflow: auto; }}
.fmbook-scroll:has(> .widget-html-content:empty) {{ display: none; }}
.fmbook-desk hr {{ border: 0; border-top: 1px solid {PAGE.rule}; margin: 6px 0; }}
"""


def _tables() -> str:
    return f"""
.fmbook-desk table {{ border-collapse: collapse; margin: 4px 0; font-size: {WORDS - 1}px; color: {PAGE.ink}; }}
.fmbook-desk th, .fmbook-desk td {{ text-align: left; padding: 1px 8px 1px 0; font-weight: 400; color: {PAGE.ink};
  background: transparent; border: 0; vertical-align: baseline; max-width: none; white-space: normal; }}
.fmbook-desk tbody tr, .fmbook-desk tbody tr:nth-child(odd), .fmbook-desk tbody tr:hover {{ background: transparent; }}
.fmbook-desk th {{ color: {PAGE.quiet}; }}
.fmbook-desk td.fmbook-number {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
.fmbook-bar {{ display: inline-block; height: 10px; max-width: {BAR}px; background: {PAGE.choice}; border-radius: 1px;
  forced-color-adjust: none; }}
.fmbook-desk .fmbook-odds th {{ color: {PAGE.ink}; width: 100%; padding-bottom: 5px; }}
.fmbook-desk .fmbook-odds th .fmbook-bar {{ max-width: 100%; height: 7px; min-width: 2px; }}
.jp-RenderedHTMLCommon .fmbook-card :is(th, td):not(.fmbook-number, .fmbook-chart *) {{ text-align: left; }}
.jp-RenderedHTMLCommon .fmbook-card tr {{ background: none !important; }}
.fmbook-attacker .fmbook-bar {{ background: repeating-linear-gradient(115deg, {PAGE.alarm} 0 3px, transparent 3px 6px);
  box-shadow: inset 0 0 0 1px {PAGE.alarm}; }}
.fmbook-both .fmbook-bar {{ background: linear-gradient(90deg, {PAGE.choice} 50%, {PAGE.alarm} 50%); }}
.fmbook-nobody .fmbook-bar {{ background: transparent; box-shadow: inset 0 0 0 1px {PAGE.quiet}; }}
.fmbook-desk .fmbook-signs {{ font-size: {SMALL_WORDS}px; color: {PAGE.quiet}; list-style: none; padding: 0; }}
.fmbook-desk .fmbook-option {{ overflow-wrap: normal; }}
.fmbook-signs li {{ display: inline-block; margin-right: 12px; }}
.fmbook-desk .fmbook-chart {{ font-size: {CHART_WORDS}px; width: 100%; }}
.fmbook-desk .fmbook-chart th, .fmbook-desk .fmbook-chart td {{ padding: 1px; letter-spacing: -0.03em;
  text-align: center; border-bottom: 1px solid {PAGE.rule}; overflow-wrap: normal; }}
.fmbook-desk .fmbook-chart thead th {{ white-space: normal; padding: 1px 3px; vertical-align: bottom;
  line-height: 1.15; }}
.fmbook-desk .fmbook-chart .fmbook-lit {{ background: {PAGE.lit}; color: {PAGE.on_lit}; font-weight: 700; }}
"""


def _rules() -> str:
    return f"""
.fmbook-rules .fmbook-status {{ min-height: 0; }}
.fmbook-rules .fmbook-columns {{ gap: 10px; flex-flow: row wrap; align-items: flex-start; width: 100%; }}
.fmbook-rules .fmbook-row {{ gap: 8px 12px; }}
.fmbook-rules .fmbook-row .widget-inline-hbox {{ flex-flow: column; align-items: stretch; height: auto; margin: 0;
  min-width: 0; }}
.fmbook-rules .widget-inline-hbox .widget-label {{ width: auto; text-align: left; margin: 0; }}
.fmbook-rules .widget-select {{ flex-flow: column; height: auto; align-items: stretch; }}
.fmbook-rules .widget-inline-hbox > select, .fmbook-rules .widget-inline-hbox > input {{ flex: none; width: 100%; }}
.fmbook-rules select {{ background-color: {PAGE.button}; color: {PAGE.ink}; border: 1px solid {PAGE.quiet};
  border-radius: 4px; font: {WORDS}px/1.4 {SANS}; width: 100%; }}
.fmbook-rules .widget-dropdown select {{ min-height: 30px; }}
.fmbook-rules .widget-select select {{ padding: 4px; }}
.fmbook-rules select:focus-visible {{ outline: 3px solid {PAGE.choice}; outline-offset: 1px; }}
.fmbook-rules .fmbook-scroll {{ max-height: 460px; width: 100%; }}
.fmbook-desk.fmbook-rules .jupyter-button {{ align-self: flex-start; margin-top: 6px; }}
.fmbook-rules pre {{ font-size: {SMALL_WORDS}px; white-space: pre-wrap; overflow-wrap: anywhere;
  background: {PAGE.desk}; color: {PAGE.ink}; border-left: 3px solid {PAGE.rule}; padding: 6px 10px;
  margin: 2px 0 8px; }}
"""


def _narrow() -> str:
    # in a low window, such as one that is zoomed in far, only what is said stays in sight, and never takes much of it
    return f"""
@container fmbook-desk (max-width: {BESIDE_FROM}px) {{
  .fmbook-desk .fmbook-side {{ width: 100%; }}
  .fmbook-prompt {{ font-size: {HEADING}px; line-height: 1.3; }}
  .fmbook-prompt {{ box-sizing: border-box; min-height: calc(2 * 1.3em + 9px); align-content: flex-start; }}
  .fmbook-head .fmbook-prompt {{ display: block; }}
  .fmbook-head .fmbook-prompt > .fmbook-when {{ margin-right: 10px; }}
  .fmbook-desk .fmbook-orders .jupyter-button {{ padding: 2px 8px; }}
  .fmbook-desk .fmbook-actions .jupyter-button {{ padding: 3px 10px; margin-right: 4px; }}
  .fmbook-desk .fmbook-orders {{ gap: 0 4px; }}
  .fmbook-head .fmbook-thrown {{ display: flex; }}
  .fmbook-head .fmbook-status:has(~ .fmbook-thrown) {{ padding-right: 104px; }}
}}
@container fmbook-desk (max-width: {COMPACT}px) {{
  .fmbook-desk .fmbook-coach {{ justify-content: flex-end; gap: 0 5px; padding: 3px 8px; }}
  .fmbook-steps {{ flex-basis: 100%; order: 1; font-size: {WORDS}px; line-height: 1.3; margin-top: -31px; }}
  .fmbook-steps small {{ display: block; height: 31px; line-height: 31px; margin: 0; }}
  .fmbook-steps::before {{ content: attr(data-room); margin-top: 31px; }}
  .fmbook-desk .fmbook-coach > .jupyter-button {{ position: relative; z-index: 1; min-height: 27px; padding: 1px 8px; }}
}}
@container fmbook-desk (max-width: {SLIM}px) {{
  .fmbook-steps {{ margin-top: 0; order: 0; flex: 1 1 70%; position: relative; }}
  .fmbook-steps small {{ display: inline; line-height: inherit; margin-right: 6px; }}
  .fmbook-steps s, .fmbook-steps::before {{ display: none; }}
  .fmbook-fold:not([hidden]) {{ display: block; align-self: flex-start; order: 0; width: 34px; height: 30px;
    background: none; border: 0; padding: 0; color: inherit; cursor: pointer; }}
  .fmbook-fold::before {{ content: ""; display: block; width: 9px; height: 9px; margin: 0 auto 4px; rotate: 45deg;
    border: solid; border-width: 0 2.5px 2.5px 0; }}
  .fmbook-coach:not(.fmbook-folded) > .fmbook-fold::before {{ rotate: 225deg; margin: 5px auto 0; }}
  .fmbook-fold:focus-visible {{ outline: 3px solid {PAGE.on_lit}; outline-offset: -2px; }}
  .fmbook-coach > .jupyter-button {{ order: 1; }}
  .fmbook-folded:has(> .fmbook-steps:not([hidden])) > .jupyter-button {{ display: none; }}
  .fmbook-folded > .fmbook-steps {{ white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
    line-height: 30px; }}
  .fmbook-folded > .fmbook-steps :is(small, .fmbook-because) {{ position: absolute; width: 1px; height: 1px;
    overflow: hidden; clip-path: inset(50%); }}
}}
@container fmbook-desk (max-width: {MAP_LEAST}px) {{
  .fmbook-desk .fmbook-orders > .jupyter-button {{ font-size: {WORDS - 1}px; padding: 2px 5px; }}
  .fmbook-desk .fmbook-actions .jupyter-button {{ padding: 3px 8px; margin-right: 3px; }}
  .fmbook-desk .fmbook-orders {{ gap: 0 3px; }}
}}
@container fmbook-desk (max-width: {UPRIGHT}px) {{
  .fmbook-head:has(.fmbook-steps:not([hidden])) .fmbook-status {{ height: calc({(LINES + 1) * 1.4:g}em + 4px); }}
  .fmbook-desk .fmbook-orders {{ grid-auto-flow: row; grid-template-columns: repeat(4, auto); }}
  .fmbook-desk .fmbook-actions {{ grid-column: 1 / -1; }}
}}
@container fmbook-desk (min-width: {BESIDE_FROM}px) {{
  .fmbook-also-beside {{ display: inline-block; width: 1px; height: 1px; overflow: hidden; opacity: 0; }}
  .fmbook-side {{ --head: max(var(--fmbook-head, 0px), 134px); position: sticky; top: var(--head);
    max-height: calc(100vh - 106px - var(--head)); }}
  .fmbook-desk .fmbook-side.widget-box {{ overflow: auto; }}
}}
@media (max-height: {LOWISH}px) {{
  @container fmbook-desk (min-width: {MAP_LEAST}px) {{
    .fmbook-head:has(.fmbook-steps:not([hidden])) {{ display: grid; grid-template-columns: 1fr 1fr; }}
    .fmbook-head:has(.fmbook-steps:not([hidden])) > * {{ grid-column: 1 / -1; }}
    .fmbook-head:has(.fmbook-steps:not([hidden])) > :has(> * > .fmbook-prompt) {{ grid-area: 2 / 1; }}
    .fmbook-head:has(.fmbook-steps:not([hidden])) > :has(> .fmbook-status) {{ grid-area: 2 / 2; }}
  }}
}}
@media (max-height: {LOW_PAGE}px) {{
  .fmbook-head {{ display: contents; }}
  .fmbook-head > :has(> .fmbook-status) {{ position: sticky; top: 0; z-index: 6; }}
  .fmbook-desk .fmbook-head.fmbook-head .fmbook-status {{ height: auto; max-height: max({2 * 1.4:g}em + 8px, 22vh); }}
  .fmbook-desk .fmbook-head.fmbook-head .fmbook-status:focus {{ max-height: 48vh; }}
}}
@media (prefers-reduced-motion: reduce) {{
  .fmbook-desk *, .fmbook-desk *::before, .fmbook-desk *::after {{ transition: none; animation: none; }}
  .fmbook-aim::before, .fmbook-aim::after {{ opacity: 0.6; }} }}
"""
