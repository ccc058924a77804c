"""Make the chapters ready for the site: run copies of them, and keep of each output what a page without a kernel shows.

    python docs/chapters.py FOLDER [--play] [CHAPTER …]

The folder gets the chapters, their pictures and a list of them for the front page; the tracked notebooks stay as they
are. With ``--play`` every page offers the book in the browser, which ``play.py`` builds.
"""

import argparse
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import escape, unescape
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci")]
from steps import links  # noqa: E402 - found by the line above

from fmbook.core.data import notebooks_root  # noqa: E402
from fmbook.core.language import language, told, told_html  # noqa: E402
from fmbook.lessons.guide import has_guide  # noqa: E402
from fmbook.lessons.lessonfile import lesson_form, lesson_names  # noqa: E402
from fmbook.lessons.reading_time import time_alone  # noqa: E402
from fmbook.widgets.page.style import css  # noqa: E402
from fmbook.widgets.paper.teacher import guide_html  # noqa: E402
from fmbook.widgets.theme import DARK_HOST  # noqa: E402

PREPARE = f"import sys; sys.path[:0] = {[str(ROOT), str(ROOT / 'docs')]}; import static_forms; static_forms.register()"
WIDGET = "application/vnd.jupyter.widget-view+json"
PICTURE = re.compile(r'<svg [^>]*?viewBox="0 0 (\d+) (\d+)"[^>]*?aria-label="([^"]*)".*?</svg>', re.DOTALL)
ELSEWHERE = re.compile(r'<p class="fmbook-elsewhere">.*?</p>', re.DOTALL)
TO_BE_READ = re.compile(r'^def |"""|\'\'\'', re.MULTILINE)  # code that a chapter teaches
NAMES = {"en": "English", "nl": "Nederlands"}  # of languages, each in its own
SPEAKING = Lock()
PATIENCE = 600  # seconds for a cell


class Chapter(NamedTuple):
    """What the front page tells of a chapter."""

    name: str
    title: str
    says: str
    time: str
    picture: str


class Pictures:
    """The pictures of all pages, each kept once, as a file of its own that a page can show large."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def taken_out(self, html: str) -> str:
        """Put a link to a file in the place of each large picture."""
        return PICTURE.sub(self._kept, html)

    def _kept(self, found: "re.Match[str]") -> str:
        width, height, title = found.groups()
        svg = found.group().encode()
        name = f"{hashlib.sha256(svg).hexdigest()[:16]}.svg"
        (self.folder / name).write_bytes(svg)
        size = f'width="{width}" height="{height}"'
        shown = f'<img src="../boards/{name}" alt="{title}" {size} loading="lazy">'
        return f'<a class="fm-board" href="../boards/{name}" title="Show it large">{shown}</a>'


def main() -> int:
    """Make all chapters, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("chapters", nargs="*")
    parser.add_argument("--play", action="store_true")
    given = parser.parse_args()
    every = sorted(notebooks_root().glob("*.ipynb"))
    paths = [path for path in every if path.stem in given.chapters or not given.chapters]
    pages, pictures = given.folder / "chapters", Pictures(given.folder / "files" / "boards")
    pages.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        found = list(workers.map(lambda path: made(path, pages, pictures, play=given.play), paths))
    guides(given.folder / "teachers", [path.stem for path in paths])
    (given.folder / "chapters.html").write_text(listed(found), encoding="utf-8")
    (given.folder / "chapters.txt").write_text("\n".join(f"chapters/{each.name}" for each in found), encoding="utf-8")
    (given.folder / "files" / "_static").mkdir(parents=True, exist_ok=True)
    (given.folder / "files" / "_static" / "fmbook.css").write_text(style(), encoding="utf-8")
    return 0


def guides(folder: Path, names: Iterable[str]) -> None:
    """Write a page for teachers of each chapter that has a guide, and a list of them for the side bar."""
    folder.mkdir(parents=True, exist_ok=True)
    titles = {name: lesson_form(name).title for name in filter(has_guide, names)}
    entries = "\n".join(f"{title} <{folder.name}/{name}>" for name, title in titles.items())
    listed_ = f"```{{toctree}}\n:hidden:\n:caption: For teachers\n\n{entries}\n```\n"
    folder.with_suffix(".txt").write_text(listed_, encoding="utf-8")
    for name, title in titles.items():
        page = f'<div class="fm-page fm-guide">{guide_html(name)}</div>'
        paper = f"On paper: `fmbook print {name[:2]} --for teacher`."
        head = f"# For teachers: {title}\n\n[The chapter](../chapters/{name}.ipynb). {paper}"
        text = f"{head}\n\n```{{raw}} html\n{page}\n```\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def made(path: Path, folder: Path, pictures: Pictures, *, play: bool) -> Chapter:
    """Run a copy of a chapter and write it with what a page shows of it."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    notebook.cells.insert(0, nbformat.v4.new_code_cell(PREPARE))  # type: ignore[no-untyped-call]
    here = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=PATIENCE, kernel_name="python3", resources=here).execute()
    notebook.cells.pop(0)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            settle(cell, pictures)
    first = notebook.cells[0]
    first.source = ELSEWHERE.sub("", first.source).strip()
    chapter = described(path.stem, first.source, notebook)
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell(launch(path.stem, play=play)))  # type: ignore[no-untyped-call]
    notebook.metadata.pop("widgets", None)
    nbformat.write(notebook, folder / path.name)  # type: ignore[no-untyped-call]
    return chapter


def settle(cell: Any, pictures: Pictures) -> None:
    """Keep of a cell's outputs what a page shows, and fold away code that only asked for it."""
    cell.outputs = [kept for output in cell.outputs if (kept := shown(output, pictures))]
    if cell.outputs and not TO_BE_READ.search(cell.source):
        cell.metadata["tags"] = ["hide-input" if "\n" in cell.source.strip() else "remove-input"]


