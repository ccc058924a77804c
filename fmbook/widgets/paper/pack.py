"""The pack for a class, part by part, as one page of HTML that prints on whole sheets."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from fmbook.core.errors import NoSuchName
from fmbook.lessons.guide import Guide, guide_of, opening_of
from fmbook.lessons.lessonfile import LessonForm, lesson_form, whole_name
from fmbook.play.game import Game
from fmbook.widgets.paper.charts import charts
from fmbook.widgets.paper.counters import counter_sheets, counter_size
from fmbook.widgets.paper.handouts import after_sheet, role_cards, rules_page
from fmbook.widgets.paper.maps import MARGIN, PAPERS, Paper, printed_map
from fmbook.widgets.paper.press import press
from fmbook.widgets.paper.teacher import guide_html
from fmbook.widgets.paper.worksheet import decisions_sheet, essay_sheet, key_sheet, questions_sheet

__all__ = ["PARTS", "pack", "teacher_pages"]

COUNTED: Final = (
    "Minutes are counted: reading at 180 words a minute, a minute a question, three for an answer in sentences, "
    "a quarter of one for an order, as many orders as two machine captains give; and the minutes of talk that we plan."
)
BOTH: Final = "both"
KEY: Final = "key"  # the part that is not for the class
LITTLE: Final = 1.0  # millimetres: so alike, one set of counters lies on both maps
FOOT: Final = 22  # millimetres for the head line of a sheet of counters


class Order(NamedTuple):
    """What is to be printed: of which chapter, on which paper, by which press."""

    chapter: str
    form: LessonForm
    guide: Guide
    game: Game
    papers: tuple[Paper, ...]  # of the map: on each of them one, with counters of its size
    sheet: Paper  # of all else
    ready: Callable[[str], str]


class Sheet(NamedTuple):
    """A part of a page's HTML that begins on paper of its own."""

    title: str
    html: str
    kind: str = ""
    note: str = ""


# --- parts --------------------------------------------------------------------------------------


def _worksheet(order: Order) -> Iterator[Sheet]:
    name = "Your team or table: ____________________"
    yield Sheet("Worksheet", order.ready(questions_sheet(order.chapter)), note=name)
    if decided := decisions_sheet(order.chapter):
        yield Sheet("Pause and decide", decided, note=name)
    if written := essay_sheet(order.chapter):
        yield Sheet("Questions of history", written, note=name)


def _map(order: Order) -> Iterator[Sheet]:
    for paper in order.papers:
        drawn = printed_map(order.guide, order.game, paper)
        size = "wide" if paper != order.sheet else "sheet"
        kind = f"map {size}{'-lying' if drawn.lying else ''}"
        note = f"One {order.game.board.layout.kind} is {drawn.hex:.0f} mm across on {paper.name}."
        picture = f'<figure style="width:{drawn.wide:.1f}mm">{order.ready(drawn.svg)}</figure>'
        key = f'<p class="legend">{order.ready(drawn.key)}</p>' if drawn.key else ""
        yield Sheet(_scenario(order), picture + key, kind, note)


def _counters(order: Order) -> Iterator[Sheet]:
    room = (order.sheet.wide - 2 * MARGIN, order.sheet.high - 2 * MARGIN - FOOT)
    notes = (
        "Print on both sides, flipped on the long edge; paste on card; cut along the lines. Below: where each begins.",
        "Backs. They are mirrored, and lie behind their fronts.",
    )
    hexes = {paper: printed_map(order.guide, order.game, paper).hex for paper in order.papers}
    sizes = tuple(map(counter_size, hexes.values()))
    alike = max(sizes) - min(sizes) < LITTLE
    for paper in order.papers[-1:] if alike else order.papers:
        title = "Counters" if alike else f"Counters for the map on {paper.name}"
        for number, sheet in enumerate(counter_sheets(order.guide, order.game, hexes[paper], room)):
            yield Sheet(title, order.ready(sheet), "pieces", notes[number % 2])


def _tables(order: Order) -> Iterator[Sheet]:
    found = charts(order.game.setup.system, order.guide.tables)
    yield Sheet("Tables", "".join(found))


