"""The language in which readers are told things. Whatever reaches a reader passes ``told`` or one of its kin.

The doors are few: what widgets send to a page (``fmbook.widgets.page.told``), what a cell shows (``spoken_here`` on a
class), what the conversation in words answers, and words on a map. Before a door everything is English. A text is told
as a whole if it can be; else line by line, sentence by sentence, and last piece by piece between marks; whatever has no
translation stays as it is.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from html import escape, unescape
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from fmbook.core.calls import checked
from fmbook.core.catalogue import HOLE, Catalogue, digest, recased, texts_of
from fmbook.core.data import data_root
from fmbook.core.errors import NoSuchName
from fmbook.core.markup import Element, elements, is_balanced, labelled, leaves, pieces, stretches, words_of

__all__ = ["language", "languages", "missed", "spoken_here", "told", "told_html", "told_markdown"]

ENGLISH: Final = "en"
VARIABLE: Final = "FMBOOK_LANGUAGE"
TYPED: Final = "typed"
"""A hole for what readers type: commands are not translated."""
LAST: Final = 20  # letters by which a text is known as told
T = TypeVar("T", bound=type)

LABEL: Final = re.compile(r"(\*{0,2})([^.:*]{2,40})(:\*{0,2}|:)\s+(.+)", re.DOTALL)
SENTENCE: Final = re.compile(r"(?<=[.?!])(?<!^\d\.)(?<!\bNo\.(?= \d+ [A-Z]))\s+(?=[“\"(]?[A-Z0-9½])")
CITED: Final = re.compile(r"(\s*)(.*?)(?:(\s\()((?=[a-z])[^()]*\b[a-z]+ [\dA-Z]+\.\d[^()]*)(\)))?(\s*)", re.DOTALL)
"""A line, and the rule in brackets at its end."""
JOINED: Final = re.compile(r"(, | and | or |\(|\)|; )")
GAP: Final = re.compile(r"(\s{2,})")
PROSE: Final = re.compile(r"(?<![\w:./+-])[a-z]{2,}(?![\w:/(]|\.[a-z])")
MARKS: Final = re.compile(r"(\*\*|(?<!\w)[*_](?=\w)|(?<=[\w.?!])[*_](?!\w)|`[^`]*`|^\s*(?:[-#>|]+|\d+\.)\s+|\s*\|\s*)")


class _Told:
    """What is being told, in this process."""

    code = ENGLISH
    watched: "set[str] | None" = None
    said: "set[str]" = set()  # noqa: RUF012 - it is never changed, only replaced


@checked
def language(code: str = "") -> str:
    """Tell everything in another language from now on: ``fm.language("nl")``. Without a code, say which it is.

    It holds for this session of Python. A session begins in the language of the variable ``FMBOOK_LANGUAGE``, or in
    English. What has no translation is told in English.

    >>> import fmbook as fm
    >>> fm.language("nl")
    'nl'
    >>> print(fm.new_game("drill", "first_steps").can("move B1 0406"))
    B1 naar 0406 laten gaan: niet toegestaan.
    0406 is door de vijand bezet (regel 5.1)
      Probeer: stop ernaast, en val die hex aan in de gevechtsfase.
    >>> fm.language("en")
    'en'
    """
    if code:
        if code not in languages():
            raise NoSuchName("language", code, languages())
        _Told.code = code
        _whole.cache_clear()
    return _Told.code


@cache
def languages() -> tuple[str, ...]:
    """The languages that we have, English first."""
    return (ENGLISH, *sorted(path.stem for path in (data_root() / "languages").glob("*.po")))


@contextmanager
def missed() -> Any:
    """Collect what is told without a translation, for tests and translators; what comes by twice is not counted."""
    found: set[str] = set()
    before, _Told.watched, _Told.said = _Told.watched, found, set()
    _whole.cache_clear()
    try:
        yield found
    finally:
        _Told.watched = before
        all_said = "\n".join(_Told.said)
        found -= {each for each in found if each[-LAST:] in all_said or each.rpartition(": ")[2] in all_said}


def told(text: str) -> str:
    """Return a plain text in the language of the session.

    >>> told("0406 is held by the enemy")
    '0406 is held by the enemy'
    """
    return text if _Told.code == ENGLISH or not text else _plain(text)


def told_html(markup: str) -> str:
    """Return markup in the language of the session: its texts, and the words of its attributes."""
    if _Told.code == ENGLISH or not markup:
        return markup
    if "<" not in markup and "&" not in markup:
        return _plain(markup)
    parts = stretches(labelled(markup, _plain))
    return "".join(_run(each) if is_words else each for each, is_words in parts)


def told_markdown(text: str) -> str:
    """Return Markdown in the language of the session."""
    if _Told.code == ENGLISH or not text:
        return text
    return "\n".join(map(_marked_line, text.split("\n")))


def spoken_here(kind: T) -> T:
    """Mark a class whose words a cell shows: they are told in the language of the session."""
    doors: dict[str, Callable[[str], str]] = {
        "__str__": told,
        "_repr_html_": told_html,
        "_repr_markdown_": told_markdown,
    }
    for name, door in doors.items():
        if name in vars(kind):
            setattr(kind, name, _through(door, vars(kind)[name]))
    return kind


def _through(door: Callable[[str], str], method: Callable[..., Any]) -> Callable[..., Any]:
    def spoken(self: Any) -> Any:
        words = method(self)
        return door(words) if isinstance(words, str) else words

    spoken.__doc__, spoken.__name__ = method.__doc__, method.__name__
    return spoken


# --- finding a translation ------------------------------------------------------------------


@cache
def _catalogue(code: str) -> Catalogue:
    return Catalogue(data_root() / "languages" / f"{code}.po", _beside(code))


def beside(code: str) -> list[Path]:
    """List the data files in another language; each stands beside its original."""
    return sorted(path for kind in ("toml", "tsv") for path in data_root().glob(f"**/*.{code}.{kind}"))


def _beside(code: str) -> dict[str, str]:
    """Pair each text of a data file with the one beside it: only where it is the text that was translated."""
    root, pairs = data_root(), {}
    for path in beside(code):
        original = path.with_name(path.name.replace(f".{code}.", "."))
        texts, seen = texts_of(original), seen_by(code).get(original.relative_to(root).as_posix(), {})
        for at, said in texts_of(path).items():
            if at in texts and seen.get(at) == digest(texts[at]):
                pairs[texts[at]] = said
    return pairs


@cache
def seen_by(code: str) -> dict[str, dict[str, str]]:
    """Which text stood at each place when it was translated, by file and place."""
    path, seen = data_root() / "languages" / f"{code}.seen.tsv", cast("dict[str, dict[str, str]]", {})
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        name, at, mark = line.split("\t")
        seen.setdefault(name, {})[at] = mark
    return seen


@lru_cache(maxsize=20_000)
def _whole(text: str, inside: bool = False) -> str | None:
    """Return a text that has a translation as a whole, its holes filled; None if it has not."""
    said = _found(text, inside)
    if said and _Told.watched is not None:
        _Told.said.add(said)
    return said


def _found(text: str, inside: bool) -> str | None:
    known = _catalogue(_Told.code)
    said = known.whole(text, inside=inside)
    if said is not None:
        return said
    return next((made for made, left in _made(text, inside) if not left), None)


def _made(text: str, inside: bool = False) -> Iterator[tuple[str, int]]:
    """Fill every template that a text fits; also say how many holes are left in English."""
    for key, fills, form in _catalogue(_Told.code).filled(text, inside=inside):
        parts = {name: _as_typed(fill) if name == TYPED else _fill(fill) for name, fill in fills.items()}
        words = {name: fills[name] if part is None else part for name, part in parts.items()}
        made = HOLE.sub(lambda hole, words=words: words.get(hole[1], hole[0]), form)  # type: ignore[misc]
        yield recased(text, key, made), sum(part is None for part in parts.values())


def _as_typed(text: str) -> str:
    """Leave what is typed as it is, a word or several; tell what joins them."""
    return "".join(_one_of_a_list(each) or each if at % 2 else each for at, each in enumerate(JOINED.split(text)))


def _fill(text: str) -> str | None:
    """Tell what fills a hole; None if it should have a translation and has none."""
    if any(each.tag for each in pieces(text)):
        parts = [each.text if each.tag else _fill(each.text) for each in pieces(text)]
        return None if None in parts else "".join(cast("list[str]", parts))
    if not text.strip():
        return text
    said = _whole(text.strip(), inside=True)
    if said is not None:
        return text.replace(text.strip(), said)
    return _listed(text) if PROSE.search(text) else text


def _listed(text: str) -> str | None:
    """Tell a list of things, each of which has a translation or needs none."""
    parts = JOINED.split(text)
    if len(parts) == 1:
        return None
    said = [_one_of_a_list(each) for each in parts]
    return None if None in said else "".join(cast("list[str]", said))


def _one_of_a_list(text: str) -> str | None:
    said = _whole(text.strip(), inside=True)
    return text.replace(text.strip(), said) if said else None if PROSE.search(text) else text


def _plain(text: str) -> str:
    """Tell a text without markup."""
    said = _whole(text.strip())
    if said is not None:
        return text.replace(text.strip(), said)
    if "\n" in text:
        return "\n".join(map(_line, text.split("\n")))
    return _line(text)


def _line(text: str) -> str:
    before, words, *cited, after = cast("re.Match[str]", CITED.fullmatch(text)).groups()
    columns = GAP.split(words)  # in a text laid out in columns
    said = "".join(each if at % 2 else _sentences(each) for at, each in enumerate(columns))
    begin, rule, end = (each or "" for each in cited)
    return f"{before}{said}{begin}{_fill(rule) or rule}{end}{after}"


def _sentences(text: str) -> str:
    said = _whole(text) if text else text
    if said is not None:
        return said
    parts = SENTENCE.split(text)
    for most in range(len(parts) - 1, 0, -1):  # the longest beginning that is known, then the rest
        head = " ".join(parts[:most])
        if len(parts) > 1 and (known := _whole(head)) is not None:
            return f"{known} {_sentences(' '.join(parts[most:]))}"
    labelled = LABEL.fullmatch(text)
    if labelled and (label := _whole(labelled[2], inside=True)):
        return f"{labelled[1]}{label}{labelled[3]} {_sentences(labelled[4])}"
    if text.endswith(":") and (label := _whole(text[:-1], inside=True)):
        return f"{label}:"
    if len(parts) > 1:
        return f"{_pieces(parts[0])} {_sentences(' '.join(parts[1:]))}"
    return _pieces(text)


def _pieces(text: str) -> str:
    """Tell what stands on both sides of a mark that joins sayings."""
    for mark in (" · ", "; ", ": ", ", "):
        if mark in text:
            parts = [_whole(part, inside=True) for part in text.split(mark)]
            if any(parts) and all(
                said or not PROSE.search(part) for said, part in zip(parts, text.split(mark), strict=True)
            ):
                return mark.join(said or part for said, part in zip(parts, text.split(mark), strict=True))
    if _Told.watched is not None and PROSE.search(text):
        _Told.watched.add(text)
    return text


# --- markup ------------------------------------------------------------------------------------


def _run(text: str) -> str:
    """Tell a stretch of words between two blocks; what stands in it inline comes along."""
    if not text.strip():
        return text
    plain = _plainly(text)
    if not any(each.tag for each in pieces(text)):
        return _escaped(_plain(plain))
    if not is_balanced(text):
        return "".join(each.text if each.tag else _run(each.text) for each in pieces(text))
    inline = list(elements(text))
    if len([each for each in inline if any(each)]) == 1:
        return "".join(f"{begin}{_run(within)}{end}" for begin, within, end in inline)
    bare = words_of(plain).strip()
    if bare and (known := _known(bare)) is not None:
        return text.replace(text.strip(), _marked_again(known, text))
    return "".join(map(_piece, _grouped(inline)))


def _grouped(inline: Iterable[Element]) -> Iterator[Element]:
    """Put names that light up and the words around them together."""
    words = ""
    for begin, within, end in inline:
        if begin and not begin.startswith("<u"):
            yield Element("", words, "")
            yield Element(begin, within, end)
            words = ""
        else:
            words += f"{begin}{within}{end}"
    yield Element("", words, "")


def _piece(element: Element) -> str:
    begin, within, end = element
    if begin or "<" not in within:
        return f"{begin}{_run(within)}{end}"
    plain = words_of(_plainly(within)).strip()
    if plain and (known := _known(plain)) is not None:
        return within.replace(within.strip(), _marked_again(known, within))
    return "".join(each.text if each.tag else _run(each.text) for each in pieces(within))


def _plainly(text: str) -> str:
    return text.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")


def _known(text: str) -> str | None:
    """Tell a text, if each of its sentences has a translation."""
    before, _Told.watched = _Told.watched, set()
    try:
        said = _plain(text)
        return None if _Told.watched else said
    finally:
        _Told.watched = before


def _marked_again(said: str, marked: str) -> str:
    """Put the marks back around the same names, as far as they stand in the translation."""
    done, rest = "", escape(said, quote=False)
    for begin, words, end in leaves(marked):
        for each in (_whole(unescape(words), inside=True) or words, words):
            if found := re.search(rf"(?<![\w/]){re.escape(each)}(?![\w/]|\. [A-Z])", rest):
                done, rest = f"{done}{rest[: found.start()]}{begin}{each}{end}", rest[found.end() :]
                break
    return done + rest


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("&amp;lt;", "&lt;").replace("&amp;gt;", "&gt;").replace("&amp;#", "&#")


def _marked_line(line: str) -> str:
    if "<" in line and "span>&#" not in line:
        return told_html(line)
    said = _whole(line.strip()) if line.strip() else None
    if said is not None:
        return line.replace(line.strip(), said)
    pieces = MARKS.split(line)
    return "".join(each if at % 2 or not each.strip() else _plain(each) for at, each in enumerate(pieces))


_Told.code = code if (code := os.environ.get(VARIABLE, "")) and code in languages() else ENGLISH
