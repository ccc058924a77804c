"""Many small boards on one map: it opens entry by entry, by a click or from a list, and tells what happened there."""

from collections.abc import Iterable, Mapping
from html import escape
from math import cos, hypot, radians
from typing import Any, Final

import traitlets
from ipyleaflet import LayerGroup
from ipywidgets import VBox

from fmbook.core.calls import checked
from fmbook.lessons.atlas import Atlas, AtlasEntry, Page, Region, load_atlas
from fmbook.widgets import theme
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.maps.atlasplan import BOARD, NAMED, SEA, atlasplan, drawn_as, short
from fmbook.widgets.maps.groundplan import CHOSEN
from fmbook.widgets.maps.leaflet import CSS, GroundMap, collection, feature, layer, mark
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Accordion, Dropdown

__all__ = ["AtlasMap", "atlas"]

INVITATION: Final = "Choose a place: click its dot, or take it from the list."
NEAR: Final = 26.0  # pixels from a dot that still count as a click on it
WORLD: Final = 256.0  # pixels around the world at zoom 0
OWN_CSS: Final = f"""<style>
.fmbook-atlas .leaflet-container {{ background: {SEA.ink.fill}; }}
.fmbook-atlas .fmbook-where-entry {{ font: 700 13px/1 {theme.SANS}; color: {theme.ALARM}; }}
.fmbook-atlas .fmbook-where-now {{ font: 700 14px/1 {theme.SANS}; color: {theme.CHOICE}; }}
.fmbook-atlas .fmbook-where-number {{ font: 600 12px/1 {theme.SANS}; }}
.fmbook-atlas .fmbook-where-spot {{ font-weight: 400; font-style: italic; }}
.fmbook-atlas .fmbook-note td {{ text-align: left; vertical-align: top; padding: 2px 12px 2px 0; white-space: normal; }}
.fmbook-atlas .fmbook-note td:first-child {{ white-space: nowrap; font-weight: 700; }}
</style>"""