def _rules(order: Order) -> Iterator[Sheet]:
    yield Sheet("The rules on one page", rules_page(order.guide, order.game), "one-page")


def _roles(order: Order) -> Iterator[Sheet]:
    yield Sheet("Role cards", role_cards(order.guide), note="Cut out; one card each.")


def _after(order: Order) -> Iterator[Sheet]:
    yield Sheet("After action", after_sheet(order.guide, order.game))


def _key(order: Order) -> Iterator[Sheet]:
    yield _answers(order.chapter)


def _answers(chapter: str) -> Sheet:
    return Sheet("Answer key", key_sheet(chapter), KEY, "For teachers. Worked out by the rules, not typed in.")


PARTS: Final[dict[str, Callable[[Order], Iterator[Sheet]]]] = {
    "rules": _rules, "map": _map, "counters": _counters, "tables": _tables, "roles": _roles,
    "worksheet": _worksheet, "after": _after, KEY: _key,
}  # fmt: skip


# --- the page ---------------------------------------------------------------------------------------


def pack(chapter: str, *, only: str = "", paper: str = "a4", colour: bool = False) -> str:
    """Return what a class needs of a chapter as a page of HTML; one part of all there is, if that is named."""
    if only and only not in PARTS:
        raise NoSuchName("part", only, PARTS, "those that can be printed")
    name = whole_name(chapter)
    guide, papers, sheet = guide_of(name), maps_on(paper), sheet_of(paper)
    parts = [only] if only else [part for part in PARTS if part != KEY]
    with press(colour=colour) as ready:
        order = Order(name, lesson_form(name), guide, opening_of(guide), papers, sheet, ready)
        sheets = [sheet for part in parts for sheet in PARTS[part](order)]
    return page(order.form.title, sheets, sheet=sheet, wide=papers[-1])


def teacher_pages(chapter: str, *, paper: str = "a4") -> str:
    """Return what is for the teacher alone as a page of HTML: the guide on two sheets, and the answers."""
    name, size = whole_name(chapter), sheet_of(paper)
    told = f'<div class="columns">{guide_html(name)}</div>'
    sheets = [Sheet("For the teacher", told, "guide", COUNTED), _answers(name)]
    return page(lesson_form(name).title, sheets, sheet=size, wide=size)


def maps_on(paper: str) -> tuple[Paper, ...]:
    """Return the sizes on which the map is printed: one, or both."""
    if paper not in (*PAPERS, BOTH):
        raise NoSuchName("paper", paper, (*PAPERS, BOTH), "those that can be printed on")
    return (PAPERS["a4"], PAPERS["a3"]) if paper == BOTH else (PAPERS[paper],)


def sheet_of(paper: str) -> Paper:
    """Return the size of all else, which any printer has."""
    return PAPERS["letter" if maps_on(paper) == (PAPERS["letter"],) else "a4"]


def page(title: str, sheets: list[Sheet], *, sheet: Paper, wide: Paper) -> str:
    """Bind sheets into a page that prints on paper of their sizes."""
    body = "".join(_section(title, each) for each in sheets)
    style = Path(__file__).with_name("paper.css").read_text(encoding="utf-8")
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    return f"{head}<style>{_sizes(sheet, wide)}{style}</style>{body}</html>"


def _sizes(sheet: Paper, wide: Paper) -> str:
    pages = {"": (sheet, ""), "sheet": (sheet, ""), "sheet-lying": (sheet, " landscape")}
    pages |= {"wide": (wide, ""), "wide-lying": (wide, " landscape")}
    rules = (f"@page {name}{{size:{each.name}{way};margin:{MARGIN}mm}}" for name, (each, way) in pages.items())
    named = (f".{name}{{page:{name}}}" for name in pages if name)
    return "\n".join([*rules, *named, ""])


def _section(title: str, sheet: Sheet) -> str:
    head = f"<header><b>{escape(sheet.title)}</b><span>{escape(title)}</span></header>"
    note = f'<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    return f'<article class="{sheet.kind}">{head}{note}{sheet.html}</article>'


def _scenario(order: Order) -> str:
    title: str = order.game.setup.data["form"].title
    return title
