"""What every map of the real ground is made of: layers of GeoJSON, names that lie on it, and its style."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

import traitlets
from ipyleaflet import DivIcon, GeoJSON, Map, Marker

from fmbook.core.language import told
from fmbook.widgets import theme
from fmbook.widgets.maps.groundplan import Look

__all__ = ["CSS", "GroundMap", "badge", "collection", "feature", "layer", "mark"]

CSS: Final = f"""<style>
.fmbook-theatre {{ background: {theme.PAGE.ground}; }}
.fmbook-theatre .leaflet-container {{ background: {theme.PAPER}; }}
.fmbook-theatre .leaflet-interactive {{ cursor: crosshair; }}
.fmbook-theatre .leaflet-div-icon {{ pointer-events: none !important; border: 0; background: transparent; }}
.fmbook-theatre .fmbook-status, .fmbook-theatre .fmbook-fault {{ font: 15px/1.45 {theme.SANS}; margin: 4px 0;
  padding: 8px 12px; color: {theme.PAGE.ink}; background: {theme.PAGE.paper};
  border-left: 4px solid {theme.PAGE.choice}; }}
.fmbook-theatre .fmbook-fault {{ color: {theme.PAGE.on_alarm}; background: {theme.PAGE.alarm}; }}
.fmbook-theatre .fmbook-fault[hidden] {{ display: none; }}
.fmbook-theatre .fmbook-where {{ position: absolute; font: 700 12px/1 {theme.SERIF}; color: {theme.INK};
  white-space: nowrap; transform: translate(-50%, -50%); pointer-events: none;
  text-shadow: 0 0 2px #fff, 0 0 2px #fff, 0 0 3px #fff, 0 0 3px #fff, 0 0 4px #fff; }}
@media (max-width: 700px) {{ .fmbook-theatre .fmbook-where {{ font-size: 11px; }} }}
.fmbook-theatre .fmbook-where-east {{ transform: translate(8px, -50%); }}
.fmbook-theatre .fmbook-where-west {{ transform: translate(calc(-100% - 8px), -50%); }}
.fmbook-theatre .fmbook-where-north {{ transform: translate(-50%, calc(-100% - 9px)); }}
.fmbook-theatre .fmbook-where-south {{ transform: translate(-50%, 9px); }}
.fmbook-theatre :is(.fmbook-paper, .fmbook-dot) {{ font: 700 11px/1 {theme.SANS}; color: #ffffff;
  background: {theme.TRACE.fill};
  border: 1.5px solid #ffffff; border-radius: 9px; padding: 2px 5px; text-shadow: none; }}
.fmbook-theatre .fmbook-where-peak {{ color: #4a2d12; }}
.fmbook-theatre .fmbook-where-crater, .fmbook-theatre .fmbook-where-farm {{ font-weight: 400; font-style: italic; }}
.fmbook-theatre .jupyter-widget-Collapse .jupyter-widget-Collapse-header {{ color: {theme.PAGE.ink};
  background: {theme.PAGE.paper}; border-color: {theme.PAGE.quiet}; }}
.fmbook-theatre .fmbook-note {{ font: 14px/1.45 {theme.SANS}; color: {theme.PAGE.ink}; }}
.fmbook-theatre .fmbook-moments {{ display: grid; }}
.fmbook-theatre .fmbook-moments > div {{ grid-area: 1 / 1; }}
.fmbook-theatre .fmbook-small {{ font: 12.5px/1.45 {theme.SANS}; color: {theme.PAGE.quiet}; }}
.fmbook-theatre .fmbook-key span {{ display: inline-block; white-space: nowrap; margin-right: 14px; }}
.fmbook-theatre .fmbook-key svg {{ background: {theme.PAPER}; }}
</style>"""


class GroundMap(Map):  # type: ignore[misc]  # ipyleaflet has no types
    """A map that does not listen to its window, whose size the host tells it as well.

    Until the page has ended it, a map that is gone would answer to a new size, and complain that its Python is gone.
    """

    track_resize = traitlets.Bool(False).tag(sync=True, o=True)
    laid_out = traitlets.Float(help="The zoom for a wide page; a narrow one begins further out.").tag(sync=True, o=True)
    pm_ignore = traitlets.Bool(True).tag(sync=True, o=True)  # or Geoman, which nobody here uses, does the same


def feature(look: Look, type_: str, coordinates: Any) -> dict[str, Any]:
    """A shape in its look, as GeoJSON."""
    geometry = {"type": type_, "coordinates": coordinates}
    return {"type": "Feature", "properties": {"style": look.style}, "geometry": geometry}


def collection(features: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Shapes as what a layer shows."""
    return {"type": "FeatureCollection", "features": list(features)}


def layer(features: Iterable[Mapping[str, Any]]) -> Any:
    """A layer of shapes."""
    return GeoJSON(data=collection(features))


def badge(letters: str, at: tuple[float, float], beside: str) -> Any:
    """The letters of papers on a dot, beside a place; a click goes through to the map."""
    says = told(f"{'Papers' if ',' in letters else 'Paper'} {letters}")
    drawn = f'<span class="fmbook-where fmbook-where-{beside} fmbook-paper">{escape(letters)}</span>'
    icon = DivIcon(html=drawn, icon_size=[0, 0], icon_anchor=[0, 0], bg_pos=[0, 0], popup_anchor=[0, 0])
    return Marker(location=at, draggable=False, keyboard=False, icon=icon, title=says, alt=says)


def mark(name: str, at: tuple[float, float], side: str, kind: str, sign: str) -> Any:
    """A name beside its sign; a click goes through to the map."""
    name = told(name)
    drawn = f'<span class="fmbook-where fmbook-where-{kind}">{escape(sign)}</span>'
    words = f'<span class="fmbook-where fmbook-where-{kind} fmbook-where-{side}">{escape(name)}</span>'
    icon = DivIcon(html=drawn + words, icon_size=[0, 0], icon_anchor=[0, 0], bg_pos=[0, 0], popup_anchor=[0, 0])
    return Marker(location=at, draggable=False, keyboard=False, icon=icon, title=name, alt=name)
