"""The public site: every chapter as a page, the reference, and the book to play inside the browser.

``docs/chapters.py`` runs copies of the chapters, ``docs/play.py`` lays out the book to play, Sphinx writes the pages.
"""

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from steps.environment import Environment
from steps.places import CACHE, ROOT, clean_environment, private_jupyter
from steps.saying import say, timed

SITE = ROOT / "site"
DOCS = ROOT / "docs"


def build(environment: Environment) -> int:
    """Build everything into the folder ``site``; where Pyodide cannot be had, without the book to play."""
    python, source = str(environment.python), CACHE / "site"
    for folder in (source, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    with timed("Laying out the book to play in a browser (a minute or two)"):
        plays = not run([python, str(DOCS / "play.py"), str(SITE / "play")])
    with timed("Running every chapter, and writing the pages (a minute)"):
        code = build_pages(python, source, SITE, ["--play"] if plays else [])
    if not code:
        say(f"The site is in {SITE.name}/. To see it: python3 -m http.server --directory {SITE.name}")
    return code


def build_pages(python: str, source: Path, target: Path, chapters: Iterable[str] = ()) -> int:
    """Write the pages of all chapters or of some; a link that leads nowhere is an error."""
    if code := run([python, str(DOCS / "chapters.py"), str(source), *chapters]):
        return code
    for page in DOCS.glob("*.md"):
        shutil.copy(page, source / page.name)
    strict = [] if any(not name.startswith("-") for name in chapters) else ["-W", "--keep-going"]
    pages = source.with_name("pages")  # beside which MyST-NB leaves a folder of its own
    shutil.rmtree(pages, ignore_errors=True)
    places = ["-D", f"html_extra_path={source / 'files'}", "-d", str(source.with_name("doctrees"))]
    code = run([python, "-m", "sphinx", "-q", *strict, "-j", "auto", "-c", str(DOCS), *places, str(source), str(pages)])
    shutil.copytree(pages, target, dirs_exist_ok=True)
    return code


def run(command: Sequence[str]) -> int:
    """Run a command in the checkout, with nobody's own Jupyter settings."""
    return subprocess.run(command, cwd=ROOT, env={**clean_environment(), **private_jupyter()}, check=False).returncode
