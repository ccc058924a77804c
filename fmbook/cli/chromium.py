"""Where a Chromium is: for the browser tests and for ``doctor``. Run as a module, it prints the path."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# where `python -m playwright install chromium` puts it, by operating system
DOWNLOADED = {
    "linux": ("~/.cache/ms-playwright", "chromium-*/chrome-linux*/chrome"),
    "darwin": ("~/Library/Caches/ms-playwright", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*"),
    "win32": ("~/AppData/Local/ms-playwright", "chromium-*/chrome-win*/chrome.exe"),
}


def find_chromium() -> str | None:
    """The path of a Chromium; the environment variable CHROMIUM goes before everything else.

    A CHROMIUM that leads nowhere is not replaced by another browser: who sets it means it.
    """
    if chosen := os.environ.get("CHROMIUM"):
        return shutil.which(chosen)
    return next(_candidates(), None)


def _candidates() -> Iterator[str]:
    for name in NAMES:
        if path := shutil.which(name):
            yield path
    for application in APPLICATIONS:
        if Path(application).exists():
            yield application
    folder, pattern = DOWNLOADED.get(sys.platform, ("~/.cache/ms-playwright", "none"))
    yield from (str(path) for path in sorted(Path(folder).expanduser().glob(pattern), reverse=True))


if __name__ == "__main__":
    print(find_chromium() or "")
