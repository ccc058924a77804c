"""Markup taken apart: its tags as they were written, the texts between them, and what stands within what.

Whatever is taken apart comes out letter by letter as it was: the pieces of a text, joined, are the text.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import escape, unescape
from html.parser import HTMLParser
from itertools import accumulate
from typing import Final, NamedTuple, final

__all__ = ["Element", "Piece", "elements", "is_balanced", "labelled", "leaves", "pieces", "stretches", "words_of"]

BLOCKS: Final = frozenset((
    "p", "div", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd",
    "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "br", "hr", "figure", "figcaption",
    "blockquote", "header", "footer", "nav", "svg", "g", "title", "desc", "text", "style", "script", "caption",
    "option",
))  # fmt: skip
UNSEEN: Final = frozenset({"style", "script"})
WORDED: Final = re.compile(r'\b(title|aria-label|alt|placeholder|data-button|data-label)=("[^"]*"|\'[^\']*\')')
"""Attributes that a reader sees or hears, in a tag as it was written."""


class Piece(NamedTuple):
    """A tag as it was written, or the text up to the next one."""

    text: str
    tag: str = ""  # a text has none
    step: int = 0  # 1 where an element begins, -1 where it ends, 0 where it does neither


class Element(NamedTuple):
    """An outermost element and what is within it, or words between two of them, which have no tags."""

    begin: str
    within: str
    end: str


@final
class _Tags(HTMLParser):
    """Notes where each tag of a text begins and ends."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, int, str, int]] = []
        self._markup, self._lines = markup, [0, *accumulate(len(line) + 1 for line in markup.split("\n"))]
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: object, step: int = 1) -> None:  # noqa: ARG002
        self._note(len(self.get_starttag_text() or ""), tag, step)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.handle_starttag(tag, attrs, 0)

    def handle_endtag(self, tag: str) -> None:
        self._note(self._to_its_end(0), tag, -1)

    def handle_comment(self, data: str) -> None:
        self._note(self._to_its_end(len(data)), "!", 0)

    def _to_its_end(self, passed: int) -> int:
        end = self._markup.find(">", self._at + passed)
        return (len(self._markup) if end < 0 else end + 1) - self._at

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _note(self, length: int, tag: str, step: int) -> None:
        self.found.append((self._at, self._at + length, tag, step))


@lru_cache(maxsize=256)
def pieces(markup: str) -> Sequence[Piece]:
    """Take markup apart into tags and the texts between them.

    >>> [piece.text for piece in pieces('<b>2 < 3</b>, too')]
    ['<b>', '2 < 3', '</b>', ', too']
    """
    found, done = [], 0
    for begin, end, tag, step in _Tags(markup).found if "<" in markup else ():
        found += [Piece(markup[done:begin])] * (done < begin) + [Piece(markup[begin:end], tag, step)]
        done = end
    return (*found, Piece(markup[done:])) if done < len(markup) else tuple(found)


def stretches(markup: str) -> Iterator[tuple[str, bool]]:
    """Return the words between blocks, with what stands in them inline, and what is not told; True with words."""
    words, unseen = "", ""
    for piece in pieces(markup):
        if not unseen and piece.tag not in BLOCKS:
            words += piece.text
            continue
        yield words, True
        yield piece.text, False
        words = ""
        if piece.tag in UNSEEN:
            unseen = piece.tag if piece.step > 0 else ""
    yield words, True


def labelled(markup: str, tell: Callable[[str], str]) -> str:
    """Let the words of attributes be told, in all tags."""

    def attribute(found: re.Match[str]) -> str:
        return f'{found[1]}="{escape(tell(unescape(found[2][1:-1])), quote=True)}"'

    told = (WORDED.sub(attribute, text) if tag and "=" in text else text for text, tag, _ in pieces(markup))
    return "".join(told)


def words_of(markup: str) -> str:
    """Return the texts alone.

    >>> words_of("Click <u>B1</u>.")
    'Click B1.'
    """
    return "".join(piece.text for piece in pieces(markup) if not piece.tag)


def is_balanced(markup: str) -> bool:
    """Tell whether all that begins in a text ends there."""
    depths = [*accumulate((piece.step for piece in pieces(markup)), initial=0)]
    return min(depths) >= 0 == depths[-1]


def elements(markup: str) -> Iterator[Element]:
    """Take inline markup apart: each outermost element with what is within it, and the words between them."""
    begin, within, depth = "", "", 0
    for text, tag, step in pieces(markup):
        if not tag:
            within += text
            continue
        if (depth, step) == (0, 1):
            yield Element("", within, "")
            begin, within = text, ""
        elif (depth, step) == (1, -1):
            yield Element(begin, within, text)
            begin, within = "", ""
        elif depth == 0:
            yield Element("", within, text)
            within = ""
        else:
            within += text
        depth = max(0, depth + step)
    yield Element(begin, within, "")


def leaves(markup: str) -> Iterator[Element]:
    """Return the innermost elements, which hold words and nothing else."""
    found = pieces(markup)
    for (begin, tag, step), words, (end, closed, back) in zip(found, found[1:], found[2:], strict=False):
        if (step, back) == (1, -1) and tag == closed and not words.tag:
            yield Element(begin, words.text, end)
