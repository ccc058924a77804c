"""What the page sends to a desk. Every entrance is guarded, and shows what has changed when it is done."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec

from fmbook.core.sides import noun, opening
from fmbook.core.verdicts import RuleViolation, Verdict
from fmbook.opponents import Player, players
from fmbook.opponents import opponent as find_opponent
from fmbook.text.alternatives import with_advice
from fmbook.text.commands import BOTH_HANDS, HIDDEN
from fmbook.widgets.desk import panels, scene
from fmbook.widgets.desk import saving as keeping
from fmbook.widgets.desk.advising import Advising
from fmbook.widgets.desk.afterwards import Afterwards
from fmbook.widgets.desk.opponent_turns import Opposing
from fmbook.widgets.desk.pauses import Pausing
from fmbook.widgets.desk.scene import Choice
from fmbook.widgets.desk.standing import LIFT
from fmbook.widgets.desk.tabs import OPPONENT, REPLAY, SAVING, Offer, OpponentPage, ReplayPage, SavingPage, in_words
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.told import HTML

if TYPE_CHECKING:
    from fmbook.widgets.desk.desk import Desk

__all__ = ["Entrances"]

LATE: Final = "That was meant for an earlier moment; the game has gone on meanwhile. Here is how it stands now."
HASTY: Final = "That came too quickly: something else had just come to be asked there."
HOLDS: Final = "The buttons above the map pause them, or have them done at once."
LONGEST_TYPED: Final = 400
MOST_OFFERED: Final = 40

P = ParamSpec("P")


def entrance(callback: "Callable[Concatenate[Desk, P], None]") -> "Callable[Concatenate[Any, P], None]":
    """Guard a callback of the page, and show what has changed when it is done."""

    @wraps(callback)
    def shown(self: "Desk", /, *args: P.args, **kwargs: P.kwargs) -> None:
        with self.together():
            callback(self, *args, **kwargs)

    return guarded(shown)


class Entrances(Advising, Afterwards, Pausing):
    """The callbacks of a desk; it is mixed into the desk, which does what they ask for."""

    def _listen(self: Any) -> None:
        parts = self.parts
        parts.shell.hear(("copied", "shelved"), self._on_heard)
        parts.shell.hear(("rule", "shut"), self._on_rule)
        for box in parts.switches:
            box.observe(self._on_switch, "value")
        parts.actions.on_msg(self._on_action)
        parts.line.observe(self._on_typed, "value")
        parts.line.on_msg(self._on_submitted)
        if parts.stops:
            parts.stops.observe(self._on_stops, "value")
        if parts.shared:
            self._seats = self.you, self.opponent
            parts.shared.observe(self._on_shared, "value")
        if parts.zoom:
            parts.zoom.observe(self._on_zoom, "value")
        for page, tab in parts.tabs_of.items():
            tab.observe(partial(self._on_tab, page), "value")
        for row in parts.coach:
            row.on_msg(self._on_action)
        self.name_opponent()
        self._press(
            (parts.undo, self.take_back), (parts.redo, self._redo), (parts.drop, self._drop), (parts.hint, self._hint),
            (parts.say, self._say_it),
        )  # fmt: skip

    def _press(self: Any, *buttons: tuple[Any, Callable[[], None]]) -> None:
        """Say what buttons do."""
        for button, do in buttons:
            button.on_click(partial(self._on_button, do))

    # --- what is made when it is wanted ---------------------------------------------------------

    @cached_property
    def text(self: Any) -> HTML:
        """The page of the board in words and of the diary."""
        found: HTML = self.parts.pieces.words("fmbook-scroll", scrolled=True)
        return found

    @cached_property
    def replay(self: Any) -> ReplayPage:
        """The page to look back."""
        page = ReplayPage(self.parts.pieces)
        page.slider.observe(self._on_slide, "value")
        self._press((page.play, self.replaying.toggle), (page.present, self._leave_replay))
        self.replaying.page = page
        return page

    @cached_property
    def against(self: Any) -> OpponentPage:
        """The page to choose an opponent."""
        page = OpponentPage(self.parts.pieces, players())
        self._press(*((button, partial(self._play_against, name)) for name, button in page.chosen.items()))
        return page

    @cached_property
    def saving(self: Any) -> SavingPage:
        """The page with the game's code."""
        page = SavingPage(self.parts.pieces)
        self._press((page.show_code, self._show_code), (page.copy, self._copy))
        self._press((page.download, self._download), (page.resume, self._resume))
        return page

    @cached_property
    def offer(self: Any) -> Offer:
        """The offer of an earlier game."""
        offer = Offer(self.parts.pieces)
        self._press((offer.go_on, self._go_on), (offer.start_new, self._start_new))
        return offer

    def _offer_earlier(self: Any) -> None:
        """Offer an earlier game, or take the offer away."""
        offered = self._earlier and self._earlier.is_offered(self.game, self.you, self._begun)
        if offered:
            self.offer.show(self._earlier.as_html(), *self._earlier.choices)
        self.parts.offered.children = [self.offer] if offered else []

    def _page_called(self: Any, name: str) -> Any:
        own = {REPLAY: lambda: self.replay, SAVING: lambda: self.saving, OPPONENT: lambda: self.against}
        return own.get(name, lambda: self.text)()

    # --- entrances --------------------------------------------------------------------------

    @guarded
    def _on_heard(self: Any, content: dict[str, Any]) -> None:
        """A code that the browser has kept; whether copying worked."""
        what = content.get("what")
        if what == "copied":
            with self.together():
                well = content.get("well") is True
                self.say("The code is on the clipboard." if well else "Copy it by hand: Ctrl-C in the code's box.")
        elif what == "shelved" and self._earlier is None and not self.game.is_shared:
            self._earlier = keeping.earlier_in_browser(self.game, content.get("code", ""))
            self._offer_earlier()
            if self._earlier and content.get("old") is True:
                self.parts.shell.adopt(self._earlier.shelved)

    @entrance
    def _on_rule(self: Any, content: dict[str, Any]) -> None:
        """A rule's number or a word was pressed: open its card beside the board; or shut the one that is open."""
        under = self.choice.under or self.choice
        if content.get("what") == "shut":
            if self.choice.under:
                said, refused, brief = self.choice.said
                self.say(said, refused=refused, brief=brief)
            self.choice = under
            return
        panel, said, brief = panels.pressed(content)
        before = self.choice.said if self.choice.under else (self.said, self.refused, self.brief)
        self.choice = replace(under, panel=panel, under=under, said=before)
        self.say(said, brief=brief)

    @guarded
    def _on_change(self: Any) -> None:
        """The game has changed, here or in a cell."""
        self.show()

    @entrance
    def _on_place(self: Any, place: str) -> None:
        if self._is_late():
            return
        if self.curtain:
            self.say(self.curtain_says())
        elif self.mine():
            self.follow(self.choice.chooser.click(place), place)
        else:
            self.look(place)
            if self.theirs():
                self.say(f"{opening(self.game.side):is} giving orders. {HOLDS} {self.said}")

    @entrance
    def _on_unit(self: Any, unit: str) -> None:
        """A counter was clicked at its own spot: name it, if that is all that is asked, or take it up."""
        if self._is_late() or not self.mine():
            return
        self.follow(self.choice.chooser.click_unit(unit), self.game.unit(unit).place)

    @entrance
    def _on_look(self: Any, place: str) -> None:
        """The keyboard's cursor has moved: say what lies there, and what it would cost to go there."""
        position, chooser = self.position, self.choice.chooser
        said = position.describe(place).replace("\n", " ")
        cost = position.reach(chooser.unit).get(place) if self.mine() and chooser.unit else None
        self.choice = Choice(chooser, panel=panels.look(position.describe(place)), place=place)
        self.say(f"{said} {chooser.unit} could march here for {cost}." if cost else said)

    @entrance
    def _on_drop(self: Any) -> None:
        self._drop()

    @entrance
    def _on_action(self: Any, _: Any, press: Any, __: Any) -> None:
        """A button of the moment was pressed, or too soon after another one had been there."""
        match press:
            case {"what": "pressed"} if do := self._meant_by(press):
                do()
            case {"what": "pressed"}:
                self.say(LATE)
            case {"what": "hasty"}:
                self.say(f"{HASTY} {self.says_asked()}")

    @entrance
    def _on_pause(self: Any, _: Any, press: Any, __: Any) -> None:
        """A button of a decision was pressed."""
        if isinstance(press, dict) and (do := self.card.meant_by(press)):
            do()

    def _meant_by(self: Any, press: dict[str, Any]) -> Callable[[], None] | None:
        rows = (self.parts.actions, *self.parts.coach)
        return next(filter(None, (row.meant_by(press, self.number) for row in rows)), None)

    @entrance
    def _on_button(self: Any, do: Callable[[], None], _: Any) -> None:
        do()

    @entrance
    def _on_switch(self: Any, change: dict[str, Any]) -> None:
        """Say what a mark means that is switched on; the mark itself is drawn when everything is shown."""
        if change["new"]:
            self.say(f"{change['owner'].tooltip}.")

    @entrance
    def _on_stops(self: Any, change: dict[str, Any]) -> None:
        """Stop at decisions, or no more."""
        self.decisions = self.aside.on = change["new"]
        self.say(f"{change['owner'].tooltip}." if change["new"] else "The game does not stop at decisions any more.")

    @entrance
    def _on_shared(self: Any, change: dict[str, Any]) -> None:
        """Let two people go on with this game at this desk, or one person against the opponent again."""
        you, opponent = (None, None) if change["new"] else self._seats
        self._seat(you, opponent)
        plays = f"{opening(you):plays} against {in_words(str(opponent))}." if you else f"{change['owner'].tooltip}."
        self.say(f"{plays} {self.says_asked()}")
        self.opposing.begin()

    def _seat(self: Any, you: str | None, opponent: Any) -> None:
        """Let these play from now on."""
        self.opposing.stop()
        self.you, self.opponent = you, opponent
        self.opposing = Opposing(self, find_opponent(opponent) if opponent else None, self.game.seed)
        self.talk.sit(you)
        self._put_down()
        self.name_opponent()

    def name_opponent(self: Any) -> None:
        """Say on its tab who the opponent is."""
        if tab := self.parts.tabs_of.get(OPPONENT):
            found = find_opponent(self.opponent) if self.opponent else None
            named = f"machine ({found.name})" if isinstance(found, Player) else "your own"
            tab.description = f"{OPPONENT}: {named}" if found else OPPONENT

    def _play_against(self: Any, name: str) -> None:
        """Let another opponent go on with this game."""
        self._seats = self._seats[0], name
        if self.parts.shared.value:
            self.parts.shared.value = False  # which seats it
        else:
            self._seat(*self._seats)
        other = next(side for side in self.game.sides if side != self.you)
        self.say(f"From now on {in_words(name)} plays {noun(other)}. {self.says_asked()}")
        self.opposing.begin()

    @guarded
    def _on_zoom(self: Any, change: dict[str, Any]) -> None:
        self.map.zoom(change["new"])
        self.map.centre_on(self.showing.scene().place or scene.middle(self.position))

    @guarded
    def _on_typed(self: Any, change: dict[str, Any]) -> None:
        """A letter more or less: say how the line may go on."""
        line = change["new"][:LONGEST_TYPED]
        head = line[: len(line) - len(line.split(" ")[-1])]
        found = self.talk.completions(line) if line.strip() else ()
        self.parts.line.options = tuple(f"{head}{word}" for word in found[:MOST_OFFERED])

    @entrance
    def _on_submitted(self: Any, _: Any, content: Any, __: Any) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            self._say_it()

    @entrance
    def _on_slide(self: Any, change: dict[str, Any]) -> None:
        if self.page == REPLAY:
            self.replaying.go_to(change["new"])

    @entrance
    def _on_tab(self: Any, page: str, change: dict[str, Any]) -> None:
        if change["new"]:
            before, self.page = self.page, page
            if before:
                self.parts.tabs_of[before].value = False
            self._place_of(page).children = [self._page_called(page)]
            if page == REPLAY:
                self.parts.shell.bring_map()
        elif self.page == page:
            self.page = ""
            self._place_of(page).children = []
        else:
            self._place_of(page).children = []

    def _place_of(self: Any, page: str) -> Any:
        """Where a page opens: a replay above the map that it moves, all others at the foot of the desk."""
        return self.parts.film if page == REPLAY else self.parts.page

    def _leave_replay(self: Any) -> None:
        self.replaying.back()
        self.parts.tabs_of[REPLAY].value = False

    # --- the buttons of the moment --------------------------------------------------------------

    def actions(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        """List the buttons of the moment, and what they do."""
        if self.replaying.moment is not None:
            if self.page != REPLAY:  # which has that button itself
                yield "Back to the game", self.replaying.back
            yield from self._from_here()
        elif self.curtain:
            yield f"I play {noun(self.game.side)}: go on", self._lift_curtain
        elif self.mine():
            yield from scene.actions(self.choice, self.give_by_button, self.turn_to)
            yield from self._for_the_turn()
        elif self.theirs():
            yield from self._opponents_actions()
            yield from self._out_of_standing()
        elif self.game.outcome and not self.game.is_shared:
            yield from self._afterwards()
        if self.left and self.replaying.moment is None:
            yield from self._out_of_what_if()

    def _opponents_actions(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        if self.opposing.is_held:
            yield f"Let {noun(self.game.side)} go on", self.opposing.go_on
            return
        yield f"All {self.game.side} orders at once", self.opposing.skip
        yield f"Pause {noun(self.game.side)}", self.opposing.hold

    def _for_the_turn(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        """Offer an answer that holds until the turn is over, or to be asked again."""
        for label, order in self.standing.offered(self.position):
            yield label, partial(self.standing.hold, order)
        yield from self._out_of_standing()

    def _out_of_standing(self: Any) -> Iterator[tuple[str, Callable[[], None]]]:
        if self.standing.holding:
            yield LIFT, self._ask_again

    def _ask_again(self: Any) -> None:
        self.standing.lift()
        self.say(f"From now on you are asked again. {self.says_asked()}")

    def _lift_curtain(self: Any) -> None:
        self.talk.catch_up()  # orders may have come from a cell
        self.talk.answer("")  # what it tells stands beside the map
        self.say(f"Now you play {noun(self.game.side)}.")
        self._put_down()  # what was offered until now was what the other side sees

    # --- what they do -----------------------------------------------------------------------

    def _is_late(self: Any) -> bool:
        """Tell whether this press was meant for an earlier state; the page says so with each press."""
        meant_for, self.map.meant_for = self.map.meant_for, None
        if meant_for is None or meant_for == self.number:
            return False
        self.say(LATE)
        return True

    def take_back(self: Any) -> None:
        """Take the reader's last order back, and whatever was answered to it."""
        self.opposing.stop()
        self.standing.lift()
        self.replaying.back()
        self._tell(self.talk.undo)

    def _redo(self: Any) -> None:
        self.opposing.stop()
        self._tell(self.talk.redo)

    def _tell(self: Any, do: Callable[[], str]) -> None:
        try:
            told = do().removesuffix(self.talk.asked()).split("\n")
            self._put_down()
            self.news()  # is among what was told
            self.say(" ".join(filter(None, [*told, self.says_asked()])))
        except RuleViolation as refused:
            self._refuse(_why_not(refused), "")
        self._branch = self.game.what_if
        self.opposing.begin()

    def _drop(self: Any) -> None:
        self._put_down()
        self.say(self.talk.view.prompt.text)

    def _say_it(self: Any) -> None:
        line = self.parts.line.value
        if not line.strip():
            return
        self.talk.catch_up()
        note, self.since = self.begin_journal(), len(self.game.entries)
        answer = self.talk.answer(line)
        self.parts.line.value, self.parts.line.options = "", ()
        self.parts.answer.value = panels.told(f"“{line[:80]}”", f"{answer}\n{note}".strip())
        self.say(answer)
        if self.talk.refused:
            refused = self.talk.refused
            order = getattr(refused.order, "order", refused.order)
            self._refuse(with_advice(self.talk.view, order, _why_not(refused)), "")
        self._after_talk()
        self._branch = self.game.what_if
        self.opposing.begin()

    def _show_code(self: Any) -> None:
        self.saving.code.value = code = self.game.code()
        self.parts.shell.shelve(code)
        seats = {"you": self.you, "opponent": self.opponent}
        line = "".join(f', {name}="{who}"' for name, who in seats.items() if who)
        line = f'fm.desk(fm.resume("the code"){line})'
        self.say(
            f"This code brings the game back: paste it here, or into {line} in a box. Your browser keeps it as well."
            + (f" {BOTH_HANDS}" if self.talk.hides else "")
        )

    def _copy(self: Any) -> None:
        self._show_code()
        self.parts.shell.copy(self.saving.code.value)

    def _download(self: Any) -> None:
        if self.talk.hides:
            self.say(HIDDEN)
            return
        setup = self.game.setup
        self.parts.shell.download(f"{setup.system}-{setup.scenario}.txt", self.game.record(checked=True))
        self.say("The record is on its way to your folder of downloads; fm.load reads it again.")

    def _resume(self: Any) -> None:
        answer = self.talk.answer(f"resume {self.saving.code.value}")
        self.say(answer)
        self._after_talk()

    def _after_talk(self: Any) -> None:
        """Go on with a game that the talk has gone over to; offer what could be read of one that is broken."""
        if self.talk.game is not self.game:
            self.take_over(self.talk.game)
        elif rescued := keeping.rescued(self.talk.broken, self.game):
            self._earlier = rescued
            self._offer_earlier()
            self.say(f"{self.said}\n{rescued.says} A button at the head of the desk goes on from there.")

    def _go_on(self: Any) -> None:
        earlier, self._earlier = self._earlier, None
        self._offer_earlier()
        if earlier:
            self.take_over(earlier.game)
            given = len(self.game.orders)
            self.say(f"Here you left off, after {given} order{'s' if given != 1 else ''}. {self.talk.view.prompt.text}")

    def _start_new(self: Any) -> None:
        earlier, self._earlier = self._earlier, None
        self._offer_earlier()
        if earlier:
            earlier.set_aside(self.parts.shell.forget)
        self.say(self.talk.view.prompt.text)


def _why_not(refused: RuleViolation) -> Verdict:
    return Verdict(str(refused.order), refused.reasons)
