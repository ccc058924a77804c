"""Write the style sheet of the pictures that stand for desks until Python is ready, after the desk's own has changed.

python -m tests.tools.still_sheet
"""

from fmbook.cli.open import LAB_FILES
from fmbook.widgets.page.style import css_of_pictures

SHEET = LAB_FILES / "labextensions" / "fmbook" / "static" / "still.css"

if __name__ == "__main__":
    SHEET.write_text(css_of_pictures(), encoding="utf-8")
