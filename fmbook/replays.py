"""Playing a record or a code again: through the rules, order by order, or not at all."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fmbook.codes import decode
from fmbook.errors import FmbookError, RecordError
from fmbook.game import Game, new_game
from fmbook.journal import place_of
from fmbook.records import Header, Line, Mark, Record, digest, fingerprint, parse

__all__ = ["load", "replay", "resume"]

LARGEST: Final = 4_000_000  # bytes of a save


def replay(text: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a record again and give the game as it ends there.

    A record that the rules refuse raises RecordError with line and reason; its ``game`` is the play up to there.
    """
    return _played(parse(text), tuple(house_rules))


def load(name: str | Path, *, house_rules: Iterable[Any] = ()) -> Game:
    """Play a save or a journal again: a name lies in the folder of games, a Path wherever you say."""
    path = place_of(name)
    try:
        with path.open("rb") as file:
            found = file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(0, f"{path} cannot be read: {error.strerror or error}", "check the name") from None
    if len(found) > LARGEST:
        raise RecordError(0, f"{path} is too large for a record")
    try:
        text = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise RecordError(line, "it is not UTF-8 text", "another file") from None
    return replay(text, house_rules=house_rules)


def resume(code: str, *, house_rules: Iterable[Any] = ()) -> Game:
    """Bring the game of a resume code back."""
    opened = decode(code)
    game = _begun(opened.head, tuple(house_rules))
    for number, (order, said, branch) in enumerate(opened.orders(lambda: game.state), 1):
        try:
            game.give(order, said, branch)
        except FmbookError as error:
            raise RecordError(0, f"order {number} of the code cannot be played. {error}", game=game) from None
    return game


def _begun(head: Header, house_rules: tuple[Any, ...]) -> Game:
    _check_house(head, house_rules)
    try:
        return new_game(head.system, head.scenario, head.seed, head.options, house_rules)
    except FmbookError as error:
        raise RecordError(0, f"the game cannot be set up. {error}") from None


def _check_house(head: Header, house_rules: tuple[Any, ...]) -> None:
    given = {f"{rule.rule.id}#{fingerprint(rule.rule)}" for rule in house_rules if hasattr(rule, "rule")}
    missing = [name for name in head.house if name not in given]
    if missing:
        names = ", ".join(name.split("#")[0] for name in missing)
        advice = "write the same rule again and give it along: house_rules=[…]"
        raise RecordError(
            0, f"the game was played with a house rule that is not here, or reads differently: {names}", advice
        )


def _played(record: Record, house_rules: tuple[Any, ...]) -> Game:
    game, branch = _begun(record.head, house_rules), 0
    for line in record.lines:
        try:
            branch = _take(game, line, branch)
        except RecordError:
            raise
        except FmbookError as error:
            raise RecordError(line.number, str(error), game=game) from None
    if record.torn:
        game.notices.append("The last line of the record was not finished; it was left out.")
    return game


def _take(game: Game, line: Line | Mark, branch: int) -> int:
    if isinstance(line, Mark):
        return _take_mark(game, line, branch)
    game.give(line.order, line.thrown if line.said else (), branch)
    thrown = game.steps[-1].thrown
    if thrown != line.thrown:
        game.undo()
        was, said = " ".join(map(str, thrown)) or "nothing", " ".join(map(str, line.thrown)) or "nothing"
        advice = "if it was said aloud in class, end the line with “said”"
        raise RecordError(line.number, f"the dice of this seed show {was} here; the record says {said}", advice, game)
    return branch


def _take_mark(game: Game, mark: Mark, branch: int) -> int:
    if mark.kind == "what-if":
        if not (mark.value.isascii() and mark.value.isdigit() and 0 < int(mark.value[:9]) < 65536):
            raise RecordError(mark.number, "a what-if branch has a number from 1 to 65535", game=game)
        return int(mark.value)
    if mark.kind == "undo":
        game.undo()
        return game.what_if
    if mark.kind == "redo":
        game.redo()
        return game.what_if
    if mark.kind in ("turn", "end"):
        _check_digest(game, mark)
        return branch
    raise RecordError(mark.number, f"“-- {mark.kind[:20]}” is no mark of a record", game=game)


def _check_digest(game: Game, mark: Mark) -> None:
    found = digest(game.state)
    if mark.value.split()[-1:] != [found]:
        reason = f"at this point the game stands otherwise than it did when it was written ({found})"
        raise RecordError(mark.number, reason, "go on from the last good order", game)
