"""What a desk shows: each part says what it depends on, and is written again only when that has changed."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fmbook.core.orders import Roll
from fmbook.engine.legality import is_idle
from fmbook.play.positions import Position, Prompt
from fmbook.text import board_sections, ending_in_words
from fmbook.widgets.board.counters import colour_of_side
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.desk import panels, threats
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.apart import apart
from fmbook.widgets.desk.buttons import AT_ANY_TIME
from fmbook.widgets.desk.layout import REDO, UNDO
from fmbook.widgets.desk.lit_names import LitNames
from fmbook.widgets.desk.pauses import asked_of
from fmbook.widgets.desk.tabs import REPLAY
from fmbook.widgets.desk.throws import just_thrown, thrown
from fmbook.widgets.desk.traces import Trace, before_the_enemy, enemy_deeds, enemy_told, traces
from fmbook.widgets.drawing.canvas import held

if TYPE_CHECKING:
    from fmbook.widgets.desk.desk import Desk

__all__ = ["Showing"]


class Showing:
    """Writes the parts of a desk. It reads what stands there, and decides nothing."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._written: dict[str, tuple[Any, ...]] = {}
        self.traces: tuple[Trace, ...] = ()
        """What the enemy did before the reader's phase; nothing in a replay."""
        self._laid: dict[str, Any] = {}  # upon the map, whatever is in hand
        self._asked_at, self._thrown, self._since = "", "", 0
        self._asked: tuple[Any, ...] = ()  # what the line to type on was last said for

    def show(self) -> None:
        """Show how things stand: a message for each part that has changed."""
        desk, parts, now = self._desk, self._desk.parts, self._now()
        choice, switched = desk.choice, tuple(bool(box.value) for box in parts.switches)
        with ExitStack() as stack:
            stack.enter_context(held())
            # they are sent from the last to the first: a press carries the number that the shell has
            for part in (parts.prompt, parts.story, parts.side, parts.throw, parts.shell):
                stack.enter_context(part.hold_sync())
            self._renew(self._prompt, *now, choice.leaving)
            self._renew(self._line, *now)
            self._renew(self._overlay, *now, desk.since, switched)
            self._renew(self._last_throw, *now, desk.since)
            self._renew(self._throw, *now, desk.since, choice)
            self._renew(self._map, *now, desk.since, switched, choice)  # names beside it say where they lie there
            self._renew(self._side, *now, desk.since, choice, desk.said, desk.standing.shown)
            self._renew(self._story, *now, desk.since)
            self._renew(self._task, *now)
            self._renew(self._in_sight, *now)
            self._renew(self._pause, *self._decisions())
            self._renew(self._front, *now, switched)
            self._renew(self._buttons, *now, choice, desk.standing.shown)
            self._renew(self._back, desk.game, desk.number)
            self._renew(self._steps, *now, choice)
            self._renew(self._page, *now, desk.page)
            parts.shell.refused, parts.shell.asked, parts.shell.brief = desk.refused, desk.says_asked(), desk.brief
            parts.shell.says, parts.shell.number = desk.said, desk.number

    def _now(self) -> tuple[Any, ...]:
        """What of the game is shown, and to whom: a unit that is taken up changes nothing of it."""
        desk = self._desk
        who = desk.you, desk.talk.side, desk.curtain, desk.opposing, desk.opposing.is_held
        course = desk.coach.course
        steps = (course, course.left, course.standing) if course else ()
        return desk.game, desk.number, desk.replaying.moment, desk.left, desk.paused, steps, *who

    def _decisions(self) -> tuple[Any, ...]:
        """The decision that waits for the reader, what was chosen in fact, or what has been decided."""
        aside, asked = self._desk.aside, self._desk.paused
        return asked, aside.ripe, () if asked or aside.ripe else aside.open

    def _renew(self, write: Callable[[], None], *needs: Any) -> None:
        """Write a part again, if anything that it depends on has changed."""
        name = write.__name__
        if self._written.get(name) != needs:
            write()
            self._written[name] = needs

    @property
    def _moment(self) -> int:
        """After how many orders the game is shown."""
        desk = self._desk
        return desk.game.given if desk.replaying.moment is None else desk.replaying.moment

    # --- the head -----------------------------------------------------------------------------------

    def _prompt(self) -> None:
        desk, position, moment = self._desk, self._desk.position, self._desk.replaying.moment
        where = f"{position.turn_name} · {position.phase}"
        apart = "" if moment is None else f"Replay: after {moment} of {len(desk.game.orders)} orders"
        asked = self.asked(position)
        if desk.choice.leaving:
            asked = asked._replace(text=desk.choice.leaving)
        if decision := desk.paused:
            asked = Prompt(asked_of(decision, desk.you), "")
        if desk.curtain:
            asked = asked._replace(text=desk.curtain_says())
        what_if = desk.game.what_if or int(desk.left is not None)
        colour = "" if position.outcome else colour_of_side(position, position.side)
        verdict = seeing.thrown_for(position) if desk.mine() else ""
        desk.parts.prompt.value = panels.prompt(
            asked, where, what_if=what_if, apart=apart, colour=colour, verdict=verdict
        )

    def asked(self, position: Position) -> Prompt:
        """The question of a position, or what the opponent is doing; when the game is over, who has won."""
        asked, over = position.prompt, position.outcome
        if not over and position.viewer and self._desk.theirs():
            return asked._replace(text=seeing.at_work(position))
        if not over and not position.state.asks and is_idle(position.state):
            return asked._replace(text=seeing.nothing_left(position))
        return asked._replace(text=ending_in_words(over)) if over else asked

    def _buttons(self) -> None:
        desk = self._desk
        last = apart(desk.choice) if desk.mine() else ()
        desk.parts.actions.offer(desk.actions(), self.question(), apart=last)

    def _back(self) -> None:
        """Switch off what takes back or gives again, where there is nothing to."""
        game = self._desk.game
        idle = {UNDO: not game.given, REDO: not game.taken_back}
        self._desk.parts.shell.idle = [name for name, is_idle in idle.items() if is_idle]

    def question(self) -> str:
        """Name what the buttons answer: under another name the same words on a button mean something else."""
        desk, position = self._desk, self._desk.position
        if not desk.mine():
            return "curtain" if desk.curtain else AT_ANY_TIME
        if len(position.legal_of(Roll)) == 1:  # whatever the throw is for, there is no other answer
            return ""
        asked = position.prompt.text if position.state.asks else ""
        return f"{position.turn} {position.phase} {position.side} {asked} {desk.choice.leaving}"

    def _steps(self) -> None:
        for row in self._desk.parts.coach:
            self._desk.coach.show(row)

    def _pause(self) -> None:
        self._desk.show_pause(*self._decisions())

    # --- the map ------------------------------------------------------------------------------------

    def _map(self) -> None:
        self._desk.map.paint(self.scene())

    def _in_sight(self) -> None:
        """Bring the place into sight that the reader is asked about, once for each question."""
        desk, before = self._desk, self._asked_at
        self._asked_at = threats.asked_about(desk.position) if desk.mine() else ""
        if self._asked_at and self._asked_at != before:
            desk.map.bring_question(self._asked_at)

    def scene(self) -> Scene:
        """What the map shows, with the reader's switches."""
        desk = self._desk
        return replace(seeing.scene(desk.position, desk.choice, acting=desk.mine()), **self._laid)

    def _overlay(self) -> None:
        """Work out what lies upon the map whatever is in hand: the enemy's ways, and what the reader switched on."""
        desk, parts, position = self._desk, self._desk.parts, self._desk.position
        own = desk.you or position.side
        enemy = next(side for side in position.sides if side != own)
        self._since = before_the_enemy(desk.game, desk.you)
        self.traces = traces(desk.game, desk.you, self._since) if desk.replaying.moment is None else ()
        course = desk.coach.course
        told_of, sides = course.zones if course else (), position.sides
        self._laid = {
            "trace": tuple(trace.way for trace in self.traces),
            "zones": tuple(side for side, box in enumerate(parts.zones) if box.value or sides[side] in told_of),
            "hidden": parts.bare.value,
        }
        asked: tuple[tuple[str, Any, Callable[[], Any]], ...] = (
            ("threat", parts.threat, lambda: threats.threat(position, enemy)),
            ("fields", parts.fields, lambda: threats.swept(position)),
            ("supply", parts.supply, lambda: threats.supply(position, own)),
            ("seen", parts.seen, lambda: threats.observed(position, own) or ()),
            ("front", parts.front, lambda: desk.aside.front_lines(position)),
        )
        self._laid |= {what: found() for what, box, found in asked if box and box.value}

    def _front(self) -> None:
        desk, front = self._desk, self._desk.parts.front
        desk.parts.key.value = desk.aside.front_told(self._moment) if front and front.value else ""

    # --- beside the map and below it ----------------------------------------------------------------

    def _task(self) -> None:
        self._desk.parts.task.value = seeing.task(self._desk.position)

    def _last_throw(self) -> None:
        desk = self._desk
        in_play = desk.replaying.moment is None and not desk.curtain
        before, self._thrown = self._thrown, thrown(desk.game, desk.since) if in_play else ""
        if self._thrown not in ("", before):
            desk.parts.shell.bring_panel()

    def _throw(self) -> None:
        self._desk.parts.throw.value = "" if self._is_past else self._thrown

    @property
    def _is_past(self) -> bool:
        """Whether something has been asked for, or is asked, since the last throw: that comes first beside the map."""
        desk, choice = self._desk, self._desk.choice
        if choice.plan or choice.panel:
            return True
        return desk.mine() and not just_thrown(desk.game) and bool(threats.asked_at(desk.position))

    def _side(self) -> None:
        desk = self._desk
        shown = "" if desk.curtain else seeing.panel(desk.position, desk.choice, acting=desk.mine())
        said_above = panels.told(seeing.HOW_TO_PLAY, desk.said)
        above = desk.standing.told() + ("" if shown == said_above else shown)
        desk.parts.side.marked = LitNames(desk.position, desk.map).markup
        desk.parts.side.value = above + self._thrown if self._is_past else above
        if desk.choice.panel:  # what was asked for stands at the top, wherever one had scrolled to
            desk.parts.shell.bring_panel()

    def _story(self) -> None:
        desk, game, moment = self._desk, self._desk.game, self._desk.replaying.moment
        kept = enemy_deeds(game, desk.you, self._since) if moment is None else ()
        mine = moment is None and desk.you == game.side
        desk.parts.story.value = panels.diary(
            game.entries if moment is None else game.entries_at(moment),
            desk.since,
            desk.aside.cost(self._moment),
            {trace.entry: number for number, trace in enumerate(self.traces, 1)},
            desk.whys.of(game.entries),
            kept=kept,
            enemy=enemy_told(game, desk.you, self._since) if mine else "",
            written=LitNames(desk.position, desk.map).event,
        )

    def _line(self) -> None:
        """Propose what could be typed: a message of its own, which not every order is worth."""
        desk, position = self._desk, self._desk.position
        before, self._asked = self._asked, (position.turn_name, str(position.prompt), desk.mine())
        if self._asked != before:
            proposed = seeing.proposed(desk.game, desk.choice, desk.coach.wanted)
            desk.parts.line.placeholder = proposed if desk.mine() else "help"

    def _page(self) -> None:
        """Fill the page that is open at the foot of the desk."""
        desk = self._desk
        if desk.page == "Board in words":
            desk.text.value = panels.board(board_sections(desk.position))
        elif desk.page == "Diary":
            desk.text.value = panels.story(desk.game.entries, desk.whys.of(desk.game.entries))
        elif desk.page == REPLAY:
            desk.replaying.follow(len(desk.game.orders))
