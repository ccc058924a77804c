"""Handing in on the page: the name of a table, a button that makes the file, and a code to be read out."""

from ipywidgets import VBox

from fmbook.core.errors import FmbookError
from fmbook.lessons.handin import HandIn
from fmbook.widgets.desk.controls import Pieces
from fmbook.widgets.essays import headed, pressed
from fmbook.widgets.page.guard import guarded
from fmbook.widgets.page.lifetime import DisplayedWidget
from fmbook.widgets.page.shell import PageShell
from fmbook.widgets.page.told import HTML, Text

__all__ = ["HandInBox"]

IN_A_CODE = "It tells which answers are right. What you wrote in sentences, and your games, are only in the file."

INVITATION = (
    "Give those who work together a name, such as table 7; no names of people. Then download the file for your "
    "teacher, or read out the code."
)


class HandInBox(DisplayedWidget, VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What this page has gathered. It is gathered anew with each press, as a reader goes on writing."""

    def __init__(self, given: HandIn) -> None:
        self.given, pieces = given, Pieces()
        self._shell = PageShell(label="Hand in", says=INVITATION)
        self.table = Text(
            value=given.table, description="Our table", layout={"width": "14em", "margin": "0"},
            style={"description_width": "initial"},
        )  # fmt: skip
        file = pressed(pieces, "Download the file", self._on_file)
        code = pressed(pieces, "A code to read out", self._on_code)
        head = HTML(headed("Hand in", "Your answers and your games, in one file for your teacher."))
        parts = [head, pieces.row(self.table, file, code), self._shell]
        super().__init__(parts, layout={"margin": "4px 0 12px"}, _dom_classes=("fmbook-desk", "fmbook-essay"))
        self._tie(self._shell)

    def _afresh(self) -> HandIn | None:
        """Gather again, under the name that is in the line; say so where that is no name."""
        self.given = self.given.afresh(self.table.value)
        try:
            self.given.check_name()
        except FmbookError as error:
            self._shell.says = str(error)
            return None
        return self.given

    @guarded
    def _on_file(self) -> None:
        if given := self._afresh():
            self._shell.download(given.name, given.text)
            self._shell.says = f"{given.contents} are on their way to your folder of downloads: {given.name}."

    @guarded
    def _on_code(self) -> None:
        if given := self._afresh():
            self._shell.says = f"Read this out: {given.code}. {IN_A_CODE}"

    def __repr__(self) -> str:
        return str(self.given)
