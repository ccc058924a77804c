"""How the plain pages of a class look: one style sheet, no scripts of others, nothing from elsewhere."""

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from json import dumps
from string import Template
from typing import Any, Final

from fmbook.classroom.room import Place, Seat
from fmbook.core.sides import noun, opening
from fmbook.widgets.theme import DARK_PAGE, LIGHT_PAGE, Palette

__all__ = ["asks_once", "choosing", "code_square", "desk", "joining", "screen", "sorry"]

STYLE: Final = """
*{box-sizing:border-box}html{color-scheme:light dark}
body.fm{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.fm main{max-width:64rem;margin:0 auto;padding:1.25rem clamp(1rem,4vw,2.5rem) 3rem}
.fm h1{font:600 clamp(1.5rem,4vw,2.1rem)/1.2 Georgia,"Times New Roman",serif;margin:.2rem 0 .5rem}
.fm h2{font-size:1.05rem;margin:0 0 .4rem}.fm main p{margin:.35rem 0;max-width:62ch}.fm .quiet{color:var(--quiet)}
.fm :is(main,.bar) button,.fm .button{font:inherit;font-weight:600;min-height:44px;
 padding:.45rem 1.05rem;border-radius:6px;border:1px solid var(--choice);
 background:var(--choice);color:var(--on_choice);cursor:pointer;text-decoration:none;
 display:inline-flex;align-items:center}
.fm :is(main,.bar) button.plain,.fm .button.plain{background:var(--button);color:var(--ink);border-color:var(--quiet);
 font-weight:400}
.fm :is(main,.bar) :is(button,a,input):focus-visible{outline:3px solid var(--choice);outline-offset:2px}
.fm .alarm{border-left:5px solid var(--alarm);background:var(--paper);padding:.6rem 1rem;border-radius:4px}
.fm .code{font:600 1.7rem/1 ui-monospace,Consolas,monospace;letter-spacing:.22em;text-transform:uppercase;
 width:11ch;padding:.6rem .7rem;border:2px solid var(--quiet);border-radius:6px;background:var(--button);
 color:var(--ink)}
.fm .row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.fm .tables{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:.8rem;padding:0;
 margin:1rem 0;list-style:none}
.fm .tables li{background:var(--paper);border:1px solid var(--rule);border-radius:8px;padding:.8rem .95rem}
.fm .tables .row{justify-content:space-between;flex-wrap:nowrap;min-height:48px}
.fm .tables .row + .row{border-top:1px solid var(--rule)}.fm .tables button{padding:.3rem .8rem}
.fm .bar{display:flex;flex-wrap:wrap;gap:.3rem 1rem;align-items:center;padding:.4rem clamp(.6rem,2vw,1.2rem);
 background:var(--paper);border-bottom:1px solid var(--rule);font-size:15px}.fm .bar strong{font-size:16px}
.fm .bar .end{margin-left:auto;display:flex;flex-wrap:wrap;gap:.4rem}
.fm .bar :is(button,.button){min-height:36px;padding:.15rem .7rem;font-size:15px}
.fm .big{display:grid;grid-template-columns:minmax(0,1fr) minmax(16rem,30rem);gap:3rem;align-items:center;
 min-height:78vh}.fm .big svg{width:100%;height:auto;background:#fff;border-radius:10px}
.fm .big .where{font:600 clamp(1.4rem,3.4vw,2.8rem)/1.25 ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
.fm .big .digits{font:700 clamp(3rem,8vw,6rem)/1.1 ui-monospace,Consolas,monospace;letter-spacing:.12em}
.fm #loading{padding:1.5rem clamp(1rem,4vw,2.5rem);position:absolute;top:4rem;z-index:5}
.fm #lost{position:sticky;top:0;z-index:20}
body.fm.desk{display:flex;flex-direction:column;height:100vh;height:100dvh;overflow:hidden}
.fm.desk #main{position:relative!important;inset:auto!important;flex:1 1 auto;min-height:0;width:100%!important;
 height:auto!important;background:var(--ground)}
.fm.desk #rendered_cells{padding:.4rem clamp(.3rem,1vw,1rem) 2rem;background:var(--ground)}
.fm.desk .jp-OutputArea-output{overflow:visible;padding:0}.fm.desk .jp-Cell{padding:0}
.fm.desk .jp-OutputArea-prompt,.fm.desk .jp-Collapser{display:none}
@media (max-width:44rem){.fm .bar .says{order:2;flex-basis:100%;font-size:14px}
.fm .big{grid-template-columns:1fr;gap:1rem}.fm .big figure{order:-1;max-width:20rem}}
@media (prefers-reduced-motion:no-preference){.fm #loading .dot{animation:dot 1s infinite alternate}
@keyframes dot{to{opacity:.2}}}
"""
WHOLE: Final = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="same-origin"><title>$title</title><link rel="icon" href="data:;base64,=">
$head<style>$style</style></head><body class="fm$kind" $about>
$body
</body></html>
""")
DESK_HEAD: Final = Template("""<link rel="stylesheet" href="${templates}index.css">
<link rel="stylesheet" href="${templates}theme-light.css" media="not all and (prefers-color-scheme:dark)">
<link rel="stylesheet" href="${templates}theme-dark.css" media="(prefers-color-scheme:dark)">
<script src="${templates}voila-style.js"></script>
""")
DESK_BODY: Final = Template("""<script>
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => { const d = document.body.dataset; d.jpThemeLight = String(!dark.matches);
  d.jpThemeName = dark.matches ? "JupyterLab Dark" : "JupyterLab Light"; };
