"""The desk: the map, the question, the orders that answer it, the story. It shows the game and sends orders; no rules.

Every callback comes in through one guarded entrance, and what has changed is shown once, at its end. A press says which
state of the game it was meant for: a double click, a late or a repeated message is refused politely.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from ipywidgets import VBox
from msgspec.structs import replace

from fmbook.core.errors import FmbookError
from fmbook.core.events import Event, Supported
from fmbook.core.language import told
from fmbook.core.orders import Attack, EndPhase, Join, Order
from fmbook.core.sides import noun, opening
from fmbook.core.verdicts import RuleViolation, Verdict
from fmbook.opponents import opponent as find_opponent
from fmbook.opponents.search import Choice as Chosen
from fmbook.play.coaching import course
from fmbook.play.game import Game
from fmbook.play.losses import taken, told_as_one
from fmbook.play.positions import Position
from fmbook.play.succession import take_place
from fmbook.text import Talk
from fmbook.text.alternatives import with_advice
from fmbook.text.choices import refusal_in_words
from fmbook.text.conversation import WHAT_IF
from fmbook.text.parsing import named
from fmbook.text.wording import listed
from fmbook.widgets.board.deskmap import Scene
from fmbook.widgets.board.painting import gc_paused
from fmbook.widgets.board.sectormap import as_svg, map_class
from fmbook.widgets.desk import foreseeing, panels, saving, threats
from fmbook.widgets.desk import scene as seeing
from fmbook.widgets.desk.callbacks import Entrances
from fmbook.widgets.desk.clicks import Chooser, Meaning
from fmbook.widgets.desk.coaching import FOLLOW, Coach
from fmbook.widgets.desk.layout import Offered, Parts
from fmbook.widgets.desk.leaving_phases import left_to_spend, lost_by_leaving
from fmbook.widgets.desk.opponent_turns import PAUSE, READING, Opposing
from fmbook.widgets.desk.pauses import asked_of
from fmbook.widgets.desk.pictured import PICTURED, pictured
from fmbook.widgets.desk.reasoning import Whys, why
from fmbook.widgets.desk.replaying import Replaying
from fmbook.widgets.desk.scene import Choice
from fmbook.widgets.desk.seats import check_seats
from fmbook.widgets.desk.showing import Showing
from fmbook.widgets.desk.sidelights import Sidelights, has_front
from fmbook.widgets.desk.standing import Standing
from fmbook.widgets.desk.tabs import OpponentPage
from fmbook.widgets.desk.throws import in_words, just_thrown
from fmbook.widgets.desk.traces import COURSE, enemy_turn_told
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.session import name_anew
from fmbook.widgets.parcels import sent_together

if TYPE_CHECKING:
    from fmbook.lessons.decisions import Moment

__all__ = ["Desk", "board_svg", "desk", "desk_of"]

A_GAME: Final = 10
"""So many orders are a game worth keeping, even in place of an earlier one."""


class Desk(Entrances, DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """One game on the screen. ``you`` is the side that a person plays; ``opponent`` plays the other one.

    With ``decisions`` it stops at moments at which somebody had to choose; ``steps`` name a course of first orders.
    """

    def __init__(
        self,
        game: Game,
        *,
        you: str | None = None,
        opponent: str | None = None,
        decisions: bool = True,
        steps: str | None = None,
    ) -> None:
        if opponent is not None and you is None:
            you = game.side
        self.you = None if you is None else named(game, "side", you)
        self.opponent, self.decisions, self.steps = opponent, decisions, steps
        self.coach = Coach(self, steps)
        self._busy, self.said, self.refused, self.brief, self._branch = 0, "", False, "", game.what_if
        self.whys, self.standing = Whys(), Standing(self)
        self.since = 0  # the story since the reader's last order is told whole
        self._noticed = 0
        self._sit_down(game)
        self.said = self._greeting = self._how_to_begin()
        self.map = map_class(game)(Scene(game), self._on_place, self._on_look, self._on_drop, named=self._on_unit)
        self.map.call(seeing.scenario(game))
        alone = not game.is_shared  # at a table the table keeps the game, and the other side is asked
        offered = Offered(self.aside.on, has_front(game.setup.system), opponent is not None, bool(steps), alone)
        self.parts = Parts(game.sides, self.map, threats.asked_in(game), offered)
        self.opposing = Opposing(self, find_opponent(opponent) if opponent else None, game.seed)
        self.replaying, self.showing = Replaying(self.show), Showing(self)
        self._begun = game.given
        self.page, self._earlier = "", None if game.is_shared else saving.earlier_on_disk(game, self.you)
        self._keeper = saving.Keeper(self.parts.shell.shelve, game.state)
        super().__init__(self.parts.children, layout=self.parts.pieces.plain, _dom_classes=("fmbook-desk",))
        self._listen()
        self._tie(self.parts.shell)
        self.parts.shell.shelf = "" if game.is_shared else saving.shelf_of(game)
        self._offer_earlier()
        self.show()
        self._open_where_it_matters()
        self.opposing.begin()

    def _open_where_it_matters(self) -> None:
        """Open a map of small hexes where it can be read: at the first step, or in the middle of the game."""
        if self.parts.zoom and (times := seeing.enlarged(self.position)):
            self.parts.zoom.value = times
            self.map.open_on(self.coach.place or seeing.middle(self.position), times)

    def _how_to_begin(self) -> str:
        if self.game.is_shared and self.you not in (None, self.game.side) and not self.game.outcome:
            return f"{opening(self.game.side):is} giving orders at the other desk: you see here what comes of it."
        return FOLLOW if self.coach.course else seeing.how_to_play(self.choice.chooser)

    def _sit_down(self, game: Game) -> None:
        self.game = game
        self.aside = Sidelights(game, on=self.decisions)
        self.aside.course = self.coach.sit_down(game, self.you)
        self.talk = Talk(game, you=self.you, aside=self._beside)
        self.talk.catch_up()
        self._put_down()
        game.watch(self._on_change)

    def _closed(self) -> None:
        self.opposing.stop()
        self.replaying.back()
        self._stop_review()
        self.game.unwatch(self._on_change)

    def _opened(self) -> None:
        self.game.watch(self._on_change)
        self.show()
        self.opposing.begin()

    # --- who decides ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the state that is shown: orders made for another one are too late."""
        return self.game.number

    @property
    def curtain(self) -> bool:
        """Whether the desk is changing hands, so that nobody may look at the markers in hand."""
        return self.you is None and not self.game.outcome and not self.talk.may_order

    def mine(self) -> bool:
        """Whether the reader may give an order now, in the present."""
        return self._is_at_hand() and self.aside.due is None

    def _is_at_hand(self) -> bool:
        if self.replaying.moment is not None or self.game.outcome or self.curtain:
            return False
        return self.you is None or self.game.side == self.you

    @property
    def paused(self) -> "Moment | None":
        """What the reader has to decide before the next order, if anything."""
        return self.aside.due if self._is_at_hand() else None

    def _beside(self, game: Game) -> Sidelights:
        return self.aside if game is self.game else Sidelights(game, on=self.decisions)

    @property
    def rest(self) -> float:
        """The seconds before the opponent's next order, by the pace that was chosen on its page."""
        page: OpponentPage | None = vars(self).get("against")
        return (READING if just_thrown(self.game) else PAUSE) * (page.pace.value if page else 1.0)

    def theirs(self) -> bool:
        """Whether the opponent decides now."""
        return self.opposing.is_there and not self.game.outcome and self.game.side != self.you

    def seen_by_them(self) -> Position:
        """The game as the opponent sees it."""
        return self.game.seen_by(self.game.side)

    @property
    def position(self) -> Position:
        """What is shown: the present as the reader may see it, or a moment of the replay."""
        moment = self.replaying.moment
        if self.curtain:
            return self.game.at(-1 if moment is None else moment).seen_by_neither()
        return self.talk.view if moment is None else self.game.at(moment).seen_by(self.talk.side)

    # --- orders -----------------------------------------------------------------------------

    def give(self, order: Order) -> None:
        """Give an order for the reader; a refusal is shown with its reasons."""
        try:
            step = self.game.tried(order)
        except RuleViolation as refused:
            self._refuse(with_advice(self.position, order, refused.verdict), "")
            return
        note = self.begin_journal()
        self.since = len(self.game.entries)
        events = self.game.take(step)
        self.standing.begin(self.game.given - 1)
        self._happened(events, note)
        self.opposing.begin()

    def give_all(self, orders: tuple[Order, ...]) -> None:
        """Give orders that one press stands for, as far as the rules go along, and tell them as one."""
        since, events, note = len(self.game.entries), list[Event](), self.begin_journal()
        given = self.game.given
        for order in orders:
            if not self.mine() or not self.game.can(order):
                break
            events += self.game.do(order)
        self.talk.presses.note(self.game.steps[given:])
        self.standing.begin(given)
        self.since = since
        self._happened(tuple(events), note)
        self.opposing.begin()

    def give_by_button(self, order: Order, *more: Order) -> None:
        """Give an order; before a phase ends with something unspent, which is soon done by mistake, ask once."""
        if more:
            return self.give_all((order, *more))
        asked = ""
        if isinstance(order, EndPhase) and not self.choice.leaving and order != self.coach.wanted:
            before = self.game.at(-2) if self.game.orders else None
            asked = lost_by_leaving(self.position, before)
        if asked:
            return self.turn_to(Choice(self.choice.chooser, leaving=asked))
        return self.give(order)

    @guarded
    def take_theirs(self, think: Callable[[], Chosen]) -> None:
        """Give the order that the opponent thinks of; whatever goes wrong is shown here."""
        with self.together():
            note, choice, given = self.begin_journal(), think(), len(self.game.entries)
            said = why(self.game.seen_by(self.you) if self.you else self.position, choice)
            events = self.game.do(choice.order)
            self.whys.note(self.game.entries, given, said)
            self._happened(events, note)

    def begin_journal(self) -> str:
        """Keep the game as it is played; gives a sentence where it cannot be."""
        return saving.begin_journal(self.game, self.you)

    def follow_others(self, since: int) -> None:
        """Say what was done at another desk, from so many entries of the diary on."""
        with self.together():
            self.since = since
            self._happened(tuple(entry.event for entry in self.game.entries[since:]), "")

    def _happened(self, events: tuple[Event, ...], note: str) -> None:
        events = (*events, *self.standing.answer())
        over, turn = self.game.outcome, enemy_turn_told(self.game, self.you)
        course = COURSE if turn else ()  # it stands in the story
        said = [
            self._in_words(event)
            for event in told_as_one(events)
            if not event.silent and not isinstance(event, course) and not (over and str(event) == over.text)
        ]
        if turn:
            said.insert(0, turn)
        if self.game.what_if != self._branch:
            self._branch = self.game.what_if
            said.insert(0, WHAT_IF.format(self._branch))
        if self.you is None:
            self.talk.catch_up()
        self._put_down()
        if (progress := taken(self.game))[0]:
            said.append("{} of {} are taken.".format(*progress))
        asked = [self.says_asked()]
        if self.mine():
            asked += [seeing.how_to_answer(self.choice.chooser), left_to_spend(self.position)]
        self.say(" ".join(filter(None, [*said, *asked, note, *self.news()])))

    def news(self) -> tuple[str, ...]:
        """What the game has noticed since it was asked last, such as that an order could not be kept."""
        news, self._noticed = self.game.notices[self._noticed :], len(self.game.notices)
        return tuple(news)

    def _in_words(self, event: Event) -> str:
        """Tell an event; of a side that adds support marker by marker tell all that it has added."""
        fight = self.game.state.battle
        if isinstance(event, Supported) and fight:
            markers = [self.game.setup.markers[number].name for number in fight.support[event.side]]
            event = replace(event, marker=listed(markers) or event.marker)
        return in_words(self.game, event)

    def follow(self, meaning: Meaning, place: str) -> None:
        """Do what a click means; the target of an attack is shown with its odds before the attack is opened."""
        if meaning.kind == "take up":
            self.take_up(meaning.unit)
        elif meaning.kind == "refused" and meaning.verdict is not None:
            self._refuse(with_advice(self.position, meaning.order, meaning.verdict), place)
        elif meaning.kind in ("order", "choose"):
            self._aim(meaning, place)
        else:
            self.look(place, meaning.verdict)

    def take_up(self, unit: str) -> None:
        """Take a unit in hand."""
        self.turn_to(self.choice.after_taking_up(unit))

    def turn_to(self, choice: Choice) -> None:
        """Take up a unit or a kind of order, or have more buttons, and say so."""
        self.choice = choice
        self.say(seeing.in_hand(choice) or self.talk.view.prompt.text)

    def _aim(self, meaning: Meaning, place: str) -> None:
        """Give the order that a place stands for; first show what chance may make of it, or what else it stands for."""
        order = meaning.order
        panel, said = foreseeing.foreseen(self.choice.chooser, (order,) if order else meaning.orders, place)
        if order and (self.choice.plan == place or not said):
            self.give_by_button(*(self.choice.joint or (order,)))
            return
        self.choice = self.choice.after_aiming(meaning, place, panel)
        if self.choice.plan and not self.coach.names(Join):  # or a step has them join one by one
            self.choice.joint = foreseeing.joint(self.choice.chooser, place)
        self.say(said if self.choice.plan else seeing.in_hand(self.choice))

    def _refuse(self, verdict: Verdict, place: str) -> None:
        reasons = tuple(at for reason in verdict.reasons for at in reason.places)
        self.choice = Choice(
            self.choice.chooser, panel=panels.refusal(verdict, self.game.setup.system), place=place, reasons=reasons
        )
        if self.coach.course:
            self.coach.course.heard(verdict.subject)
        said = refusal_in_words(verdict.subject, verdict.reasons, self.game.setup.system)
        self.say(said, refused=True, brief=said.partition("\n")[0])

    def look(self, place: str, barred: Verdict | None = None) -> None:
        """Say what lies in a place; of an enemy that cannot be attacked say first why not."""
        text = self.position.describe(place)
        panel, said, brief = panels.look(text), text.replace("\n", " "), ""
        if barred is not None:
            barred = with_advice(self.position, Attack(place), barred)
            system = self.game.setup.system
            panel = panels.refusal(barred, system) + panel
            said = refusal_in_words(barred.subject, barred.reasons, system)
            brief = said.partition("\n")[0]
        self.choice = Choice(self.choice.chooser, panel=panel, place=place)
        self.say(said, refused=barred is not None, brief=brief)

    def _put_down(self) -> None:
        self._offered, self.choice = self.game.state, Choice(Chooser(self.talk.view))

    def take_over(self, game: Game, *, what_if: bool = False) -> None:
        """Go on with another game on this desk; all pages about the one before follow, but not into a what-if."""
        if game.board is not self.game.board and game.board != self.game.board:
            self.talk = Talk(self.game, you=self.you, aside=self._beside)
            raise FmbookError(
                f"That game ({game.setup.system}, {game.setup.scenario}) has another board than this desk. Give it a "
                "desk of its own: in a new cell, fm.resume(…) with its code, or fm.load(…) with its file."
            )
        self.opposing.stop()
        before = self.game
        before.unwatch(self._on_change)
        self._sit_down(game)
        _DESKS.setdefault(game, WeakValueDictionary())[self.you, self.opponent, self.decisions, self.steps] = self
        self._branch, self._noticed = game.what_if, 0
        self.parts.shell.shelf = saving.shelf_of(game)
        self.map.call(seeing.scenario(game))
        self.replaying.back()
        if not what_if:
            take_place(before, game)
            name_anew(before, game)
        self.opposing.begin()

    # --- saying and showing -----------------------------------------------------------------

    def say(self, text: str, *, refused: bool = False, brief: str = "") -> None:
        """Say what happened, also to those who listen; it is shown with everything else.

        What stands beside the map as well is not shown twice: there is room for its ``brief`` beginning above the map.
        """
        self.said, self.refused, self.brief = text, refused, brief

    @contextmanager
    def together(self) -> Iterator[None]:
        """Show what has changed once, at the end, in one message."""
        with sent_together(self.parts.shell):
            self._busy += 1
            try:
                yield
            finally:
                self._busy -= 1
                self.show()

    def show(self) -> None:
        """Show how things stand: a message for each part that has changed."""
        if self._busy or self.comm is None:  # a desk that was closed shows nothing
            return
        if self._offered is not self.game.state:
            self._put_down()
            if self.said is self._greeting:  # orders came from elsewhere, and it is out of date
                self.say(self._how_to_begin())
                self._greeting = self.said
        self.showing.show()
        if self._earlier:
            self._offer_earlier()
        # the earlier game stays in the browser while it may be gone on with, unless this one has become one of its own
        gone_on = self._earlier is None or self._earlier.rescued or len(self.game.orders) >= A_GAME
        if gone_on and not self.game.is_shared:
            self._keeper.soon(self.game)

    def says_asked(self) -> str:
        """What is asked, or what stands before the curtain."""
        if moment := self.paused:
            return asked_of(moment, self.you)
        return self.curtain_says() if self.curtain else self.choice.leaving or self.showing.asked(self.talk.view).text

    def curtain_says(self) -> str:
        """What stands before the curtain."""
        return f"The desk changes hands: only {noun(self.game.side)} may look now."

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        with gc_paused():
            self._open_again()
            self.map.draw_ahead()
            bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
            return bundle

    def _still(self) -> dict[str, Any]:
        return {"image/svg+xml": self.map.svg(), PICTURED: pictured(self.parts)}

    def __repr__(self) -> str:
        where, _, asked = str(self.game).partition(". ")
        return f"<desk of {where}. {told(asked)}>"


