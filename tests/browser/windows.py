"""Windows of one browser, each used by one test after another, as a reader's is for one chapter after another."""

from collections import defaultdict
from typing import Any, NamedTuple

__all__ = ["Screen", "Windows"]

# Shut what is open without a question, forget what was kept, and say whether the page is as one that has just come
TIDY = """() => {
    const app = window.jupyterapp;
    if (!app || !location.pathname.startsWith('/doc/')) return false;
    for (const each of [...app.shell.widgets('main')]) {
        if (each.context) each.context.model.dirty = false;
        each.dispose() }
    localStorage.clear(); sessionStorage.clear();
    const { body } = document, { dataset } = body;
    if (dataset.jpThemeName === 'JupyterLab Light High Contrast') dataset.jpThemeName = 'JupyterLab Light'; // as it is
    return dataset.jpThemeName === 'JupyterLab Light' && !body.style.zoom && !document.querySelector('.jp-Dialog')
}"""


class Screen(NamedTuple):
    """What of a window cannot be changed once it is open."""

    dpr: float
    touch: bool


class Windows:
    """Windows that are open and in nobody's hands, by their screens."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.idle: dict[Screen, list[Any]] = defaultdict(list)

    def take(self, screen: Screen, width: int, height: int) -> Any:
        """Give a page in a window of this size: one that others have used, or a new one."""
        size = {"width": width, "height": height}
        if not self.idle[screen]:
            return self.new(screen, size)
        page = self.idle[screen].pop()
        page.set_viewport_size(size)
        return page

    def new(self, screen: Screen, size: Any) -> Any:
        """Open a window that nobody has used, with nothing kept."""
        about = {"device_scale_factor": screen.dpr, "has_touch": screen.touch}
        return self.browser.new_context(viewport=size, **about).new_page()

    def give_back(self, page: Any, screen: Screen) -> None:
        """Keep a page for the next test, unless it has become one that a reader would not come to."""
        if page.evaluate(TIDY):
            page.mouse.move(0, 0)
            self.idle[screen].append(page)
        else:
            page.context.close()

    def close(self) -> None:
        """Close all that nobody uses."""
        for page in (page for pages in self.idle.values() for page in pages):
            page.context.close()
        self.idle.clear()
