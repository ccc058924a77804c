"""The desk: the map, the question, the orders that answer it, the story. It shows the game and sends orders; no rules.

Every callback comes in through one guarded entrance. Orders carry the number of the state that they were made for, so
that a double click, a late or a repeated message is refused politely and the board is drawn again.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final
from weakref import WeakKeyDictionary

from ipywidgets import HTML, Accordion, Button, Checkbox, Combobox, HBox, IntSlider, Text, ToggleButtons, VBox

from fmbook.errors import FmbookError
from fmbook.game import Game
from fmbook.opponents import opponent as find_opponent
from fmbook.orders import Order
from fmbook.positions import Position
from fmbook.previews import Preview
from fmbook.verdicts import Verdict
from fmbook.widgets import panels
from fmbook.widgets.choosing import Chooser, Meaning, labels
from fmbook.widgets.deskmap import DeskMap, Scene
from fmbook.widgets.guard import guarded
from fmbook.words import Talk, board_in_words

__all__ = ["Desk", "desk", "desk_of"]

PAUSE: Final = 0.35  # seconds between an opponent's orders, so that they can be followed
HELP: Final = "Click a counter, then a hex. Or type an order below; “help” lists them."


class Desk(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One game on the screen. ``you`` is the side that a person plays; ``opponent`` plays the other one."""

    def __init__(self, game: Game, *, you: str | None = None, opponent: str | None = None) -> None:
        self.game, self.you, self.opponent = game, you, opponent
        self.chooser = Chooser(game)
        self.talk = Talk(game, you=you, opponent=opponent)
        self._player = find_opponent(opponent) if opponent else None
        self._chance, self._panel = Random(game.seed), ""  # noqa: S311 - a game's chance
        self._task: asyncio.Task[None] | None = None
        self._choices: tuple[Order, ...] = ()
        self._shown_at: int | None = None  # a move of the replay, if not the present
        self.map = DeskMap(Scene(game), self._on_place)
        self._build()
        super().__init__([self._prompt, self._actions, self._main, self._tools, self._words, self._more])
        self.add_class("fmbook-desk")
        game.watch(self.refresh)
        self.refresh()
        self._let_opponent_play()

    # --- parts ------------------------------------------------------------------------------

    def _build(self) -> None:
        self._prompt, self._side = HTML(), HTML(layout={"width": "340px", "min_width": "280px", "flex": "1 1 280px"})
        self._actions = ToggleButtons(options=[], value=None, layout={"width": "auto"})
        self._actions.observe(self._on_action, "value")
        self._main = HBox([VBox([self.map], layout={"flex": "0 1 auto", "min_width": "0"}), self._side])
        self._main.layout.flex_flow = "row wrap"
        self._tools = HBox([*self._tool_buttons(), *self._switches()], layout={"flex_flow": "row wrap"})
        self._line = Combobox(placeholder="Type an order, such as: move B1 0403", ensure_option=False, options=())
        self._line.layout = {"width": "min(420px, 70%)"}
        self._line.continuous_update = False
        self._line.observe(self._on_line, "value")
        self._answer = HTML()
        self._words = VBox([HBox([self._line, self._button("Say it", self._on_say)]), self._answer])
        self._slider = IntSlider(min=0, max=0, description="Replay", continuous_update=False)
        self._slider.observe(self._on_slide, "value")
        self._code = Text(description="Code", disabled=False, layout={"width": "min(640px, 95%)"})
        self._text = HTML()
        code_row = HBox(
            [self._code, self._button("Show the code", self._on_code), self._button("Resume it", self._on_resume)]
        )
        self._more = Accordion(
            [self._text, VBox([self._slider]), code_row], titles=("Board in words", "Replay", "Resume code")
        )
        self._more.observe(self._on_opened, "selected_index")

    def _tool_buttons(self) -> tuple[Button, ...]:
        return (
            self._button("Undo", self._on_undo),
            self._button("Redo", self._on_redo),
            self._button("Hint", self._on_hint),
            self._button("Skip", self._on_skip),
        )

    def _switches(self) -> tuple[Checkbox, ...]:
        self._zones = [Checkbox(description=f"{side} zones", indent=False) for side in self.game.sides]
        self._bare = Checkbox(description="Hide counters", indent=False)
        for box in (*self._zones, self._bare):
            box.layout.width = "auto"
            box.observe(self._on_switch, "value")
        return (*self._zones, self._bare)

    def _button(self, label: str, do: Callable[[], None]) -> Button:
        button = Button(description=label, layout={"width": "auto"})
        button.on_click(lambda _: do())
        return button

    # --- what the page sends: every entrance is guarded ---------------------------------------------

    @guarded
    def _on_place(self, place: str) -> None:
        if not self._mine():
            self._look(place)
            return
        self._follow(self.chooser.click(place), place)

    @guarded
    def _on_action(self, change: dict[str, Any]) -> None:
        chosen = change["new"]
        if chosen is None:
            return
        self._actions.value = None
        number, order = chosen
        if number != self.number:
            self.say("The game has gone on meanwhile; here is how it stands now.")
            self.refresh()
        elif isinstance(order, type):
            self.chooser = Chooser(self.game, armed=order)
            self.refresh()
        else:
            self.give(order)

    @guarded
    def _on_line(self, change: dict[str, Any]) -> None:
        if change["new"].strip():
            self._hear(change["new"])

    @guarded
    def _on_say(self) -> None:
        self._hear(self._line.value)

    @guarded
    def _on_undo(self) -> None:
        self._stop()
        self.game.undo()

    @guarded
    def _on_redo(self) -> None:
        self._stop()
        self.game.redo()

    @guarded
    def _on_hint(self) -> None:
        self.say(str(self.game.hint(1)))

    @guarded
    def _on_skip(self) -> None:
        self._stop()
        self._play_on()

    @guarded
    def _on_switch(self, _: dict[str, Any]) -> None:
        self.refresh()

    @guarded
    def _on_slide(self, change: dict[str, Any]) -> None:
        self._shown_at = None if change["new"] == len(self.game.orders) else change["new"]
        self.refresh()

    @guarded
    def _on_code(self) -> None:
        self._code.value = self.game.code()
        self.say("The code below brings this game back: paste it here or into fm.resume(…).")

    @guarded
    def _on_resume(self) -> None:
        self._hear(f"resume {self._code.value}")

    @guarded
    def _on_opened(self, _: dict[str, Any]) -> None:
        self._fill_words()

    def complain(self, sentence: str) -> None:
        """Show what went wrong under the map; nothing, if the sentence is empty."""
        self.map.complain(sentence)

    # --- orders ------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the state that is shown: orders made for another one are too late."""
        return self.game.number

    def give(self, order: Order) -> None:
        """Give an order for the reader; a refusal is shown with its reasons."""
        verdict = self.game.can(order)
        if not verdict:
            self._refuse(verdict, "")
            return
        events = self.game.do(order)
        self.say(" ".join(str(event) for event in events if not event.silent) or str(self.game.prompt))
        self._let_opponent_play()

    def _follow(self, meaning: Meaning, place: str) -> None:
        if meaning.kind == "order" and meaning.order is not None:
            self.give(meaning.order)
        elif meaning.kind == "take up":
            self._take_up(meaning.unit)
        elif meaning.kind == "choose":
            self._choices = meaning.orders
            self.say("Several orders fit here; choose one above the map.")
            self.refresh()
        elif meaning.kind == "refused" and meaning.verdict is not None:
            self._refuse(meaning.verdict, place)
        else:
            self._look(place)

    def _take_up(self, unit: str) -> None:
        self.chooser, self._choices = Chooser(self.game, unit), ()
        counter = self.game.unit(unit)
        self._panel = panels.unit_card(counter, f"{len(self.chooser.targets)} hexes are open to it.")
        self.say(f"{counter}. {len(self.chooser.targets)} hexes are open to it.")
        self.refresh()

    def _refuse(self, verdict: Verdict, place: str) -> None:
        self._panel = panels.refusal(verdict)
        self.say(str(verdict))
        self.map.paint(self._scene(place, tuple(at for reason in verdict.reasons for at in reason.places)))
        self._show_side()

    def _look(self, place: str) -> None:
        text = self.game.describe(place)
        self._panel = panels.look(text)
        self.say(text.replace("\n", " "))
        self.map.paint(self._scene(place))
        self._show_side()

    def _hear(self, line: str) -> None:
        answer = self.talk.answer(line)
        self._answer.value = panels.look(answer) if answer else ""
        self._line.value = ""
        self.map.say(answer)
        if self.talk.game is not self.game:
            self._take_over(self.talk.game)
        self.refresh()
        self._let_opponent_play()

    def _take_over(self, game: Game) -> None:
        self.game = game
        game.watch(self.refresh)

    def say(self, text: str) -> None:
        """Say something under the map, also to those who listen."""
        self.map.say(text)

    # --- the opponent ---------------------------------------------------------------------------------

    def _mine(self) -> bool:
        return self._shown_at is None and (self.you is None or self.game.side == self.you)

    def _let_opponent_play(self) -> None:
        if self._player is None or self._mine() or self.game.outcome or self._task:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no notebook around, as in a plain script: the opponent answers at once
            self._play_on()
            return
        self._task = loop.create_task(self._play_slowly())

    async def _play_slowly(self) -> None:
        try:
            while not self._mine() and not self.game.outcome:
                await asyncio.sleep(PAUSE)
                self._one_order()
        finally:
            self._task = None

    @guarded
    def _one_order(self) -> None:
        if self._player is not None and not self._mine() and not self.game.outcome:
            side = self.game.side
            events = self.game.do(self._player(self.game.seen_by(side), self._chance))
            self.say(" ".join(str(event) for event in events if not event.silent))

    def _play_on(self) -> None:
        while self._player is not None and not self._mine() and not self.game.outcome:
            self._one_order()

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None

    # --- showing --------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """What is shown: the present, or a moment of the replay."""
        return self.game if self._shown_at is None else self.game.at(self._shown_at)

    def refresh(self) -> None:
        """Show how things stand."""
        if self.chooser.position.state is not self._chosen_state:
            self.chooser, self._choices = Chooser(self.game), ()
            self._panel = ""
        self._chosen_state = self.chooser.position.state
        with self.hold_trait_notifications():
            self._show_prompt()
            self.map.paint(self._scene(self.game.unit(self.chooser.unit).place if self.chooser.unit else ""))
            self._show_actions()
            self._show_side()
            self._slider.max = max(len(self.game.orders), self._slider.max)
            if self._shown_at is None:
                self._slider.value = len(self.game.orders)
        if self._more.selected_index == 0:
            self._fill_words()

    _chosen_state: Any = None

    def _scene(self, place: str = "", reasons: tuple[str, ...] = ()) -> Scene:
        position, chooser = self.position, self.chooser
        acting = self._mine() and not self.game.outcome
        aims = chooser.targets if acting else {}
        reach = position.reach(chooser.unit) if acting and chooser.unit else {}
        others = tuple(aim for aim in aims if aim not in reach)
        marches = bool(reach) or (bool(chooser.unit) and len(others) > 8)
        return Scene(
            position,
            unit=chooser.unit if acting else "",
            place=place,
            reach=reach or (dict.fromkeys(others, "") if marches else {}),
            targets=() if marches and not reach else others[:200],
            ready=chooser.movers if acting and not chooser.unit else (),
            reasons=reasons,
            zones=tuple(side for side, box in enumerate(self._zones) if box.value),
            hidden=self._bare.value,
            night="night" in position.state.phase.kind,
        )

    def _show_prompt(self) -> None:
        position = self.position
        where = f"{position.turn_name} · {position.phase}"
        self._prompt.value = panels.prompt(position.prompt, where, what_if=self.game.what_if)

    def _show_actions(self) -> None:
        if not self._mine() or self.game.outcome:
            self._actions.options = []
            return
        orders = self._choices or self.chooser.buttons
        number = self.number
        named: list[tuple[str, tuple[int, Any]]] = [(label, (number, each)) for each, label in labels(orders).items()]
        named += [(f"{kind.verb.capitalize()} …", (number, kind)) for kind in self.chooser.to_take_up]
        if tuple(named) != tuple(self._actions.options):
            self._actions.options = named
            self._actions.value = None

    def _show_side(self) -> None:
        shown = self._panel or self._battle_panel() or panels.look(HELP)
        self._side.value = shown + panels.diary(self.game.entries)

    def _battle_panel(self) -> str:
        state = self.game.state
        if state.battle is None or state.battle.kind != "attack" or not state.battle.attackers:
            return ""
        try:
            return panels.battle(Preview(state))
        except FmbookError:
            return ""

    def _fill_words(self) -> None:
        if self._more.selected_index == 0:
            self._text.value = panels.look(board_in_words(self.position))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self.game), "image/svg+xml": self.map.svg()}

    def __repr__(self) -> str:
        return f"<desk of {self.game!r}>"


_DESKS: "WeakKeyDictionary[Game, Desk]" = WeakKeyDictionary()


def desk_of(game: Game) -> Desk:
    """Give the desk that shows a game when it ends a cell: run again, the cell shows the same one."""
    if game not in _DESKS:
        _DESKS[game] = Desk(game)
    return _DESKS[game]


def desk(game: Game, *, you: str | None = None, opponent: str | None = None) -> Desk:
    """Put a game on a desk: ``fm.desk(game, you="Blue", opponent="greedy")``."""
    return Desk(game, you=you, opponent=opponent)
