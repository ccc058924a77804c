"""Pictures and pages as PDF, drawn by a Chromium, which draws them as readers see them."""

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fmbook.cli.chromium import find_chromium
from fmbook.core.errors import FmbookError

__all__ = ["NoChromium", "print_page", "write_pdf"]

PATIENCE: Final = 60  # seconds


class NoChromium(FmbookError):
    """No browser that could draw a PDF."""


def write_pdf(svg: str, path: Path) -> None:
    """Write a picture to a page of its own size."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    assert size
    style = f"@page{{size:{size[1]}px {size[2]}px;margin:0}}body{{margin:0}}svg{{display:block}}"
    print_page(f'<!doctype html><meta charset="utf-8"><style>{style}</style>{svg}', path)


def print_page(html: str, path: Path) -> None:
    """Print a page of HTML to a PDF, on sheets of the sizes that its style names."""
    browser = find_chromium()
    if browser is None:
        raise NoChromium("A PDF is drawn by Chromium or Chrome, and none was found. Install one, or write an .svg.")
    with TemporaryDirectory() as folder:
        page, drawn = Path(folder) / "page.html", Path(folder) / "page.pdf"
        page.write_text(html, encoding="utf-8")
        _print(browser, page, drawn, Path(folder))
        path.write_bytes(drawn.read_bytes())


def _print(browser: str, page: Path, drawn: Path, folder: Path) -> None:
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    given = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder / 'profile'}", *root]
    command = [browser, *given, f"--print-to-pdf={drawn}", page.as_uri()]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603 - a browser of the reader's own
    if not drawn.exists():
        raise NoChromium(f"{browser} drew no PDF: {done.stderr.decode(errors='replace')[-200:]}")