follow(); dark.addEventListener("change", follow);
window.voila_heartbeat = window.display_cells = () => {};
</script>
$bar<p id="lost" class="alarm" role="alert" hidden></p>
<p id="loading" role="status">$loading <span class="dot">…</span></p>
<script id="jupyter-config-data" type="application/json">$config</script>
<div id="rendered_cells"><div class="jp-Cell jp-CodeCell jp-Notebook-cell jp-mod-noInput" cell-index="1">
<div class="jp-Cell-outputWrapper"><div class="jp-OutputArea jp-Cell-outputArea">
<div class="jp-OutputArea-child jp-OutputArea-executeResult">
<script type="application/vnd.voila.cell-output+json">$output</script>
</div></div></div></div></div>
<script src="/voila/static/voila.js"></script><script>$script</script>""")
LOOKS_AGAIN: Final = """
const again = setTimeout(() => location.assign("/tables"), 5000);
addEventListener("submit", () => clearTimeout(again));
"""
DESK_SCRIPT: Final = """
const lost = document.getElementById("lost"), loading = document.getElementById("loading");
const shown = new MutationObserver(() => { if (document.querySelector(".fmbook-desk, .fmbook-class")) {
  loading.remove(); shown.disconnect(); } });
shown.observe(document.getElementById("rendered_cells"), { childList: true, subtree: true });
const tell = text => { lost.textContent = text; lost.hidden = !text; };
const here = async () => { try {
  const answer = await fetch(`/here?page=${PAGE}`, { cache: "no-store" });
  const said = await answer.json();
  tell(said.stop || said.says || "");
  if (said.stop) return;
  if (said.go) { setTimeout(() => location.assign(said.go), 1200); return; }
} catch { tell("The class server does not answer. Your game is safe; this page tries again by itself."); }
  setTimeout(here, 3000); };
setTimeout(here, 3000);
document.addEventListener("keydown", press => {
  const step = { ArrowLeft: ".fmbook-earlier", ArrowRight: ".fmbook-later" }[press.key];
  if (step && !press.target.closest("input, textarea, select, .fmbook-map")) document.querySelector(step)?.click(); });
"""


def _colours(palette: Palette) -> str:
    return "".join(f"--{name}:{value};" for name, value in palette._asdict().items())


def page(title: str, body: str, *, head: str = "", about: str = "", kind: str = "") -> str:
    """Write a whole page."""
    dark = f"@media (prefers-color-scheme:dark){{:root{{{_colours(DARK_PAGE)}}}}}"
    style = f":root{{{_colours(LIGHT_PAGE)}}}{dark}{STYLE}"
    return WHOLE.substitute(title=escape(title), head=head, style=style, body=body, about=about, kind=kind)


def _alarm(text: str) -> str:
    return f'<p class="alarm" role="alert">{escape(text)}</p>' if text else ""


def joining(xsrf: str, code: str, trouble: str) -> str:
    """The first page: the code that the teacher shows."""
    return page(
        "Join the class",
        f"""<main><h1>Join the class</h1><p>Type the code that your teacher shows. Nobody asks for your name.</p>
{_alarm(trouble)}<form method="post" action="/join" class="row">{xsrf}<label for="code" class="quiet">Code</label>
<input id="code" name="code" class="code" maxlength="12" autocomplete="off" autocapitalize="characters"
 spellcheck="false" required autofocus value="{escape(code)}"><button>Go in</button></form></main>""",
    )


def choosing(
    title: str, places: Mapping[str, Sequence[Place]], xsrf: str, *, seat: Seat | None = None, trouble: str = ""
) -> str:
    """The second page: tables and sides."""
    listed = "".join(_table(name, sides, xsrf, seat) for name, sides in places.items())
    sits = f'<p><a class="button" href="/seat">Back to table {seat.table}</a></p>' if seat else ""
    if not seat and not trouble and all(place.who == "taken" for sides in places.values() for place in sides):
        trouble = "All seats are taken. Ask your teacher: a class with more of them begins with --seats."
    again = f"<script>{LOOKS_AGAIN}</script>"
    return page(
        "Choose a seat",
        f"""<main><h1>Choose a seat</h1><p>{escape(title)}. Two people play at each table, each at a machine of their
