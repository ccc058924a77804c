"""Talk to the reader: what is being done, how long it took, what to do when it fails."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from steps.places import LOGS, ROOT

TAIL = 15


class SetupError(Exception):
    """A failure with a sentence for the reader; no traceback is shown."""


def say(text: str) -> None:
    """Print at once, so that a log shows things in the order in which they happened."""
    print(text, flush=True)


@contextmanager
def timed(text: str) -> Iterator[None]:
    """Say what a long step does, and how long it took."""
    say(f"{text} …")
    begun = time.monotonic()
    yield
    say(f"  done in {seconds(time.monotonic() - begun)}.")


def seconds(count: float) -> str:
    """A time as one says it.

    >>> seconds(0.26), seconds(61)
    ('0.3 s', '1 min 1 s')
    """
    return f"{count:.1f} s" if count < 60 else f"{int(count // 60)} min {int(count % 60)} s"


def run_quietly(
    command: Sequence[str], log: str, environment: Mapping[str, str], advice: "Advice | None" = None
) -> None:
    """Run a command with its output in a log file; on failure show the end of it and what to do."""
    path = LOGS / f"{log}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as output:
        code = subprocess.run(
            command, cwd=ROOT, env=dict(environment), stdin=subprocess.DEVNULL, stdout=output, stderr=output
        ).returncode
    if code:
        raise SetupError(failure(command, path, advice))


class Advice:
    """What to do, by what the log of a failed command says: the first clue that is found counts."""

    def __init__(self, otherwise: str, *clues: tuple[str, Sequence[str]]) -> None:
        self.otherwise, self.clues = otherwise, clues

    def for_log(self, text: str) -> str:
        """The sentence for this log."""
        folded = text.casefold()
        for sentence, signs in self.clues:
            if any(sign.casefold() in folded for sign in signs):
                return sentence
        return self.otherwise


def failure(command: Sequence[str], log: Path, advice: Advice | None) -> str:
    """The end of the log, then the sentence that helps."""
    text = log.read_text(encoding="utf-8", errors="replace")
    lines = [f"  {line}" for line in text.splitlines()[-TAIL:]]
    said = " ".join([Path(command[0]).name, *command[1:4]])
    help_ = advice.for_log(text) if advice else "The lines above say why."
    return "\n".join([f"This failed: {said} … Its last lines:", *lines, help_, f"The whole log: {log}"])


def complain(trouble: SetupError) -> None:
    """Show a failure on the error stream."""
    sys.stdout.flush()
    print(f"\n{trouble}", file=sys.stderr, flush=True)
