"""What an index of packages shows: the README, with whole addresses.

A checkout's README begins with what ``make`` does and links to the files beside it. Whoever reads it on an index has
neither, so the build writes it anew; hatchling calls ``CustomMetadataHook``.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

START = "```\npip install 'fmbook[lab]'\nfmbook open\n```\n"
BLOCK = re.compile(r"```\nmake book.*?```\n", re.DOTALL)
MARKED = re.compile(r"<!-- links:.*?<!-- end of links -->\n", re.DOTALL)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<to>(?!https?:|#|mailto:)[^)\s]+)\)")


class CustomMetadataHook(MetadataHookInterface):
    """Fill in what pyproject.toml leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the page of the index."""
        repository = str(metadata["urls"]["Repository"])
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": page(readme, repository)}


def page(readme: str, repository: str) -> str:
    """Write a README that can be read away from its files: first how to install it, and every link whole.

    >>> page("[why](RIGHTS.md) ![a map](p/m.jpg) [there](https://example.org)", "https://example.org/me/fmbook")
    '[why](https://example.org/me/fmbook/blob/HEAD/RIGHTS.md) ![a map](https://example.org/me/fmbook/raw/HEAD/p/m.jpg) [there](https://example.org)'
    """
    begun = MARKED.sub("", BLOCK.sub(lambda _: START, readme, count=1))
    return LINK.sub(lambda found: _whole(found, repository), begun)


def _whole(found: re.Match[str], repository: str) -> str:
    kind = "raw" if found["picture"] else "blob"
    return f"{found['picture']}[{found['text']}]({repository}/{kind}/HEAD/{found['to']})"
