"""Papers of the time and people of the time: cards to unfold, each with its source and with how far to trust it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from textwrap import fill
from typing import Any, Final, final

from msgspec import Struct

from fmbook.books.cards import MARKUP
from fmbook.core.calls import checked
from fmbook.core.data import data_root, load, systems_with
from fmbook.core.errors import DataError, NoSuchName
from fmbook.core.language import spoken_here, told
from fmbook.text.wording import counted, listed

__all__ = ["Clash", "Document", "Documents", "Life", "Lives", "Papers", "documents", "lives", "papers"]
__all__ += ["papers_by_place"]

WIDE: Final = 96
MOST_QUOTED: Final = 15  # words of a phrase
LETTERS: Final = "ABCDEFGH"
SECURE: Final = ("http://", "https://")

Field = tuple[str, str]  # a word before it, and the text


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A paper: who wrote it when and to whom, what it says in our words, one phrase of its own, how far to trust it."""

    title: str
    who: str
    when: str
    to: str
    says: str
    phrase: str
    trust: str
    ask: str
    source: str
    rights: str
    gloss: str = ""  # the phrase in English
    link: str = ""  # where it can be opened; without one it has to be ordered
    place: str = ""  # of the theatre's map

    def fields(self) -> Iterator[Field]:
        """List what stands on the card, in its order."""
        yield "Who", f"{self.who}. When: {self.when}. To whom: {self.to}."
        yield "It says", self.says
        yield "In its own words", f"“{self.phrase}”{f' ({self.gloss})' if self.gloss else ''}"
        yield "How far to trust it", self.trust
        yield "Ask", self.ask
        if self.place:
            yield "On the map", f"{self.place}."
        yield "Source", f"{self.source}. Rights: {self.rights}."


class Clash(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where two papers contradict each other, or one the facts; ``between`` counts documents from 1."""

    between: tuple[int, ...]
    says: str
    ask: str


class Life(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who was there; ``side`` is a side of the game, or civilian."""

    name: str
    who: str
    says: str
    trust: str
    source: str
    side: str

    def fields(self) -> Iterator[Field]:
        """List what stands on the card, in its order."""
        yield "", self.says
        yield "How far to trust it", self.trust
        yield "Source", f"{self.source}."


class Papers(Struct, frozen=True, forbid_unknown_fields=True):
    """What a system's file holds: the question that the papers answer, the papers, where they clash, and lives."""

    central: str
    document: tuple[Document, ...]
    clash: tuple[Clash, ...]
    life: tuple[Life, ...]


@spoken_here
class _Folded:
    """Cards under their titles, each to be unfolded; on a terminal they lie open."""

    def _cards(self) -> Iterator[tuple[str, Sequence[Field], str]]:
        """Yield title, fields and link of each card."""
        raise NotImplementedError

    def _head(self) -> str:
        return ""

    def __str__(self) -> str:
        lines = [_filled("", self._head())] if self._head() else []
        for title, fields, link in self._cards():
            linked = [("", link)] if link else []
            lines += ["", title, *(_filled(f"{name}: " if name else "", text) for name, text in (*fields, *linked))]
        return "\n".join(lines).strip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = f"<p>{_tag('strong', self._head())}</p>" if self._head() else ""
        return head + "".join(_html(*card) for card in self._cards())

    def _repr_markdown_(self) -> str:
        head = f"**{self._head().translate(MARKUP)}**\n\n" if self._head() else ""
        return head + "\n\n".join(_markdown(*card) for card in self._cards())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))


@spoken_here
@final
class Documents(_Folded):
    """The papers of a chapter, lettered A, B, C, and what speaks against what."""

    def __init__(self, found: Papers) -> None:
        self.papers = found

    def __getitem__(self, letter: str) -> Document:
        """Return a paper by its letter."""
        letters = LETTERS[: len(self.papers.document)]
        if letter not in tuple(letters):
            raise NoSuchName("document", letter, letters)
        return self.papers.document[letters.index(letter)]

    def __len__(self) -> int:
        return len(self.papers.document)

    def _head(self) -> str:
        return self.papers.central

    def _cards(self) -> Iterator[tuple[str, Sequence[Field], str]]:
        for letter, paper in zip(LETTERS, self.papers.document, strict=False):
            yield f"{letter} · {paper.title}", tuple(paper.fields()), paper.link
        for clash in self.papers.clash:
            named = listed(LETTERS[number - 1] for number in clash.between)
            yield f"What does not fit: {named}", (("", clash.says), ("Ask", clash.ask)), ""


