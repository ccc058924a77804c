"""The real ground as a map that can be moved and clicked. It needs no tile server and asks nothing of any network."""

from bisect import bisect_right
from collections.abc import Mapping
from html import escape
from typing import Any, Final

import traitlets
from ipywidgets import HBox, VBox

from fmbook.core.calls import checked
from fmbook.lessons.theatre import GroundPlace, Theatre, load_theatre
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.play.succession import Watch, at_desk
from fmbook.widgets.desk.desk import Desk
from fmbook.widgets.drawing.svg import to_svg
from fmbook.widgets.maps.groundplan import CHOSEN, FRONT, FRONT_BEFORE, UNITS, grid_of, groundplan, key, look_of, stood
from fmbook.widgets.maps.leaflet import CSS, GroundMap, badge, collection, feature, layer, mark
from fmbook.widgets.maps.moments import key_of_moments, news, seen_at
from fmbook.widgets.maps.stepping import Stepping
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Accordion, Combobox, SelectionSlider

__all__ = ["TheatreMap", "by_turn", "theatre"]

INVITATION: Final = "Click the map, and it names the {}. Move the slider, and {}."
AWAY: Final = {"east": "west", "west": "east", "south": "north"}  # where a name is not
MARKS: Final = {
    "town": "",
    "peak": "▲",
    "crater": "◌",
    "fort": "■",
    "port": "⚓",
    "island": "",
    "bridge": "=",
    "breach": "≈",
}


