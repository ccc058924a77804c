"""What a pair hands in: its answers and the records of its games, in one small file, or as a code to be read out.

The file holds a name of a table and no other name. Its check finds slips, such as a file that was cut off or edited by
accident; whoever wants to cheat can make a check, too.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, final

import msgspec
from msgspec import Struct

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError
from fmbook.core.shown import ShownByWidget
from fmbook.lessons.exercises import ask
from fmbook.lessons.lessonfile import LessonForm, lesson_form, whole_name
from fmbook.lessons.notes import kept_in
from fmbook.play.game import Game
from fmbook.play.succession import in_place_of
from fmbook.text.wording import counted

__all__ = ["BadHandIn", "HandIn", "Marks", "hand_in", "marks_of_code", "read_hand_in"]

VERSION: Final = 1
KIND: Final = "fmbook answers"
MOST_GAMES: Final = 12
LONGEST_NAME: Final = 24
LONGEST_ANSWER: Final = 6_000  # characters
LONGEST_FILE: Final = 8_000_000  # bytes
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without those that are misheard or misread
CHECK: Final = len(LETTERS) ** 2  # two letters of a code find slips of the tongue
UNANSWERED, WRONG, RIGHT = range(3)


class BadHandIn(FmbookError, ValueError):
    """A file or a code that cannot be marked, with the reason in a sentence."""


class _File(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: str
    version: int
    chapter: str
    table: str
    answers: dict[str, str]
    records: tuple[str, ...]
    check: str = ""


class Marks(Struct, frozen=True):
    """What a code tells: of each question that the engine marks, whether it was answered, and rightly."""

    chapter: str
    table: str
    right: dict[str, bool]


@final
class HandIn(ShownByWidget):
    """What is handed in. ``save()`` writes the file, ``text`` is what it holds, ``code`` is read out without a file."""

    _widget = "handin:HandInBox"

    def __init__(self, chapter: str, table: str, answers: Mapping[str, str] | None, records: tuple[str, ...]) -> None:
        self.chapter, self.table, self.records = chapter, table.strip(), records
        self.answers = kept_in(chapter.partition("_")[0]) if answers is None else dict(answers)
        self._given, self._games = answers, tuple[Game, ...]()

    @classmethod
    def of(cls, chapter: str, table: str, answers: Mapping[str, str] | None, games: tuple[Game, ...]) -> "HandIn":
        """Gather games as they stand; without ``answers`` those of this session."""
        every = [each for game in games for each in in_place_of(game)]
        played = tuple(game.record() for game in every if game.orders)[:MOST_GAMES]
        made = cls(chapter, table, answers, played)
        made._games = games
        return made

    def afresh(self, table: str) -> "HandIn":
        """Gather again, after something more has been written or played, under a name."""
        return self.of(self.chapter, table, self._given, self._games)

    def check_name(self) -> None:
        """Refuse what is no name of a table."""
        table = self.table
        if not table or len(table) > LONGEST_NAME or not all(each.isalnum() or each in " _" for each in table):
            raise FmbookError("Name the table with letters, digits and spaces, such as 7 or red 2. No names of people.")

    @property
    def contents(self) -> str:
        """How much it is, in words."""
        return f"{counted(len(self.answers), 'answer')} and {counted(len(self.records), 'game')}"

    @property
    def name(self) -> str:
        """What the file is called."""
        return f"answers-table-{'-'.join(self.table.split())}.json"

    @property
    def text(self) -> str:
        """What the file holds."""
        self.check_name()
        file = _File(
            kind=KIND, version=VERSION, chapter=self.chapter, table=self.table, answers=self.answers,
            records=self.records,
        )  # fmt: skip
        return _written(msgspec.structs.replace(file, check=_check(file)))

    def save(self, folder: str | Path = ".") -> Path:
        """Write the file into a folder and return where it is."""
        path = Path(folder) / self.name
        try:
            path.write_text(self.text, encoding="utf-8")
        except OSError as error:
            raise FmbookError(f"{path} cannot be written: {error.strerror}.") from None
        return path

    @property
    def code(self) -> str:
        """The marks in some ten letters, to be read out; it holds neither sentences nor games."""
        self.check_name()
        right = {id_: ask(id_).judged(text).right for id_, text in self.answers.items() if id_ in _tasks(self.chapter)}
        return _code(self.chapter, self.table, {id_: bool(each) for id_, each in right.items() if each is not None})

    def __str__(self) -> str:
        return f"{self.contents} of chapter {self.chapter.partition('_')[0]}: .save() writes them, .code is read out."

    __repr__ = __str__


@checked
def hand_in(
    chapter: str, games: Game | Sequence[Game] = (), *, table: str = "", answers: Mapping[str, str] | None = None
) -> HandIn:
    """Gather what is handed in: ``fm.hand_in("20", morning, table="7").save()``, or several games in a list.

    It takes what has been answered and written in this session, or the ``answers`` that it is given, by their ids.

    >>> import fmbook as fm
    >>> given = fm.hand_in("00", table="7", answers={"00.1": "½"})
    >>> given.name, given.code
    ('answers-table-7.json', '00-7-287T')
    """
    played = (games,) if isinstance(games, Game) else tuple(games)
    return HandIn.of(whole_name(chapter), table, answers, played)


# --- the file -------------------------------------------------------------------------------------


def _written(file: _File) -> str:
    return msgspec.json.format(msgspec.json.encode(file), indent=1).decode() + "\n"


def _check(file: _File) -> str:
    plain = msgspec.json.encode(msgspec.structs.replace(file, check=""))
    return blake2b(plain, digest_size=8).hexdigest()


def read_hand_in(path: Path) -> HandIn:
    """Read a file, or say in one sentence why it cannot be marked."""
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise BadHandIn("It is too large for a file of answers.")
        found = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BadHandIn(f"It cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadHandIn("It is cut off or damaged: ask for it again.") from None
    return _checked(_as_file(found))


def _as_file(found: Any) -> _File:
    if not isinstance(found, dict) or found.get("kind") != KIND:
        raise BadHandIn("It is no file of answers.")
    if found.get("version") != VERSION:
        raise BadHandIn(f"It was written by another version of fmbook: this one reads version {VERSION}.")
    try:
        return msgspec.convert(found, _File)
    except msgspec.ValidationError:
        raise BadHandIn("Something in it is missing or of another form: ask for it again.") from None


def _checked(file: _File) -> HandIn:
    if file.check != _check(file):
        raise BadHandIn("Its check does not fit: it was changed after it was written. Ask for it again.")
    try:
        given = HandIn(whole_name(file.chapter), file.table, file.answers, file.records)
        given.check_name()
    except FmbookError as error:
        raise BadHandIn(str(error)) from None
    if len(file.records) > MOST_GAMES or any(len(text) > LONGEST_ANSWER for text in file.answers.values()):
        raise BadHandIn("It holds more than anybody writes in a lesson.")
    return given


# --- the code ---------------------------------------------------------------------------------------


def _tasks(chapter: str) -> tuple[str, ...]:
    number = chapter.partition("_")[0]
    form: LessonForm = lesson_form(chapter)
    return tuple(f"{number}.{name}" for name in form.tasks)


def _code(chapter: str, table: str, right: Mapping[str, bool]) -> str:
    value = 0
    for id_ in _tasks(chapter):
        value = 3 * value + (UNANSWERED if id_ not in right else RIGHT if right[id_] else WRONG)
    head = f"{chapter.partition('_')[0]}-{'_'.join(table.split())}"
    return f"{head}-{_in_letters(value * CHECK + _sum(head, value))}"


def _sum(head: str, value: int) -> int:
    said = f"{head.casefold()} {value}".encode()
    return int.from_bytes(blake2b(said, digest_size=4).digest()) % CHECK


def _in_letters(value: int) -> str:
    letters = ""
    while value or len(letters) < 4:
        value, at = divmod(value, len(LETTERS))
        letters = LETTERS[at] + letters
    return letters


def marks_of_code(code: str) -> Marks:
    """Take a code that was read out apart."""
    number, _, rest = code.strip().partition("-")
    table, _, letters = rest.rpartition("-")
    value = 0
    for letter in letters.upper():
        if letter not in LETTERS:
            raise BadHandIn(f"“{code[:40]}” is no code of answers: {letter!r:.6} is not in any.")
        value = value * len(LETTERS) + LETTERS.index(letter)
    value, found = divmod(value, CHECK)
    chapter = _chapter_of(number, code)
    states = []
    for _ in (tasks := _tasks(chapter)):
        value, state = divmod(value, 3)
        states.append(state)
    marks = dict(zip(tasks, reversed(states), strict=True))
    right = {id_: state == RIGHT for id_, state in marks.items() if state != UNANSWERED}
    told = sum(state * 3**power for power, state in enumerate(states))
    if value or not table or found != _sum(f"{number}-{table}", told):
        raise BadHandIn(f"“{code[:40]}” was misheard or mistyped: its check does not fit. Ask for it again.")
    return Marks(chapter, " ".join(table.split("_")), right)


def _chapter_of(number: str, code: str) -> str:
    try:
        return whole_name(number)
    except FmbookError:
        raise BadHandIn(
            f"“{code[:40]}” is no code of answers: it does not begin with the number of a chapter."
        ) from None
