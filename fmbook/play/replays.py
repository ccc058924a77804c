"""Play a record or a code again: through the rules, order by order, or not at all."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fmbook.core.errors import FmbookError, RecordError
from fmbook.play.game import Game, new_game
from fmbook.record.codes import decode
from fmbook.record.journal import place_of, read_bytes
from fmbook.record.records import (
    Header,
    Line,
    Record,
    RecordMark,
    RecordRow,
    digest,
    house_name,
    parse,
    read,
    turn_mark,
    visible,
)

__all__ = ["load", "replay", "resume"]

LARGEST: Final = 4_000_000  # bytes of a save
LONGEST_MESSAGE: Final = 2000
MOST_BRANCHES: Final = 65535


def replay(text: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a record again and give the game as it ends there.

    A record that the rules refuse raises RecordError with line and reason; its ``game`` is the play up to there.
    House rules that are given and not in the record count from here on as if they had always held.
    """
    record = parse(text)
    replayer = _Replayer(_begun(record.head, tuple(house_rules)))
    return replayer.play(record)


def load(name: str | Path, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a save or a journal again: a name lies in the folder of games, a Path wherever you say."""
    path = place_of(name)
    found = read_bytes(path, LARGEST)
    try:
        text = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\n" in found[error.start :]:
            sound, line = found[: found.rfind(b"\n", 0, error.start) + 1], found[: error.start].count(b"\n") + 1
            game = _as_far_as_possible(sound.decode("utf-8-sig"), house_rules)
            raise RecordError(line, "it is not UTF-8 text", "another file", game) from None
        text = found.decode("utf-8-sig", "replace")  # a last line that was cut within a letter
    return replay(text, house_rules=house_rules)


def _as_far_as_possible(text: str, house_rules: Iterable[Any]) -> Game | None:
    try:
        return replay(text, house_rules=house_rules)
    except RecordError as error:
        return error.game if isinstance(error.game, Game) else None


def resume(code: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Bring the game of a resume code back."""
    opened = decode(code)
    game = _begun(opened.head, tuple(house_rules))
    for number in range(1, opened.count + 1):
        try:
            game.give(*opened.following(game.state))
        except FmbookError as error:
            reason = f"order {number} of the code cannot be played. {visible(str(error), LONGEST_MESSAGE)}"
            raise RecordError(0, reason, game=game, whole=opened.count) from None
    opened.finish()
    if not digest(game.state).startswith(opened.digest):
        game.notices.append("The rules have changed since this code was made: the game stands otherwise than it did.")
    return game


def _begun(head: Header, house_rules: tuple[Any, ...]) -> Game:
    _check_house(head, house_rules)
    try:
        return new_game(head.system, head.scenario, head.seed, head.options, house_rules)
    except FmbookError as error:
        raise RecordError(0, f"the game cannot be set up. {visible(str(error), LONGEST_MESSAGE)}") from None


def _check_house(head: Header, house_rules: tuple[Any, ...]) -> None:
    given = {house_name(rule.rule) for rule in house_rules if hasattr(rule, "rule")}
    for name in head.house:
        if name in given:
            continue
        id_ = name.rpartition("#")[0] or name
        changed = any(other.rpartition("#")[0] == id_ for other in given)
        how = "reads differently here" if changed else "is not here"
        reason = f"the game was played with the house rule “{visible(id_)}”, which {how}"
        raise RecordError(0, reason, "write the same rule again and give it along: house_rules=[…]")


class _Replayer:
    """Plays a record row by row, so that whatever is wrong with a row leaves the game as it was before it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.branch = 0
        self.sure = 0  # so many orders are confirmed by a digest

    def play(self, record: Record) -> Game:
        """Play all rows; a last one that was cut short is left out."""
        finished = record.rows[:-1] if record.torn else record.rows
        for at, row in enumerate(finished):
            here = len(self.game.steps)
            try:
                self._take(row)
            except RecordError as error:
                error.whole = _in_all(here, finished[at:])
                raise
        for row in record.rows[len(finished) :]:
            here = len(self.game.steps)
            try:
                self._take(row)
            except RecordError:
                for _ in range(here - len(self.game.steps)):  # a digest that was cut short tells nothing
                    self.game.redo()
                lost = f"The last line of the record was not finished and was left out: “{visible(row.text)}”"
                self.game.notices.append(lost)
        return self.game

    def _take(self, row: RecordRow) -> None:
        try:
            line = read(row)
            self._mark(line) if isinstance(line, RecordMark) else self._order(line)
        except RecordError as error:
            raise RecordError(row.number, error.reason, error.advice, self.game) from None
        except FmbookError as error:
            raise RecordError(row.number, visible(str(error), LONGEST_MESSAGE), game=self.game) from None

    def _order(self, line: Line) -> None:
        step = self.game.tried(line.order, line.thrown if line.said else (), self.branch)
        if step.thrown != line.thrown:
            was, said = _listed(step.thrown), _listed(line.thrown)
            advice = "if it was said aloud in class, end the line with “said”"
            raise RecordError(line.number, f"the dice of this seed show {was} here; the record says {said}", advice)
        self.game.take(step)

    def _mark(self, mark: RecordMark) -> None:
        if mark.kind in ("turn", "end"):
            self._check_digest(mark)
        elif mark.kind == "what-if":
            if not (mark.value.isascii() and mark.value.isdigit() and 0 < int(mark.value[:9]) <= MOST_BRANCHES):
                raise RecordError(mark.number, f"a what-if branch has a number from 1 to {MOST_BRANCHES}")
            self.branch = int(mark.value)
        else:
            self.game.undo() if mark.kind == "undo" else self.game.redo()
            self.branch = self.game.what_if

    def _check_digest(self, mark: RecordMark) -> None:
        here = len(self.game.steps)
        if str(turn_mark(self.game.state)) == str(mark):
            self.sure = here
            return
        for _ in range(here - self.sure):
            self.game.undo()
        reason = f"here the game stands otherwise than when “{visible(str(mark))}” was written"
        advice = "play on from where the digests last agreed; redo brings the orders after that, as they play today"
        raise RecordError(mark.number, reason, advice)


def _in_all(played: int, rest: Iterable[RecordRow]) -> int:
    """Count the orders of a record from those played and the rows to come; 0 if some of them are taken back."""
    ahead = [row.text for row in rest]
    if any(text[:2] == "--" and text[2:].split()[:1] in (["undo"], ["redo"]) for text in ahead):
        return 0
    return played + sum(text[:2] != "--" for text in ahead)


def _listed(thrown: tuple[int | str, ...]) -> str:
    return visible(" ".join(map(str, thrown))) or "nothing"