class TheatreMap(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A board on the real ground. ``clicked`` is the hex last chosen, by a click or by name."""

    clicked = traitlets.Unicode("", help="The hex last chosen, such as '1534'; empty before the first.")

    def __init__(self, theatre: Theatre, game: Game | None = None) -> None:
        self.theatre, self.game = theatre, game
        plan = theatre.plan
        self._front, self._chosen, self._units = layer(()), layer(()), layer(())
        # with its keyboard the map takes the focus at a press: the page scrolls, and the click lands elsewhere
        self._map = GroundMap(
            center=plan.centre, zoom=plan.zoom, laid_out=plan.zoom, min_zoom=int(plan.zoom) - 1,
            max_zoom=int(plan.zoom) + 3,
            zoom_snap=0.25, layers=self._layers(),
            scroll_wheel_zoom=False, keyboard=False, attribution_control=False,
            layout={"height": "640px", "width": "100%"},
        )  # fmt: skip
        self._map.on_interaction(self._on_interaction)
        moments = [(moment.when, number) for number, moment in enumerate(plan.moment)]
        moving = any(map(theatre.front, plan.moment))
        self._slider = SelectionSlider(
            options=moments, description="The front" if moving else "When", layout={"width": "min(460px, 95%)"}
        )
        self._slider.observe(self._on_slide, "value")
        self._steps = Stepping(self._slider)
        self._steps.button.on_click(self._on_play)
        self._find = Combobox(
            description="Find",
            placeholder=_example(theatre),
            style={"description_width": "initial"},
            options=tuple(place.name for place in plan.place if place.hex),
            layout={"margin": "2px 2px 2px 16px"},
        )
        self._find.continuous_update = False
        self._find.observe(self._on_find, "value")
        invitation = INVITATION.format(theatre.noun, "the front moves" if moving else "the story goes on")
        label = f"The real ground: {theatre.title}. {invitation}"
        self._shell = PageShell(label=label, says=invitation, ground=self._map.model_id)
        self._news = HTML()
        words = Accordion([HTML(_in_words(theatre))], titles=("The map in words",))
        words.selected_index = None
        tools = HBox([self._slider, self._steps.button, self._find], layout={"flex_flow": "row wrap"})
        parts = [HTML(CSS), tools, self._news, self._map, self._shell, HTML(_below(theatre, game)), words]
        super().__init__(parts, layout={"max_width": "900px"})
        self.add_class("fmbook-theatre")
        self._tie(self._shell)
        self._draw_front(0)
        self._opened()

    def _opened(self) -> None:
        if self.game is not None:
            self._watch = Watch((self.game,), self._draw_units)
            self._draw_units()

    def _closed(self) -> None:
        self._steps.stop()
        if self.game is not None:
            self._watch.stop()

    # --- what others call ---------------------------------------------------------------------------

    def show(self, hex: str) -> None:  # noqa: A002
        """Outline a hex, or the hex of a place, on the real ground and name it."""
        name = self.theatre.named(hex)
        outline = [self.theatre.outline(name)]
        self._chosen.data = collection([feature(look, "Polygon", outline) for look in CHOSEN])
        self._shell.says = self.theatre.describe(name)
        self.set_trait("clicked", "")  # so that a second click on the same hex is news as well
        self.clicked = name

    def follow(self, desk: Desk) -> None:
        """Outline here whatever hex is clicked on a desk."""
        desk.map.observe(self._on_desk, "clicked")

    def at(self, when: int) -> None:
        """Show the front at a moment, counted from 0."""
        self._slider.value = when

    # --- what the page calls ------------------------------------------------------------------------

    @guarded
    def _on_interaction(self, /, **news: Any) -> None:
        if news.get("type") != "click":
            return
        name = self.theatre.hex_at(*news["coordinates"])
        if name:
            self.show(name)
        else:
            self._shell.says = "The board does not reach so far."

    @guarded
    def _on_desk(self, change: Mapping[str, Any]) -> None:
        if change["new"]:
            self.show(change["new"])

    @guarded
    def _on_find(self, change: Mapping[str, Any]) -> None:
        if change["new"].strip():
            self.show(change["new"])

    @guarded
    def _on_slide(self, change: Mapping[str, Any]) -> None:
        self._draw_front(change["new"])
        self._draw_units(self.theatre.plan.moment[change["new"]].turn)

    @guarded
    def _on_play(self, _button: Any) -> None:
        self._steps.press()

    # --- how it is drawn -----------------------------------------------------------------------------

    def _draw_front(self, number: int) -> None:
        moments = self.theatre.plan.moment
        lines = [feature(FRONT_BEFORE, "MultiLineString", self.theatre.front(moment)) for moment in moments[:number]]
        now = self.theatre.front(moments[number])
        lines += [feature(look, "MultiLineString", now) for look in FRONT]
        lines += [feature(look, "Polygon", [ring]) for look, ring in seen_at(self.theatre, moments[number])]
        self._front.data = collection(lines)
        self._news.value = news(self.theatre, number)

    def _draw_units(self, turn: int = -1) -> None:
        """Draw the units of a game as they stand now, or as they stood in a turn."""
        if self.game is not None:
            counters = stood(self.theatre, by_turn(at_desk(self.game), turn))
            self._units.data = collection(feature(UNITS[side], "Polygon", [ring]) for side, ring in counters)

    def _layers(self) -> tuple[Any, ...]:
        theatre = self.theatre
        ground = (*theatre.beyond, *theatre.ground["features"])
        drawn = [{**each, "properties": {"style": look_of(theatre, each).style}} for each in ground]
        grid = feature(grid_of(theatre), "MultiLineString", theatre.grid)
        places = [_label(place) for place in theatre.plan.place]
        places += [badge(letters, place.at, AWAY.get(place.side, "south")) for place, letters in theatre.papered]
        return (layer(drawn), layer([grid]), self._units, self._front, self._chosen, *places)

    # --- how it shows itself --------------------------------------------------------------------------

    def svg(self) -> str:
        """The map as a picture for pages without a kernel."""
        return to_svg(groundplan(self.theatre, self.game))

    def _still(self) -> dict[str, str]:
        return {"image/svg+xml": self.svg()}

    def __repr__(self) -> str:
        return f"<the real ground of {self.theatre.title}; print(it.theatre) tells it in words>"


@checked
def theatre(system: str = "vimy", game: Game | None = None) -> TheatreMap:
    """Show the real ground of a system with the hex grid over it; of a game also where its units stand now."""
    return TheatreMap(load_theatre(system), game)


def by_turn(game: Game, turn: int) -> Position:
    """Give the game as it stood at the end of a turn that it has left behind, else as it stands."""
    played = range(len(game.orders) + 1)
    passed = bisect_right(played, turn, key=lambda number: game.at(number).state.turn)
    return game.at(max(passed, 1) - 1) if 0 <= turn < game.state.turn else game


def _label(place: GroundPlace) -> Any:
    return mark(place.name, place.at, place.side, place.kind, MARKS.get(place.kind, "•"))


# --- words -------------------------------------------------------------------------------------------


def _below(theatre: Theatre, game: Game | None) -> str:
    looks = key(theatre) | key_of_moments(theatre) | (dict(zip(game.sides, UNITS, strict=True)) if game else {})
    explained = "".join(f"<span>{look.sample} {escape(word)}</span>" for word, look in looks.items())
    if theatre.papered:
        explained += '<span><span class="fmbook-dot" aria-hidden="true">A</span> a paper that tells of a place</span>'
    credits_ = " ".join(escape(credit.text) for credit in theatre.plan.credit)
    return (
        f'<div class="fmbook-small fmbook-key">{explained}</div>'
        f'<div class="fmbook-small">{escape(theatre.plan.error.text)}</div><div class="fmbook-small">{credits_}</div>'
    )


def _example(theatre: Theatre) -> str:
    found = next((f"{place.hex}, {place.name}" for place in theatre.plan.place if place.hex), "")
    return f"{theatre.noun.capitalize()} or place: {found}"


def _in_words(theatre: Theatre) -> str:
    places = "".join(f"<li>{escape(theatre.told(place))}</li>" for place in theatre.plan.place)
    moments = "".join(f"<li>{escape(m.when)}: {escape(m.says)}</li>" for m in theatre.plan.moment)
    return f'<div class="fmbook-note"><ul>{places}</ul><ol>{moments}</ol></div>'
