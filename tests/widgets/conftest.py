"""What these tests look at is drawn, not brought from an archive that a set-up has drawn ahead."""

from pathlib import Path

import pytest

pytest.MonkeyPatch().setattr("fmbook.widgets.board.prepared.ARCHIVE", Path(__file__).with_name("none.zip"))
