"""How much memory Chromium's renderers hold: the proportional set size, which only Linux tells."""

import re
import sys
from pathlib import Path
from typing import Any

__all__ = ["IS_TOLD", "megabytes"]

IS_TOLD = sys.platform == "linux"


def megabytes(browser: Any, page: Any) -> int:
    """Add up the renderers of a browser, after the page has thrown away what it no longer needs."""
    collector = page.context.new_cdp_session(page)
    for _ in range(2):
        collector.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(400)
    collector.detach()
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return round(sum(_size(each["id"]) for each in processes if each["type"] == "renderer") / 1024)


def _size(process: int) -> int:
    """The share of a process in kilobytes; none of one that has just ended."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+)", told, re.MULTILINE)
    return int(found[1]) if found else 0
