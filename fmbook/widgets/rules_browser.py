"""All rules on the page: type a word, choose a book, read a card, and see where the code and the tests hold it.

Everything is an ordinary control with a name, so keys alone are enough; every text is escaped.
"""

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from ipywidgets import HBox, Layout, Select, VBox

from fmbook.books.cards import KNOWN, Clause, RuleCard, book
from fmbook.library.search import STATUSES, Found, line, look_up, shelf
from fmbook.library.trace import trace
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import Dropdown, Text

__all__ = ["RulesBrowser"]

ALL: Final = ""
ROWS: Final = 22
NOTHING: Final = "No rule fits. Take a word away, or widen the choices above."


class RulesBrowser(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A list of rules to search, filter and read; what is not looked at is not made."""

    def __init__(self, found: Found) -> None:
        self.found = found
        query = found.query
        self._shell = PageShell(label="Rules")
        self._words = Text(
            query.words, description="Search", placeholder="a word, a number, a clause", layout={"flex": "2 1 200px"}
        )
        self._system = _choice("Book", [(book(system).title, system) for system in shelf()], query.system)
        self._known = _choice("Known how", [(words, word) for word, (_, words) in KNOWN.items()], query.provenance)
        self._status = _choice("Status", [(word, word) for word in STATUSES], query.status)
        self._list = Select(description="Rules", rows=ROWS, layout={"width": "100%", "margin": "0"})
        pieces = Pieces()
        self._card = pieces.words("fmbook-scroll", scrolled=True)
        self._places = pieces.toggle("Code, tests, chapters", "Show where this rule is held")
        self._places.layout = Layout()  # of its own, to be hidden where there is no rule
        filters = pieces.row(self._words, self._system, self._known, self._status)
        left = VBox([self._list], layout={"flex": "1 1 300px", "min_width": "0"})
        right = VBox([self._card, self._places], layout={"flex": "2 1 380px", "min_width": "0"})
        columns = HBox([left, right], _dom_classes=("fmbook-columns",))
        super().__init__([filters, self._shell, columns], _dom_classes=("fmbook-desk", "fmbook-rules"))
        self._tie(self._shell)
        self._show_list()
        for control in (self._words, self._system, self._known, self._status):
            control.observe(self._on_query, "value")
        self._list.observe(self._on_card, "index")
        self._places.observe(self._on_card, "value")

    @property
    def card(self) -> RuleCard | None:
        """The rule that is read."""
        index = self._list.index
        return self.found[index] if index is not None and index < len(self.found) else None

    # --- what the page sends -------------------------------------------------------------------------

    @guarded
    def _on_query(self, _: Any) -> None:
        wanted = {"system": self._system.value, "provenance": self._known.value, "status": self._status.value}
        self.found = look_up(self._words.value, **wanted)
        self._show_list()

    @guarded
    def _on_card(self, _: Any) -> None:
        self._show_card()

    # --- what the page shows -------------------------------------------------------------------------

    def _show_list(self) -> None:
        self._shell.says = f"{self.found.heading}." if len(self.found) else NOTHING
        with self._list.hold_sync():
            self._list.options = [line(card) for card in self.found]  # the first of them is then chosen
            self._list.index = 0 if len(self.found) else None
        self._show_card()

    def _show_card(self) -> None:
        card = self.card
        places = "".join(_held(card)) if card and self._places.value else ""
        self._places.layout.display = None if card else "none"
        self._card.value = f"<section>{''.join(_told(card))}{places}</section>" if card else ""

    # --- without a kernel ----------------------------------------------------------------------------

    def __repr__(self) -> str:
        return str(self.found)


def _choice(label: str, options: list[tuple[str, str]], chosen: str) -> Dropdown:
    return Dropdown(
        options=[("all", ALL), *options], value=chosen, description=label, layout={"flex": "1 1 150px", "width": "auto"}
    )


def _told(card: RuleCard) -> Iterator[str]:
    """A card from top to bottom."""
    yield f"<h3>{escape(card.heading)}</h3>{_paragraph(card.says)}"
    yield f"<p>{_known(card)}{_standing(card)}</p>"
    if card.clauses:
        yield f"<h4>Clauses</h4><ul>{''.join(map(_clause, card.clauses))}</ul>"
    if card.rulings:
        yield "<h4>Rulings</h4>"
    for ruling in card.rulings:
        yield f"<p><strong>{_words(ruling.question)}</strong><br>{_words(ruling.choice)} "
        yield f"<em>{_words(ruling.because)}</em>"
        yield f"{''.join(f'<br>{head}: {_words(text)}' for head, text in ruling.otherwise)}</p>"
    system, _, section = card.id.partition(":")
    slips = [slip for slip in book(system).slips if slip.section == section]
    if slips:
        yield "<h4>History</h4>"
    for slip in slips:
        yield f"<p>The booklet: {_words(slip.booklet)}<br>In fact: {_words(slip.fact)} "
        yield f"<em>{_words(slip.source)}.</em></p>"


def _clause(clause: Clause) -> str:
    because = f"<br><em>{_known(clause)}</em>" if clause.because else ""
    return f"<li>{_words(str(clause))}{because}</li>"


def _known(entry: RuleCard | Clause) -> str:
    mark, known = KNOWN[entry.provenance]
    return f"{mark} {_words(known)}{f': {_words(entry.because)}' if entry.because else ''}."


def _standing(card: RuleCard) -> str:
    return "" if card.status == "applied" else f" Status: {escape(card.status)}."


def _held(card: RuleCard) -> Iterator[str]:
    """Where each clause of a card is held, and the functions themselves."""
    found = trace(card.id)
    yield "<h4>Code, tests, chapters</h4>"
    for held in found.held:
        lacks = f" lacks {' and '.join(held.lacks)}" if held.lacks else ""
        places = "".join(f"<li>{part}: {escape(place)}</li>" for part, place in held.places)
        yield f"<p><strong>{escape(held.id)}</strong>{lacks}</p><ul>{places}</ul>"
    for part in found.code:
        yield f"<p>{escape(part.where)}</p><pre>{escape(part.text)}</pre>"
    if not found.code:
        yield "<p>No function has this number: it is held by data, or by the functions of another section.</p>"


def _paragraph(text: str) -> str:
    return f"<p>{_words(text)}</p>"


def _words(text: str) -> str:
    return escape(" ".join(text.split()))
