"""The frame around a page of the site, its navigation and its search, in the language of the page.

Sphinx writes all pages of a site in one language. What stands outside the article of a page in another is told in that
one when everything is written; names of chapters stay as the pages that they lead to call themselves.
"""

import re
import tomllib
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Final

WORDS: Final = Path(__file__).with_name("frame.toml")
LEFT_ALONE: Final = re.compile(
    r'(<article class="bd-article".*?</article>|<script\b.*?</script>|<style\b.*?</style>)', re.DOTALL
)
TEXT: Final = re.compile(r"(?<=>)([^<>]+)(?=<)")
SPHINX_SAYS: Final = re.compile(r'(?<=>)(?:Show|Hide) the code(?=<)|(?<= title=")Show it large(?=")')
"""What stands in an article and is not the chapter's."""
ATTRIBUTE: Final = re.compile(r'(?<=\s)(aria-label|title|placeholder|data-bs-title)="([^"]+)"')


def tell_pages(folder: Path) -> None:
    """Tell the frame of each page that bears the mark of a language: ``chapters/00_start_here.nl.html``."""
    known = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    for page in folder.glob("chapters/*.??.html"):
        words = known.get(page.suffixes[0].removeprefix("."), {})
        page.write_text(framed(page.read_text(encoding="utf-8"), words), encoding="utf-8")


def framed(markup: str, words: Mapping[str, str]) -> str:
    """Put the words of a frame into another language, and leave the article and all other words as they are.

    >>> framed('<a title="next page">next</a><article class="bd-article">next</article>', {"next": "volgende"})
    '<a title="next page">volgende</a><article class="bd-article">next</article>'
    """

    def said(text: str) -> str:
        plain = unescape(text).strip()
        return text.replace(text.strip(), escape(words[plain])) if plain in words else text

    def outside(part: str) -> str:
        told = TEXT.sub(lambda found: said(found[1]), part)
        return ATTRIBUTE.sub(lambda found: f'{found[1]}="{said(found[2])}"', told)

    def inside(part: str) -> str:
        return SPHINX_SAYS.sub(lambda found: escape(words.get(found[0], found[0])), part)

    return "".join(inside(part) if at % 2 else outside(part) for at, part in enumerate(LEFT_ALONE.split(markup)))