own. Agree with somebody on a table, and take one side each.</p>{_alarm(trouble)}{sits}
<ul class="tables">{listed}</ul></main>{again}""",
    )


def _table(name: str, sides: Sequence[Place], xsrf: str, seat: Seat | None) -> str:
    rows = "".join(_place(name, place, xsrf, seat) for place in sides)
    return f"<li><h2>Table {escape(name)}</h2>{rows}</li>"


def _place(table: str, place: Place, xsrf: str, seat: Seat | None) -> str:
    who = escape(str(opening(place.side)))
    if seat and seat[:2] == (table, place.side):
        return f'<div class="row"><span>{who}</span><strong>you</strong></div>'
    if place.who == "taken":
        return f'<div class="row"><span>{who}</span><span class="quiet">taken</span></div>'
    left = ' <span class="quiet">(left)</span>' if place.who == "left" else ""
    fields = f'<input type="hidden" name="table" value="{escape(table)}">'
    fields += f'<input type="hidden" name="side" value="{escape(place.side)}">'
    label = f"Sit down with {noun(place.side)} at table {table}"
    button = f'<button aria-label="{escape(label)}">Sit down</button>'
    return f'<form method="post" action="/sit" class="row">{xsrf}{fields}<span>{who}{left}</span>{button}</form>'


def sorry(title: str, text: str, *, link: str = "/", label: str = "Back") -> str:
    """A page with one sentence."""
    back = f'<p><a class="button" href="{escape(link)}">{escape(label)}</a></p>'
    return page(title, f"<main><h1>{escape(title)}</h1>{_alarm(text)}{back}</main>")


def code_square(address: str) -> str:
    """Draw an address as a QR code, if what draws it is installed."""
    try:
        import segno
    except ImportError:
        return '<p class="quiet">For a square to scan: pip install "fmbook[class]"</p>'
    drawn = BytesIO()
    segno.make(address, micro=False).save(
        drawn, kind="svg", scale=8, border=2, xmldecl=False, svgns=True, omitsize=True
    )
    return f'<figure style="margin:0" aria-label="The address as a code to scan">{drawn.getvalue().decode()}</figure>'


def screen(address: str, code: str, title: str) -> str:
    """The page for the wall: where to go and what to type."""
    return page(
        "How to join",
        f"""<main style="max-width:90rem"><div class="big"><div><h1>{escape(title)}</h1><p class="quiet">Open</p>
<p class="where">{escape(address)}</p><p class="quiet">and type this code, or scan the square</p>
<p class="digits">{escape(code)}</p></div>
{code_square(f"{address}/?code={code}")}</div></main>""",
    )


def asks_once(xsrf: str) -> str:
    """The page that asks once whether all shall be deleted."""
    return page(
        "Delete everything?",
        f"""<main><h1>Delete everything?</h1><p>All games and answers of this class are deleted from this computer, and
everybody gets up. It cannot be undone.</p><form method="post" action="/delete" class="row">{xsrf}
<button>Delete all games and answers</button><a class="button plain" href="/teacher">Keep them</a></form></main>""",
    )


def desk(title: str, bar: str, config: Mapping[str, Any], output: Mapping[str, Any], *, kind: str) -> str:
    """A page with widgets: Voilà's front end shows what a kernel displays."""
    cell = {"output_type": "execute_result", "data": output, "metadata": {}, "execution_count": 1, "trusted": True}
    body = DESK_BODY.substitute(
        bar=bar, loading="Setting the board up", config=_json(config), output=_json(cell),
        script=f"const PAGE = {dumps(kind)};{DESK_SCRIPT}",
    )  # fmt: skip
    head = DESK_HEAD.substitute(templates="/voila/templates/lab/static/")
    return page(title, body, head=head, about='data-base-url="/voila/" data-voila="voila"', kind=" desk")


def _json(value: Any) -> str:
    """Write for a script element, which no text in it can end."""
    return dumps(value).replace("<", "\\u003c")


def bar(title: str, says: str, *more: str) -> str:
    """The line above a desk."""
    words = f'<strong>{escape(title)}</strong><span class="says">{escape(says)}</span>'
    return f'<div class="bar">{words}<span class="end">{"".join(more)}</span></div>'


def post_button(action: str, label: str, xsrf: str) -> str:
    """A button that asks the server for something."""
    return f'<form method="post" action="{action}">{xsrf}<button class="plain">{escape(label)}</button></form>'
