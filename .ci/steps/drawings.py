"""The boards of all scenarios, drawn ahead, so that a chapter's first board is there at once: drawn anew when stale.

Nothing depends on it: what was not drawn ahead, or was drawn by other code, is drawn when it is seen.
"""

import hashlib
from contextlib import suppress

from steps.environment import Environment
from steps.places import CACHE, ROOT, clean_environment
from steps.saying import SetupError, complain, run_quietly, say, timed

ARCHIVE = ROOT / "fmbook" / "_prepared.zip"
STAMP = CACHE / "drawn-ahead"
DRAWN_BY = ("fmbook/geometry", "fmbook/widgets", "data")


def ensure(environment: Environment) -> None:
    """Have them drawn by the code that is here, of the data that is here."""
    state = fingerprint()
    if ARCHIVE.is_file() and STAMP.is_file() and STAMP.read_text(encoding="utf-8") == state:
        return
    command = [str(environment.python), "-m", "fmbook.widgets.board.ahead"]
    with timed("Drawing the boards ahead (some seconds)"):
        try:
            run_quietly(command, "drawings", clean_environment())
        except SetupError as trouble:
            complain(trouble)
            say("  Boards are drawn when they are seen, which takes a moment longer.")
            return
    STAMP.parent.mkdir(parents=True, exist_ok=True)
    STAMP.write_text(state, encoding="utf-8")


def fingerprint() -> str:
    """A mark of everything that drawings depend on, and of some more."""
    digest = hashlib.sha256()
    for folder in DRAWN_BY:
        for path in sorted(each for each in (ROOT / folder).rglob("*") if each.suffix in (".py", ".toml", ".tsv")):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def remove() -> None:
    """Take them away."""
    with suppress(FileNotFoundError):
        ARCHIVE.unlink()
