"""Write the style sheet of the pictures that stand for desks until Python is ready, after the desk's own has changed.

python -m tests.tools.still_sheet     ``make lint`` runs it too, and fails where the sheet had to be written anew
"""

import sys

from fmbook.cli.open import LAB_FILES
from fmbook.widgets.page.style import css_of_pictures

SHEET = LAB_FILES / "labextensions" / "fmbook" / "static" / "still.css"


def main() -> int:
    """Write the sheet, if it is no longer that of desks."""
    css = css_of_pictures()
    if SHEET.read_text(encoding="utf-8") == css:
        return 0
    SHEET.write_text(css, encoding="utf-8")
    print(f"{SHEET.name} was written anew: commit it.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
