"""What a language still lacks, and which figures differ: ``python tests/tools/languages.py nl``.

With ``--seen`` every text that stands beside an original is marked as a translation of what stands there now. Do that
after the texts that the list names have been put right: a text without a fresh mark is told in English.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fmbook.core.catalogue import HOLE, digest, entries_of, texts_of
from fmbook.core.data import data_root
from fmbook.core.language import beside, seen_by

NUMBER: Final = re.compile(r"\d[\d.,:]*\d|\d")
WORDS: Final = re.compile(r"[A-Za-z]{2,}")


def pairs(language: str) -> Iterator[tuple[Path, Path]]:
    """Every data file that has a translation beside it, and that one."""
    for path in beside(language):
        yield path.with_name(path.name.replace(f".{language}.", ".")), path


def stale(language: str) -> Iterator[str]:
    """Say which texts have changed since they were translated, or stand beside nothing."""
    for original, path in pairs(language):
        name, texts = original.relative_to(data_root()).as_posix(), texts_of(original)
        for at in texts_of(path):
            if at not in texts:
                yield f"{path.relative_to(data_root())}: {at} stands beside nothing in {name}"
            elif seen_by(language).get(name, {}).get(at) != digest(texts[at]):
                yield f"{name}: {at} has changed since it was translated: “{texts[at][:60]}”"


def figures(language: str) -> Iterator[str]:
    """Say where a translation has other figures, or other holes, than its original."""
    for original, path in pairs(language):
        texts = texts_of(original)
        for at, said in texts_of(path).items():
            if at in texts and numbers(texts[at]) != numbers(said):
                yield f"{path.name}: {at} has {numbers(said)}, and {numbers(texts[at])} in English"
    for entry in entries_of(data_root() / "languages" / f"{language}.po"):
        for said in filter(None, entry.said if entry.key else ()):
            if set(HOLE.findall(entry.key)) != set(HOLE.findall(said)):
                yield f"{language}.po: “{entry.key}” and “{said}” have other holes"
            if numbers(entry.key) != numbers(said):
                yield f"{language}.po: “{entry.key}” and “{said}” have other figures"


def numbers(text: str) -> "Counter[str]":
    """The figures of a text; 1,400 and 1.400 are the same, and 2.5 and 2,5."""
    found = NUMBER.findall(re.sub(r"(\d)(?:st|nd|rd|th|de|ste)\b", r"\1", HOLE.sub(" ", text)))
    return Counter(re.sub(r"[.,]", "", each) for each in found)


def mark_as_seen(language: str) -> None:
    """Write down which English stands beside each translation now."""
    lines = []
    for original, path in pairs(language):
        texts = texts_of(original)
        name = original.relative_to(data_root()).as_posix()
        lines += [f"{name}\t{at}\t{digest(texts[at])}" for at in texts_of(path) if at in texts]
    (data_root() / "languages" / f"{language}.seen.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """List what is amiss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language")
    parser.add_argument("--seen", action="store_true")
    given = parser.parse_args()
    if given.seen:
        mark_as_seen(given.language)
        seen_by.cache_clear()
    amiss = [*stale(given.language), *figures(given.language)]
    print(*amiss, sep="\n")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main())