class AtlasMap(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The places of a system on the real ground. ``clicked`` is the entry last chosen."""

    clicked = traitlets.Unicode("", help="The entry last chosen, such as '41.E.1'; empty while all are shown.")

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        plan = atlas.plan
        self._ground, self._hexes, self._chosen = layer(()), layer(()), layer(())
        self._marks = LayerGroup(layers=())
        small = layer(_drawn(atlas, ""))
        self._map = GroundMap(
            center=plan.centre, zoom=plan.zoom, min_zoom=int(plan.zoom) - 1, max_zoom=10, zoom_snap=0.25,
            layers=(small, self._ground, self._hexes, self._chosen, self._marks),
            scroll_wheel_zoom=False, keyboard=False, attribution_control=False,
            layout={"height": "620px", "width": "100%"},
        )  # fmt: skip
        self._map.on_interaction(self._on_interaction)
        listed = [("all of them", ""), *((f"{entry.id} {entry.title}", entry.id) for entry in plan.entry)]
        self._list = Dropdown(options=listed, description="Place", layout={"width": "min(420px, 95%)"})
        self._list.observe(self._on_list, "value")
        self._shell, self._page = (
            PageShell(label=f"The real ground: {plan.title}. {INVITATION}", says=INVITATION, ground=self._map.model_id),
            HTML(),
        )
        words = Accordion([HTML(_in_words(atlas))], titles=("The map in words",))
        words.selected_index = None
        parts = [HTML(CSS + OWN_CSS), self._list, self._map, self._shell, self._page, HTML(_below(atlas)), words]
        super().__init__(parts, layout={"max_width": "900px"})
        self.add_class("fmbook-theatre")
        self.add_class("fmbook-atlas")
        self._tie(self._shell)
        self._draw_all()

    # --- what others call ---------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Open one entry; an empty name shows all of them again."""
        self._list.value = self.atlas.entry(name).id if name else ""

    # --- what the page calls ------------------------------------------------------------------------

    @guarded
    def _on_list(self, change: Mapping[str, Any]) -> None:
        self.clicked = change["new"]
        if change["new"]:
            self._draw_entry(self.atlas.entry(change["new"]))
        else:
            self._draw_all()

    @guarded
    def _on_interaction(self, /, **news: Any) -> None:
        if news.get("type") != "click":
            return
        lat, lon = news["coordinates"]
        name = self._near(lat, lon)
        if name and name != self.clicked:
            self.show(name)
        elif self.clicked and (there := self.atlas.hex_at(entry := self.atlas.entry(self.clicked), lat, lon)):
            self._outline(entry, there)
            self._shell.says = self.atlas.describe(entry, there)
        else:
            self._shell.says = INVITATION

    def _near(self, lat: float, lon: float) -> str:
        """The entry whose dot is nearest to a click, or the first one of that part; empty if none is near."""
        degrees = NEAR * cos(radians(lat)) * 360 / (WORLD * 2**self._map.zoom)
        region = self._region()
        dots = {entry.id: entry.at for entry in self.atlas.of(region)} if region else {}
        if not dots:
            dots = {self.atlas.of(each)[0].id: each.at for each in self.atlas.regions.values()}
        away = {name: hypot(at[0] - lat, (at[1] - lon) * cos(radians(lat))) for name, at in dots.items()}
        nearest = min(away, key=lambda name: away[name])
        return nearest if away[nearest] <= degrees else ""

    def _region(self) -> Region | None:
        """The part of the map that is shown larger, if any."""
        region = self.atlas.regions[self.atlas.entry(self.clicked).region] if self.clicked else None
        return region if region and region.box else None

    # --- how it is drawn -----------------------------------------------------------------------------

    def _draw_all(self) -> None:
        plan = self.atlas.plan
        self._ground.data = self._hexes.data = self._chosen.data = collection(())
        self._marks.layers = tuple(mark(each.title, each.at, each.side, "entry", "●") for each in plan.region)
        self._map.center, self._map.zoom = plan.centre, plan.zoom
        self._page.value, self._shell.says = "", INVITATION

    def _draw_entry(self, entry: AtlasEntry) -> None:
        region, others = self.atlas.regions[entry.region], self.atlas.of(self.atlas.regions[entry.region])
        if region.box:
            self._ground.data = collection(_drawn(self.atlas, region.id, region))
            self._hexes.data = collection(_boards(self.atlas, entry))
            self._chosen.data = collection(())
            self._marks.layers = (*_numbers(self.atlas, entry), *_marks(entry, others))
            self._map.center, self._map.zoom = region.centre, region.zoom
        else:
            self._draw_all()
        beside = [f"{each.id} {each.title}" for each in others if each is not entry]
        also = f" Also on this part of the map: {'; '.join(beside)}." if beside else ""
        self._shell.says = f"{entry.id} {entry.title}. {entry.says}{also}"
        self._page.value = _as_html(self.atlas.page(entry.id))

    def _outline(self, entry: AtlasEntry, name: str) -> None:
        ring = next(laid.ring for laid in self.atlas.hexes(entry) if laid.name == name)
        self._chosen.data = collection(feature(look, "Polygon", [ring]) for look in CHOSEN)

    # --- how it shows itself --------------------------------------------------------------------------

    def svg(self) -> str:
        """The map with a window for each part, as a picture for pages without a kernel."""
        return to_svg(atlasplan(self.atlas))

    def _still(self) -> dict[str, str]:
        return {"image/svg+xml": self.svg()}

    def __repr__(self) -> str:
        return f"<{self.atlas.plan.title}, on the real ground; print(it.atlas) tells it in words>"


@checked
def atlas(system: str = "europa_41") -> AtlasMap:
    """Show the places of a system on the real ground, one board at a time."""
    return AtlasMap(load_atlas(system))


def _drawn(atlas: Atlas, region: str, over: Region | None = None) -> Iterable[dict[str, Any]]:
    """The ground of a part of the map, on a sheet of sea that hides the small map below it."""
    if over and over.box:
        south, west, north, east = over.box
        corners = [[west, south], [east, south], [east, north], [west, north], [west, south]]
        yield feature(SEA, "Polygon", [corners])
    for each in atlas.ground(region):
        yield {**each, "properties": {"style": drawn_as(each["properties"]["kind"]).style}}


def _boards(atlas: Atlas, entry: AtlasEntry) -> Iterable[dict[str, Any]]:
    """The hexes of the entry's board, those that the rules name filled."""
    hexes = atlas.hexes(entry)
    yield feature(BOARD, "MultiLineString", [laid.ring for laid in hexes])
    yield feature(NAMED, "MultiPolygon", [[laid.ring] for laid in hexes if laid.printed])


def _numbers(atlas: Atlas, entry: AtlasEntry) -> Iterable[Any]:
    """The numbers of the hexes that the rules name."""
    for laid in atlas.hexes(entry):
        if laid.printed:
            yield mark(laid.name.rpartition(":")[2], laid.middle, "over", "number", "")


def _marks(entry: AtlasEntry, others: Iterable[AtlasEntry]) -> Iterable[Any]:
    for each in others:
        yield mark(short(each), each.at, each.side, "now" if each is entry else "entry", "●")
    for spot in entry.place:
        yield mark(spot.name, spot.at, spot.side, "spot", "" if spot.side == "over" else "•")


# --- words -------------------------------------------------------------------------------------------


def _as_html(page: Page) -> str:
    entry, atlas = page.entry, page.atlas
    rows = "".join(
        f"<tr><td>{escape(event.when)}</td><td>{escape(event.says)} "
        f'<span class="fmbook-small">({escape(atlas.told(event.source))})</span></td></tr>'
        for event in entry.event
    )
    lies = f'<div class="fmbook-small">{escape(atlas.lies(entry))}</div>'
    return f'<div class="fmbook-note"><table>{rows}</table>{lies}</div>'


def _in_words(atlas: Atlas) -> str:
    entries = "".join(
        f"<li><b>{escape(f'{each.id} {each.title}.')}</b> {escape(each.says)} {_as_html(atlas.page(each.id))}</li>"
        for each in atlas.plan.entry
    )
    return f'<div class="fmbook-note"><ul>{entries}</ul></div>'


def _below(atlas: Atlas) -> str:
    key = f"<span>{NAMED.sample} hex that the rules name</span><span>{BOARD.sample} hex placed by us</span>"
    credits_ = " ".join(escape(credit.text) for credit in atlas.plan.credit)
    return (
        f'<div class="fmbook-small fmbook-key">{key}</div>'
        f'<div class="fmbook-small">{escape(atlas.plan.notice)} {credits_}</div>'
    )
