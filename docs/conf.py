"""The site: the chapters as pages, how-do-I, and the reference from the docstrings. `make site` builds it."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
project, release = about["name"], about["version"]
author = about["authors"][0]["name"]
copyright = author  # noqa: A001 - the name that Sphinx wants

extensions = ["myst_nb", "sphinx.ext.autodoc"]
nb_execution_mode = "off"  # `chapters.py` has run them
nb_render_markdown_format = "gfm"  # or cards are rows of bars
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
add_module_names = False
suppress_warnings = ["misc.highlighting_failure"]  # of a call that is shortened by “…”, which is no Python

html_theme = "sphinx_book_theme"
html_title = "fmbook"
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "home_page_in_toc": False,
    "navigation_with_keys": False,
    "navbar_persistent": [],  # the search stands in the side bar
}
html_context = {"default_mode": "auto"}
html_favicon = "icon.svg"
html_css_files = ["fmbook.css"]
html_show_sourcelink = False
html_copy_source = False

LANGUAGES = re.compile(r"(chapters/\w+)(?:\.([a-z]{2}))?")


def tell_the_language(app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Say in which language a chapter is, so that it is read aloud in it, and where the same one stands in others."""
    if not (found := LANGUAGES.fullmatch(page)):
        return
    name, language = found[1], found[2] or "en"
    context["language"] = language
    others = sorted(each for each in app.env.found_docs if re.fullmatch(rf"{name}(\.[a-z]{{2}})?", each))
    if len(others) > 1:
        links = (f'<link rel="alternate" hreflang="{code(each)}" href="{Path(each).name}.html" />' for each in others)
        context["metatags"] = "\n".join([context.get("metatags", ""), *links])


def code(page: str) -> str:
    """The language of a page, by its name."""
    return page.rpartition(".")[2] if "." in page else "en"


def tell_the_frame(app: Any, problem: Exception | None) -> None:
    """Say what stands around a chapter in its language, too."""
    from frame import tell_pages

    if problem is None:
        tell_pages(Path(app.outdir))


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("build-finished", tell_the_frame)
    app.connect("html-page-context", tell_the_language)