_DESKS: "WeakKeyDictionary[Game, WeakValueDictionary[tuple[Any, ...], Desk]]" = WeakKeyDictionary()


def desk_of(game: Game) -> Desk:
    """Return the desk that shows a game when it ends a cell: run again, the cell shows the same one."""
    return desk(game)


def board_svg(game: Game) -> str:
    """Draw the board of a game as its desk would show it."""
    talk = Talk(game)
    talk.catch_up()
    view = game.seen_by_neither() if game.is_shared else talk.view  # whoever passes by sees a table's board
    return as_svg(seeing.scene(view, Choice(Chooser(view)), acting=not game.outcome))


def desk(
    game: Game,
    *,
    you: str | None = None,
    opponent: str | None = None,
    decisions: bool = True,
    steps: str | None = None,
) -> Desk:
    """Put a game on a desk: ``fm.desk(game, you="Blue", opponent="sergeant")``. Asked again, it is the same desk.

    With ``decisions=False`` the game does not stop at moments at which somebody had to choose; with
    ``steps="20.first"`` it leads through its first orders.
    """
    check_seats(game, you, opponent)
    if steps is not None:
        course(steps, game, named(game, "side", you) if you else None)
    desks, seats = _DESKS.setdefault(game, WeakValueDictionary()), (you, opponent, bool(decisions), steps)
    found = desks.get(seats)
    if found is None or found.game is not game:
        with gc_paused():
            found = desks[seats] = Desk(game, you=you, opponent=opponent, decisions=bool(decisions), steps=steps)
    return found
