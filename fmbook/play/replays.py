"""Play a record or a code again: through the rules, order by order, or not at all."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError, RecordError
from fmbook.engine.fingerprints import doubt
from fmbook.engine.rulebook import Rule
from fmbook.play.game import Game, new_game
from fmbook.record.codes import decode
from fmbook.record.journal import place_of, read_bytes
from fmbook.record.records import (
    LONGEST,
    MOST_BRANCHES,
    Header,
    Line,
    Record,
    RecordMark,
    RecordRow,
    digest,
    house_name,
    more,
    parse,
    read,
    seen_in,
    turn_mark,
    visible,
)  # fmt: skip

__all__ = ["Replayer", "begun", "load", "replay", "resume"]

LONGEST_MESSAGE: Final = 2000


@checked
def replay(text: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a record again and give the game as it ends there.

    A record that the rules refuse raises RecordError with line and reason; its ``game`` is the play up to there.
    What a journal has taken back for good is not played again: only how many throws were seen there counts.
    House rules that are given and not in the record count from here on as if they had always held.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = game.do("move B1 0405")
    >>> fm.replay(game.record()).unit("B1").place
    '0405'
    """
    record = parse(text)
    replayer = Replayer(begun(record.head, tuple(house_rules)))
    if plan := _plan(record.whole):
        replayer.follow(plan, record.whole)
    else:
        replayer.play(record.whole)
    return replayer.finish(record)