def shown(output: Any, pictures: Pictures) -> Any:
    """An output as a page shows it: words, tables, pictures as files; None, if nothing is left."""
    if "data" not in output:
        return output
    data = {kind: each for kind, each in output.data.items() if kind != WIDGET}
    if drawn := data.pop("image/svg+xml", None):
        data = {"text/html": drawn}
    if "text/html" in data:
        data = {"text/html": f'<div class="fm-page">{pictures.taken_out(data["text/html"])}</div>'}
    output.data = nbformat.from_dict(data)  # type: ignore[no-untyped-call]
    return output if data else None


def described(name: str, first: str, notebook: Any) -> Chapter:
    """What the front page tells of a chapter: title, aim and time from its lesson, or its own first sentence."""
    title, _, rest = first.removeprefix("# ").partition("\n")
    outputs = (output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs)
    pages = (output.data.get("text/html", "") for output in outputs if "data" in output)
    picture = next((found[1] for page in pages if (found := re.search(r'src="\.\./(boards/[^"]+)"', page))), "")
    original, _, code = name.partition(".")
    if original not in lesson_names():
        return Chapter(name, title, rest.strip().partition("\n\n")[0], "to look things up", picture)
    form = lesson_form(original)
    with spoken_in(code):
        return Chapter(name, title, told(form.aim), told(str(time_alone(original, form))), picture)


@contextmanager
def spoken_in(code: str) -> Iterator[None]:
    """Tell things in the language of a page; pages are made side by side."""
    with SPEAKING:
        language(code or "en")
        yield
        language("en")


def launch(name: str, *, play: bool) -> str:
    """Where a chapter can be played: in this browser, on Binder, on a machine of one's own; and its other languages."""
    here = f'<a class="fm-first" href="../play/notebooks/index.html?path={name}.ipynb">Play in this browser</a>'
    binder = f'<a href="{escape(links.launch(links.address(), name))}">Play on Binder</a>'
    own = '<a href="../how_do_i.html#play-on-my-own-machine">On your machine</a>'
    original, _, code = name.partition(".")
    others = (
        f'<a href="{each}.html" lang="{key}" hreflang="{key}">{NAMES[key]}</a>'
        for key, each in languages_of(original)
        if each != name
    )
    guide = [f'<a href="../teachers/{original}.html">For teachers</a>'] if has_guide(original) else []
    with spoken_in(code):
        links_ = " ".join([*([here] if play else []), binder, own, *guide, *others])
        return told_html(f'<p class="fm-launch">{links_}</p>')


def languages_of(original: str) -> list[tuple[str, str]]:
    """Name the languages of a chapter, each with the name of its page."""
    beside = (path.stem for path in sorted(notebooks_root().glob(f"{original}.??.ipynb")))
    return [("en", original), *((each.rpartition(".")[2], each) for each in beside)]


def listed(chapters: Iterable[Chapter]) -> str:
    """The chapters as the front page shows them."""
    found = list(chapters)
    parts = [f'<div class="fm-chapters">{"".join(_cards(each for each in found if "." not in each.name))}</div>']
    for code, name in NAMES.items():
        cards = "".join(_cards(each for each in found if each.name.endswith(f".{code}")))
        if cards:
            parts.append(f'<h2 lang="{code}">{name}</h2><div class="fm-chapters" lang="{code}">{cards}</div>')
    return "".join(parts)


def _cards(chapters: Iterable[Chapter]) -> Iterator[str]:
    for each in chapters:
        picture = f'<img src="{each.picture}" alt="" loading="lazy">' if each.picture else ""
        words = f"<strong>{each.name[:2]} · {escape(unescape(each.title))}</strong><span>{escape(each.says)}</span>"
        yield f'<a href="chapters/{each.name}.html">{picture}{words}<em>{escape(each.time)}</em></a>'


def style() -> str:
    """The book's own style, told where this site keeps its dark theme."""
    own = css().replace(DARK_HOST, 'html[data-theme="dark"]').replace(".fmbook-desk", ":is(.fmbook-desk, .fm-page)")
    return f"{own}\n{(ROOT / 'docs' / 'style.css').read_text(encoding='utf-8')}"


if __name__ == "__main__":
    sys.exit(main())
