"""The one public address, and the links that are made from it: the badge and the launch links of the README.

The address stands in ``[project.urls]`` of pyproject.toml and nowhere else. ``make links`` writes what follows from it
between the two marks in README.md; a test holds that the two agree.
"""

import hashlib
import re
import tomllib
from pathlib import Path
from urllib.parse import quote, urlsplit

from steps.places import BUILD_PINS, PINS, ROOT
from steps.saying import SetupError, say

BEGIN = "<!-- links: written by `make links` from [project.urls]; do not edit -->"
END = "<!-- end of links -->"
BINDER = "https://mybinder.org"
FIRST = "00_start_here"
REF = "HEAD"
HOSTS = {"github.com": "gh", "gitlab.com": "gl"}
PLACEHOLDER = "OWNER"


def address(pyproject: Path = ROOT / "pyproject.toml") -> str:
    """The public address of the repository."""
    urls = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]["urls"]
    return str(urls["Repository"])


def environment(root: Path = ROOT) -> str:
    """The tag of which Binder builds its image: it changes with the recipe, and not with chapters and rules.

    Of a branch, Binder would build anew for each commit. ``binder/start`` fetches what is newest into the image.
    """
    recipe = [*sorted((root / PINS.parent.name).iterdir()), root / BUILD_PINS.relative_to(ROOT)]
    told = hashlib.sha256()
    for path in recipe:
        told.update(path.name.encode() + b"\n" + path.read_bytes().replace(b"\r\n", b"\n"))
    return f"environment-{told.hexdigest()[:8]}"


def launch(repository: str, chapter: str = FIRST, ref: str = "") -> str:
    """Where Binder opens a chapter, in the view that shows one document and nothing else.

    >>> launch("https://github.com/OWNER/fmbook", "20_vimy", "environment-1")
    'https://mybinder.org/v2/gh/OWNER/fmbook/environment-1?urlpath=doc%2Ftree%2Fnotebooks%2F20_vimy.ipynb'
    """
    where = quote(f"doc/tree/notebooks/{chapter}.ipynb", safe="")
    return f"{BINDER}/v2/{provider(repository)}/{ref or environment()}?urlpath={where}"


def provider(repository: str) -> str:
    """How Binder calls a repository: by host, owner and name, or by its whole address."""
    parts = urlsplit(repository)
    name = parts.path.strip("/").removesuffix(".git")
    if parts.hostname in HOSTS and name.count("/") == 1:
        return f"{HOSTS[parts.hostname]}/{name}"
    return f"git/{quote(repository, safe='')}"


def block(repository: str) -> str:
    """What stands between the marks."""
    badge = f"[![open the book on Binder]({BINDER}/badge_logo.svg)]({launch(repository)})"
    lines = [BEGIN, badge, *filter(None, [warning(repository)]), END]
    return "\n".join(lines)


def warning(repository: str) -> str:
    """A line for as long as the address is a placeholder."""
    if f"/{PLACEHOLDER}/" not in repository:
        return ""
    return (
        "*(The public address is not fixed yet, so this badge leads nowhere: see `[project.urls]` in pyproject.toml.)*"
    )


def rewritten(readme: str, repository: str) -> str:
    """A README with its links made anew."""
    marks = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not marks.search(readme):
        raise SetupError(f"README.md has lost the two marks between which links are written: {BEGIN} and {END}")
    return marks.sub(lambda _: block(repository), readme)


def project_urls(repository: str) -> dict[str, str]:
    """What somebody looks for who has only the package.

    >>> project_urls("https://example.org/me/fmbook")["Issues"]
    'https://example.org/me/fmbook/issues'
    """
    return {
        "Repository": repository,
        "Documentation": f"{repository}#readme",
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/{REF}/CHANGELOG.md",
    }


def refresh_urls(pyproject: Path = ROOT / "pyproject.toml") -> None:
    """Write the addresses anew that follow from that of the repository."""
    text = pyproject.read_text(encoding="utf-8")
    for name, where in project_urls(address(pyproject)).items():
        text = re.sub(rf'^{name} = "https?:[^"]*"$', f'{name} = "{where}"', text, flags=re.MULTILINE)
    pyproject.write_text(text, encoding="utf-8")


def refresh(readme: Path = ROOT / "README.md") -> int:
    """Write the links anew."""
    refresh_urls()
    text = readme.read_text(encoding="utf-8")
    new = rewritten(text, address())
    readme.write_text(new, encoding="utf-8")
    say(f"The links of {readme.name} lead to {address()}" + (" already." if new == text else " now."))
    return 0