@checked
def load(name: str | Path, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a save or a journal again: a name lies in the folder of games, a Path wherever you say.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = game.do("move B1 0405")
    >>> from tempfile import mkdtemp
    >>> from pathlib import Path
    >>> path = Path(mkdtemp()) / "game.fmbook"
    >>> _ = game.save(path)
    >>> fm.load(path).record() == game.record()
    True
    """
    path = place_of(name)
    found = read_bytes(path, LONGEST)
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


@checked
def resume(code: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Bring the game of a resume code back.

    >>> import fmbook as fm
    >>> game = fm.new_game("drill", "first_steps")
    >>> _ = game.do("move B1 0405")
    >>> fm.resume(game.code()).unit("B1").place
    '0405'
    """
    opened = decode(code)
    game = begun(opened.head, tuple(house_rules))
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


def begun(head: Header, house_rules: tuple[Any, ...]) -> Game:
    """Set up the game of a header."""
    given = {found.id: found for rule in house_rules if isinstance(found := getattr(rule, "rule", None), Rule)}
    doubts = [_doubt_about(name, given) for name in head.house]
    try:
        game = new_game(head.system, head.scenario, head.seed, head.options, house_rules)
    except FmbookError as error:
        raise RecordError(0, f"the game cannot be set up. {visible(str(error), LONGEST_MESSAGE)}") from None
    game.notices.extend(filter(None, doubts))
    return game


def _doubt_about(name: str, given: Mapping[str, Rule]) -> str:
    """Say what cannot be known of a house rule of a record; refuse the record if it is known to be another."""
    id_, _, known = name.rpartition("#")
    rule = given.get(id_ or name)
    if rule and house_name(rule) == name:
        return ""
    if rule and (why := doubt(rule, known)):
        return f"Whether the house rule “{visible(id_)}” is the one that was played with cannot be known: {why}."
    how = "reads differently here" if rule else "is not here"
    reason = f"the game was played with the house rule “{visible(id_ or name)}”, which {how}"
    raise RecordError(0, reason, "write the same rule again and give it along: house_rules=[…]")


class Replayer:
    """Plays a record row by row, so that whatever is wrong with a row leaves the game as it was before it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.branch = 0
        self.sure = 0  # so many orders are confirmed by a digest
        self.told = 0  # of so many what-if branches a mark says what has been seen

    def play(self, rows: Sequence[RecordRow]) -> None:
        """Play all rows."""
        for at, row in enumerate(rows):
            here = self.game.given
            try:
                self._take(row)
            except RecordError as error:
                error.whole = _in_all(here, rows[at:])
                raise

    def go_on(self, text: str) -> None:
        """Play lines that somebody else has written after what was played so far."""
        self.branch = self.game.what_if
        rows, remarks = more(text)
        self.play(rows)
        for said in remarks:
            self.game.remark(said)

    def follow(self, plan: "_Plan", rows: Sequence[RecordRow]) -> None:
        """Play, of all rows, only what was not taken back for good."""
        thrown = self.game.state.thrown
        try:
            for given in plan.steps:
                self.branch = given.branch
                self._do(given.line)
                for mark in given.marks:
                    self._do(mark)
            for mark in plan.told:
                self._do(mark)
        except RecordError as error:
            here = sum(given.line.number < error.line for given in plan.steps)
            error.whole = _in_all(here, [row for row in rows if row.number >= error.line])
            self._has_seen(_plan([row for row in rows if row.number < error.line]), thrown)
            raise
        self._has_seen(plan, thrown)
        for _ in plan.steps[plan.now :]:
            self.game.undo()
        self.branch, self.sure = plan.branch, min(self.sure, plan.now)

    def _has_seen(self, plan: "_Plan | None", thrown: int) -> None:
        for branch, seen in plan.seen.items() if plan else ():
            self.game.has_seen(branch, thrown + seen)

    def finish(self, record: Record) -> Game:
        """Play a last row that may have been cut short, or leave it out."""
        for row in record.rows[len(record.whole) :]:
            here = self.game.given
            try:
                self._take(row)
            except RecordError:
                for _ in range(here - self.game.given):  # a digest that was cut short tells nothing
                    self.game.redo()
                lost = f"The last line of the record was not finished and was left out: “{visible(row.text)}”"
                self.game.notices.append(lost)
        self.game.recall(record.remarks)
        return self.game

    def _take(self, row: RecordRow) -> None:
        try:
            line = read(row)
        except RecordError as error:
            raise RecordError(row.number, error.reason, error.advice, self.game) from None
        self._do(line)

    def _do(self, line: Line | RecordMark) -> None:
        try:
            self._mark(line) if isinstance(line, RecordMark) else self._order(line)
        except RecordError as error:
            raise RecordError(line.number, error.reason, error.advice, self.game) from None
        except FmbookError as error:
            raise RecordError(line.number, visible(str(error), LONGEST_MESSAGE), game=self.game) from None

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
            self.branch = _branch_in(mark)
        elif mark.kind == "seen":
            branches, thrown = seen_in(mark)
            self.told += len(branches)
            if self.told > MOST_BRANCHES + 1:
                raise RecordError(mark.number, "more is said to be seen than there can be")
            for branch in branches:
                self.game.has_seen(branch, thrown)
        else:
            self.game.undo() if mark.kind == "undo" else self.game.redo()
            self.branch = self.game.what_if

    def _check_digest(self, mark: RecordMark) -> None:
        here = self.game.given
        if str(turn_mark(self.game.state)) == str(mark):
            self.sure = here
            return
        for _ in range(here - self.sure):
            self.game.undo()
        reason = f"here the game stands otherwise than when “{visible(str(mark))}” was written"
        advice = "play on from where the digests last agreed; redo brings the orders after that, as they play today"
        raise RecordError(mark.number, reason, advice)


class _Given(NamedTuple):
    """An order of a plan: its line, its what-if branch, and the digests that stand after it."""

    line: Line
    branch: int
    thrown: int  # so many throws had been made after it
    marks: list[RecordMark]


class _Plan:
    """What is to be played of a record in which orders are taken back: those that still count, and could be redone."""

    def __init__(self) -> None:
        self.steps: list[_Given] = []
        self.now = self.branch = 0
        self.seen: dict[int, int] = {}
        self.told: list[RecordMark] = []

    def take(self, line: Line | RecordMark) -> None:
        """Take the next line; what cannot be planned is a RecordError."""
        if isinstance(line, Line):
            self._give(line)
        elif line.kind == "what-if":
            self.branch = _branch_in(line)
        elif line.kind == "seen":
            self.told.append(line)
        elif line.kind in ("undo", "redo"):
            self.now += 1 if line.kind == "redo" else -1
            if not 0 <= self.now <= len(self.steps):
                raise RecordError(line.number, f"there is nothing to {line.kind}")
            self.branch = self.steps[self.now - 1].branch if self.now else 0
        elif self.now:
            self.steps[self.now - 1].marks.append(line)
        else:
            raise RecordError(line.number, "no turn ends before the first order")

    def _give(self, line: Line) -> None:
        thrown = len(line.thrown) + (self.steps[self.now - 1].thrown if self.now else 0)
        self.steps[self.now :] = [_Given(line, self.branch, thrown, [])]
        self.now += 1
        self.seen[self.branch] = max(self.seen.get(self.branch, 0), thrown)


def _plan(rows: Sequence[RecordRow]) -> _Plan | None:
    """Plan what is to be played; nothing, if no order is taken back, or if something is wrong and is to be told."""
    if not any(row.text.startswith("-- undo") for row in rows):
        return None
    plan = _Plan()
    try:
        for row in rows:
            plan.take(read(row))
    except RecordError:
        return None
    return plan


def _branch_in(mark: RecordMark) -> int:
    if not (mark.value.isascii() and mark.value.isdigit() and 0 < int(mark.value[:9]) <= MOST_BRANCHES):
        raise RecordError(mark.number, f"a what-if branch has a number from 1 to {MOST_BRANCHES}")
    return int(mark.value)


def _in_all(played: int, rest: Iterable[RecordRow]) -> int:
    """Count the orders of a record from those played and the rows to come; 0 if some of them are taken back."""
    ahead = [row.text for row in rest]
    if any(text[:2] == "--" and text[2:].split()[:1] in (["undo"], ["redo"]) for text in ahead):
        return 0
    return played + sum(text[:2] != "--" for text in ahead)


def _listed(thrown: tuple[int | str, ...]) -> str:
    return visible(" ".join(map(str, thrown))) or "nothing"
