"""What a language has for our sentences: read from its catalogue, and from texts that stand beside the originals.

The key is the English sentence itself, with {names} for what is filled in. Rules and desk go on composing English; a
sentence that is about to be told is held against the keys, so nothing that judges knows of languages, and a sentence
that has changed is simply told in English. The file is gettext's own (.po), which every translator's tool writes; it is
read as it is, for a catalogue compiled ahead would be one more thing to build, and to forget.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from gettext import c2py
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = ["Catalogue", "Entry", "canonical", "digest", "entries_of", "recased", "texts_of"]

HOLE: Final = re.compile(r"\{(\w+)\}")
LONG: Final = frozenset({"says", "say", "hint", "reason", "why", "changes", "other", "option", "asked", "standing"})
"""Holes that may take more than one sentence."""
SHORT: Final = r"((?:(?![.?!]\s| · )[^\n])+?)"
NUMBER: Final = r"([-+−]?[\d.,/½%]*[\d½%])"
INSIDE: Final = "part"
"""The context of words that are told only where they fill a hole of another sentence."""
QUOTED: Final = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)?\s*"(.*)"$')


class Entry(NamedTuple):
    """One sentence of a catalogue; several forms, where something is counted."""

    key: str
    plural: str
    said: tuple[str, ...]
    context: str = ""


class Template(NamedTuple):
    """A sentence with holes. A hole whose name begins with ``n`` and goes on with digits or nothing takes numbers."""

    pattern: re.Pattern[str]
    firm: str
    """The longest piece without a hole, which is looked for first: that is quick."""
    holes: tuple[str, ...]
    entry: Entry


class Catalogue:
    """All that a language has."""

    def __init__(self, written: Path, pairs: Mapping[str, str]) -> None:
        entries = entries_of(written)
        self.plural = c2py(_rule_of_plurals(entries))
        self.exact = {canonical(english): (english, said) for english, said in pairs.items()}
        self.parts: dict[str, tuple[str, str]] = {}
        found: list[Template] = []
        for entry in entries:
            if not entry.key or not entry.said[0]:
                continue
            if HOLE.search(entry.key):
                found += (_template(key, entry) for key in (entry.key, entry.plural) if key)
                self.exact[canonical(entry.key)] = (entry.key, entry.said[0])  # for whoever fills the holes later
            else:
                book = self.parts if entry.context else self.exact
                book[canonical(entry.key)] = (entry.key, entry.said[0])
        self.templates = tuple(sorted(found, key=lambda each: -len(HOLE.sub("", each.entry.key))))

    def whole(self, text: str, *, inside: bool = False) -> str | None:
        """Return a text that is a key as it stands."""
        key = canonical(text)
        hit = (self.parts.get(key) if inside else None) or self.exact.get(key)
        return recased(text, *hit) if hit else None

    def filled(self, text: str, *, inside: bool = False) -> Iterator[tuple[str, dict[str, str], str]]:
        """List the templates that a text fits, the most telling first: key, what fills its holes, translation."""
        bare = text.rstrip().removesuffix(".")
        for pattern, firm, holes, entry in self.templates:
            if (firm in bare or firm[1:] in bare) and (inside or not entry.context):
                found = pattern.fullmatch(bare)
                if found:
                    fills = dict(zip(holes, found.groups(), strict=True))
                    yield entry.key, fills, self._form(entry, fills)

    def _form(self, entry: Entry, fills: Mapping[str, str]) -> str:
        if len(entry.said) == 1:
            return entry.said[0]
        number = next((fill for name, fill in fills.items() if _counts(name)), "1")
        return entry.said[self.plural(int(number))] if number.isdigit() else entry.said[-1]


def canonical(text: str) -> str:
    """Bring a sentence and its fragment to one form: one space, no stop at the end, no capital at the start."""
    text = " ".join(text.split()).removesuffix(".")
    return text[:1].lower() + text[1:]


def recased(text: str, key: str, said: str) -> str:
    """Give a translation the capital and the stop of what was to be told, where they differ from its key's.

    >>> recased("No way.", "no way", "geen weg")
    'Geen weg.'
    """
    text, key, said = text.strip(), key.strip(), said.strip()
    if text[:1] != key[:1] and text[:1].isalpha():
        said = (said[:1].upper() if text[:1].isupper() else said[:1].lower()) + said[1:]
    said = said.removesuffix(".") if key.endswith(".") and not text.endswith(".") else said
    return f"{said}." if text.endswith(".") and not said.endswith((".", "?", "!")) else said


def entries_of(path: Path) -> list[Entry]:
    """Read a .po file: what is marked fuzzy or left empty is not told."""
    found: list[Entry] = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")) if path.is_file() else ():
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#,") and "fuzzy" in line:
                break
            if part := QUOTED.match(line.strip()):
                name = part[1] or name
                fields[name] = fields.get(name, "") + re.sub(r"\\(.)", _unescaped, part[2])
        else:
            if "msgid" in fields:
                said = tuple(text for key, text in fields.items() if key.startswith("msgstr"))
                found.append(Entry(fields["msgid"], fields.get("msgid_plural", ""), said, fields.get("msgctxt", "")))
    return found


def texts_of(path: Path) -> dict[str, str]:
    """Return every text of a file by its path inside: ``exercise.2.question``, counted from 1; of a list, by its id."""
    if path.suffix == ".tsv":
        rows = (row.split("\t") for row in path.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:])
        return {id_: text for id_, text, *_ in rows}
    return dict(_texts(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def digest(text: str) -> str:
    """A short mark by which one sees that a text has changed since it was translated."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def _texts(value: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for number, each in enumerate(value, start=1):
            yield from _texts(each, f"{at}.{number}")


def _unescaped(found: re.Match[str]) -> str:
    return "\n" if found[1] == "n" else found[1]


def _rule_of_plurals(entries: list[Entry]) -> str:
    head = next((entry.said[0] for entry in entries if not entry.key), "")
    found = re.search(r"plural=([^;]+);", head)
    return found[1] if found else "n != 1"


def _counts(hole: str) -> bool:
    return hole[:1] == "n" and (not hole[1:] or hole[1:].isdigit())


def _fits(hole: str | None) -> str:
    if hole is None:
        return ""
    if hole == "side":
        return r"([^\n,.:·]+?)"
    return NUMBER if _counts(hole) else "(.+?)" if hole in LONG else SHORT


def _template(key: str, entry: Entry) -> Template:
    bare = key.strip().removesuffix(".")
    pieces = HOLE.split(bare)
    texts, holes = pieces[::2], tuple(pieces[1::2])
    pattern = "".join(re.escape(text) + _fits(hole) for text, hole in zip(texts, [*holes, None], strict=True))
    if texts[0][:1].isalpha():  # at the start of a sentence
        first = texts[0][0]
        pattern = f"[{first.lower()}{first.upper()}]{pattern[1:]}"
    return Template(re.compile(pattern, re.DOTALL), max(texts, key=len), holes, entry)