@final
class Lives(_Folded):
    """People who were there: a civilian, and somebody from either side."""

    def __init__(self, found: Papers) -> None:
        self.people = found.life

    def __len__(self) -> int:
        return len(self.people)

    def _cards(self) -> Iterator[tuple[str, Sequence[Field], str]]:
        for life in self.people:
            yield f"{life.name}, {life.who}", tuple(life.fields()), ""


# --- on the page ---------------------------------------------------------------------------------------


def _filled(head: str, text: str) -> str:
    return fill(told(f"{head}{_joined(text)}"), WIDE, initial_indent="  ", subsequent_indent="  ")


def _html(title: str, fields: Sequence[Field], link: str) -> str:
    lines = "".join(f"<p>{_tag('em', f'{name}:') + ' ' if name else ''}{_safe(text)}</p>" for name, text in fields)
    address = escape(link)
    linked = f'<p><a href="{address}" target="_blank" rel="noreferrer">{address}</a></p>' if link else ""
    return f"<details><summary>{_safe(title)}</summary><blockquote>{lines}{linked}</blockquote></details>"


def _markdown(title: str, fields: Sequence[Field], link: str) -> str:
    lines = (f"{f'*{name}:* ' if name else ''}{_safe(text)}" for name, text in fields)
    linked = (f"<{link}>",) if link else ()
    return "\n\n".join([f"<details><summary>{_safe(title)}</summary>", *lines, *linked, "</details>"])


def _tag(tag: str, text: str) -> str:
    return f"<{tag}>{_safe(text)}</{tag}>"


def _safe(text: str) -> str:
    """Return a text that no page takes for markup or for a formula."""
    return _joined(text).translate(MARKUP)


def _joined(text: str) -> str:
    return " ".join(text.split())


# --- on disk -------------------------------------------------------------------------------------------


@cache
def papers(system: str) -> Papers:
    """Read the papers of a system."""
    if system not in (known := systems_with("documents")):
        raise NoSuchName("documents", system, known)
    return read_papers(f"{system}/documents.toml")


@cache
def papers_by_place(system: str) -> Mapping[str, str]:
    """Return the letters of the papers that belong to a place, by its name on the theatre's map: ``A, B``."""
    if not (data_root() / system / "documents.toml").is_file():
        return {}
    found: dict[str, list[str]] = {}
    for letter, paper in zip(LETTERS, papers(system).document, strict=False):
        if paper.place:
            found.setdefault(paper.place, []).append(letter)
    return {place: ", ".join(letters) for place, letters in found.items()}


def read_papers(file: str, **where: Any) -> Papers:
    """Read a file of papers afresh; a slip in it is a `DataError` that names the place."""
    found = load(Papers, file, **where)
    for place, problem in _slips(found):
        raise DataError(file, place, problem)
    return found


def _slips(found: Papers) -> Iterator[tuple[str, str]]:
    for number, paper in enumerate(found.document):
        if (words := len(paper.phrase.split())) > MOST_QUOTED:
            yield f"$.document[{number}].phrase", f"expected {MOST_QUOTED} words at most, found {words}"
        if paper.link and not paper.link.startswith(SECURE):
            yield f"$.document[{number}].link", "expected an address of the web"
    for number, clash in enumerate(found.clash):
        if unknown := [each for each in clash.between if not 0 < each <= len(found.document)]:
            count = counted(len(found.document), "document")
            yield f"$.clash[{number}].between", f"there are {count}, and none has the number {unknown[0]}"


@checked
def documents(system: str) -> Documents:
    """Show the papers of a chapter: ``fm.documents("vimy")``; ``fm.documents("vimy")["A"]`` is one of them.

    >>> import fmbook as fm
    >>> print(str(fm.documents("vimy")).splitlines()[0])
      Who won Vimy Ridge, and who decided what it meant?
    """
    return Documents(papers(system))


@checked
def lives(system: str) -> Lives:
    """Show people who were there: ``fm.lives("vimy")``.

    >>> import fmbook as fm
    >>> print(str(fm.lives("vimy")).splitlines()[0])
    Arthur-Martial Lecomte, a child in Méricourt, behind the German line
    """
    return Lives(papers(system))
