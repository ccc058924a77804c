"""A game as text: written, read, played again, refused; and on disk."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.verdicts import Bar, RuleViolation
from fmbook.play.game import Game, NotKept
from fmbook.record import records
from fmbook.record.journal import BadName, Journal, NotWritten, games_folder, journals, place_of
from fmbook.record.records import Header, Line, RecordMark, RecordRow, digest, read

HEAD = "fmbook: 1\nsystem: drill\nscenario: flank\nseed: 3\n\n"
OPENING = ("end-phase", "attack 0404", "join B1", "ready")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


def flank(*orders: str, seed: int = 3) -> Game:
    game = fm.new_game("drill", "flank", seed)
    for order in orders:
        said, _, roll = order.partition(" = ")
        game.do(said, roll=int(roll) if roll else None)
    return game


def whole_game(scenario: str = "flank", seed: int = 3) -> Game:
    game = fm.new_game("drill", scenario, seed)
    return fm.play_out(game, dict.fromkeys(game.sides, "random"))


def same(one: Game, other: Game) -> bool:
    return one.record() == other.record() and digest(one.state) == digest(other.state)


def refused(text: str, **more) -> fm.RecordError:
    with pytest.raises(fm.RecordError) as caught:
        fm.replay(text, **more)
    return caught.value


@fm.forbids("house:no_aldermill", fm.Attack, bars="hexes")
def no_aldermill(state, side):
    """Nobody attacks Aldermill."""
    yield Bar({state.board.at("0404")}, "{hex} is sacred ground", "leave it alone")


# --- written and read ----------------------------------------------------------------------


def test_a_record_reads_like_a_chess_game():
    record = flank("end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire", "roll = 4").record()
    assert record.splitlines() == [
        "fmbook: 1", "system: drill", "scenario: flank", "seed: 3", "",
        "end-phase", "attack 0404", "join B1", "ready", "hold-fire", "hold-fire", "roll = 4 said",
    ]  # fmt: skip
    assert record.endswith("said\n")


@pytest.mark.parametrize("scenario", fm.scenarios("drill"))
def test_a_record_plays_to_the_same_game(scenario):
    for seed in range(5):
        game = whole_game(scenario, seed)
        again = fm.replay(game.record())
        assert same(game, again)
        assert game.diary == again.diary or list(game.diary) == list(again.diary)
        assert not again.notices


def test_a_record_that_was_not_played_to_its_end_goes_on_alike():
    game = whole_game()
    half = len(game.orders) // 2
    text = game.record().split("\n-- end")[0].splitlines()
    begun = fm.replay("\n".join(text[: 5 + half]) + "\n")
    for order in game.orders[len(begun.orders) :]:
        begun.do(order)
    assert same(game, begun)


WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
NAMES = st.from_regex(r"[A-Za-z0-9/+:]{1,8}", fullmatch=True)
THROWN = st.lists(st.one_of(st.integers(0, 9999), WORDS, st.sampled_from(["said", "12", '"', "=", "a b"])), max_size=4)


@given(NAMES, st.lists(NAMES, max_size=4), THROWN, st.booleans())
def test_every_line_is_read_as_it_was_written(name, via, thrown, said):
    line = Line(fm.Move(name, "c3", tuple(via)), tuple(thrown), said and bool(thrown))
    assert "\n" not in str(line)
    assert read(RecordRow(0, str(line))) == line


@given(st.sampled_from(records.MARKS), st.from_regex(r"[a-z0-9]{0,8}( [a-z0-9]{1,8})?", fullmatch=True))
def test_every_mark_is_read_as_it_was_written(kind, value):
    mark = RecordMark(kind, "" if kind in ("undo", "redo") else value.strip())
    assert read(RecordRow(0, str(mark))) == mark


def test_names_that_are_drawn_may_look_like_anything():
    drawn = ("Gas attack", "12", "said", 'a "b"', "=", "")
    assert str(Line(fm.Roll(), drawn, said=True)) == r'roll = "Gas attack" "12" "said" "a \"b\"" = "" said'


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_of_other_machines_are_read(ends):
    game = whole_game()
    assert same(fm.replay(game.record().replace("\n", ends)), game)


@pytest.mark.parametrize("around", ["\ufeff{}", "\n\n{}", "{}\n\n\n", "{}   ", "# my game\n{}"][:4])
def test_what_pasting_adds_around_a_record_does_no_harm(around):
    game = whole_game()
    again = fm.replay(around.format(game.record()))
    assert same(game, again)
    assert not again.notices


def test_an_indented_record_is_read():
    game = whole_game()
    assert same(fm.replay("".join(f"    {line}\n" for line in game.record().splitlines())), game)


def test_lines_for_the_reader_are_passed_over():
    assert same(
        fm.replay(f"{HEAD}# Monday, first lesson\nend-phase\n\n   # and then\nattack 0404\n"), flank(*OPENING[:2])
    )


# --- the header ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["fmbook", "system", "scenario", "seed"])
def test_a_header_must_have_every_key(key):
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"{key}:")]
    error = refused("\n".join(lines) + "\n\nend-phase\n")
    assert f"the header lacks “{key}: …”" in error.reason
    assert refused(re.sub(f"{key}: .*", f"{key}:", HEAD)).reason == error.reason


@pytest.mark.parametrize("key", ["fmbook", "system", "scenario", "seed", "options", "house"])
def test_no_key_stands_twice(key):
    error = refused(HEAD.replace("\n\n", f"\n{key}: 1\n{key}: 1\n\n"))
    assert f"“{key}” stands twice" in error.reason
    assert error.line in (5, 6)


@pytest.mark.parametrize(
    "line", ["colour: blue", "Seed: 3", "seed : 3", "seed=3", "end-phase", "\u017feed: 3", ": 3", "\x1b[2J"]
)
def test_the_header_has_no_other_lines(line):
    error = refused(HEAD.replace("\n\n", f"\n{line}\n\n"))
    assert (error.line, error.game) == (5, None)
    assert "the header has no line" in error.reason
    assert "\x1b" not in str(error)


@pytest.mark.parametrize("version", ["0", "2", "1.0", "01", "\u0661", "1 1", "latest"])
def test_another_version_is_named(version):
    assert f"version “{version}”" in refused(HEAD.replace("fmbook: 1", f"fmbook: {version}")).reason


@pytest.mark.parametrize(
    "seed",
    ["x", "1.5", "1e5", "+3", "--3", "0x10", "1_000", "٣", "\uff13", "²", "1" * 19, "9" * 399, "1 2", "∞", "True"],
)
def test_a_seed_is_a_short_whole_number(seed):
    assert "is no seed" in refused(HEAD.replace("seed: 3", f"seed: {seed}")).reason
    with pytest.raises(FmbookError, match="is to be a whole number"):
        fm.new_game("drill", "flank", seed)


@pytest.mark.parametrize("seed", [0, -1, 10**18 - 1, -(10**18) + 1])
def test_the_extreme_seeds_play(seed):
    game = whole_game(seed=seed)
    assert same(game, fm.replay(game.record()))
    assert same(game, fm.resume(game.code()))


@pytest.mark.parametrize("seed", [10**18, -(10**18), 10**5000 if sys.version_info < (3, 10) else 10**900])
def test_a_seed_that_no_record_could_hold_is_refused_at_once(seed):
    with pytest.raises(fm.RecordError, match="is no seed"):
        fm.new_game("drill", "flank", seed)


def test_the_options_of_a_record_count():
    text = HEAD.replace("\n\n", "\noptions: stacks stacks\n\n")
    assert fm.replay(text).header.options == ("stacks",)
    assert "no option “nonsense”" in refused(text.replace("stacks stacks", "nonsense")).reason


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("drill", "dril", "Did you mean drill"),
        ("drill", "europa_41", "No scenario “flank” in europa_41"),
        ("flank", "flunk", "Did you mean flank"),
        ("flank", "../../etc/passwd", "No scenario"),
        ("drill", "dr\x00ill", "No system “dr�ill”"),
        ("drill", "\ud800", "No system “�”"),
        ("drill", "d" * 20_000, "at most 16,000 characters"),
    ],
)
def test_what_cannot_be_set_up_is_said(old, new, says):
    error = refused(HEAD.replace(old, new))
    assert says in error.reason
    assert str(error).encode()


def test_an_empty_text_is_no_record():
    for text in ("", "\n", "   ", "\ufeff", "\n\n\n", "Dear Sir,\n", "\x00" * 100, "-- end\n"):
        assert refused(text).reason.startswith("the header ")


# --- throws --------------------------------------------------------------------------------


def rolled(game: Game) -> tuple[str, int]:
    """The record up to its first roll, and what that roll showed."""
    before, _, after = game.record().partition("roll = ")
    return before, int(after.split()[0])


def test_a_throw_of_the_seed_is_checked():
    before, shown = rolled(whole_game())
    wrong = shown % 6 + 1
    error = refused(f"{before}roll = {wrong}\n")
    assert f"the dice of this seed show {shown} here; the record says {wrong}" in error.reason
    assert "“said”" in error.advice
    assert error.line == before.count("\n") + 1


def test_after_a_wrong_throw_the_game_has_not_seen_it():
    before, shown = rolled(whole_game())
    game = refused(f"{before}roll = {shown % 6 + 1}\n").game
    assert game.record() == before
    with pytest.raises(RuleViolation, match="nothing has been taken back"):
        game.redo()
    game.do("roll")
    assert game.what_if == 0
    assert game.record().endswith(f"roll = {shown}\n")


def test_a_throw_that_was_said_stands():
    before, _ = rolled(whole_game())
    for said in range(1, 7):
        game = fm.replay(f"{before}roll = {said} said\n")
        assert game.steps[-1].thrown == (said,)
        assert game.steps[-1].said
        assert game.record().endswith(f"roll = {said} said\n")


@pytest.mark.parametrize(
    "thrown", ["0", "7", "-1", "1 1", "x", "٤", "\uff14", "99999", "1.0", '"4"', "4 5 6", "1e3", "said"]
)
def test_a_throw_that_no_die_shows_is_refused(thrown):
    before, _ = rolled(whole_game())
    for text in (f"roll = {thrown} said\n", f"roll = {thrown}\n"):
        error = refused(before + text)
        assert error.line == before.count("\n") + 1
        assert error.game.record() == before


@pytest.mark.parametrize(
    "line",
    [
        "roll",
        "roll =",
        "roll = ",
        "end-phase = 3",
        "roll said",
        "roll = said",
        'roll = "4',
        'roll = "\\x" said',
        "roll=4",
    ],
)
def test_a_roll_has_its_throw_beside_it_and_nothing_else_has(line):
    before, _ = rolled(whole_game())
    assert refused(f"{before}{line}\n").game.record() == before


@pytest.mark.parametrize("roll", [4.0, "4", "", True, [4.5], (1, 2, 3), object(), b"4", {4}, float("nan")])
def test_what_is_said_in_class_is_a_die_or_a_sentence(roll):
    game = flank(*OPENING)
    while not game.can("roll"):
        game.do(game.legal()[-1])
    before = game.record()
    with pytest.raises(FmbookError, match=r"A die shows|throws? w.+ said"):
        game.do("roll", roll=roll)
    assert game.record() == before


# --- undo, redo and what-if ----------------------------------------------------------------


def to_a_roll(seed: int = 3) -> Game:
    game = flank(*OPENING, seed=seed)
    while not game.can("roll"):
        game.do("hold-fire")
    return game


def test_going_on_from_before_a_throw_opens_a_branch():
    game = to_a_roll()
    game.do("roll")
    game.undo()
    game.do("roll")
    assert game.what_if == 1
    assert "-- what-if 1\nroll = " in game.record()
    assert same(game, fm.replay(game.record()))
    assert same(game, fm.resume(game.code()))


def test_a_throw_that_was_seen_is_not_had_again_by_a_detour():
    game = to_a_roll()
    game.do("roll")
    game.undo()
    game.undo()
    while len(game.legal()) < 2:
        game.undo()
    game.do(game.legal()[0])
    game.undo()
    game.do(game.legal()[-1])
    assert game.what_if > 0, "the detour has brought the old dice back"


def test_a_redo_gives_the_same_throw_on_the_same_branch():
    game = to_a_roll()
    game.do("roll")
    record = game.record()
    game.undo()
    game.redo()
    assert (game.what_if, game.record()) == (0, record)


@pytest.mark.parametrize("value", ["", "0", "-1", "65536", "1" * 400, "٣", "x", "1 2", "1.0"])
def test_a_branch_has_a_small_number(value):
    assert refused(f"{HEAD}-- what-if {value}\nend-phase\n").line == 6


def test_a_journal_may_undo_and_redo():
    game = fm.replay(f"{HEAD}end-phase\nattack 0404\n-- undo\n-- undo\n-- redo\n")
    assert [str(order) for order in game.orders] == ["end-phase"]
    game.redo()
    assert [str(order) for order in game.orders] == ["end-phase", "attack 0404"]


@pytest.mark.parametrize("mark", ["-- undo", "-- redo"])
def test_there_must_be_something_to_undo_or_to_redo(mark):
    error = refused(f"{HEAD}{mark}\n")
    assert "nothing has been" in error.reason
    assert error.game.record() == HEAD


@pytest.mark.parametrize(
    "mark", ["--", "-- ", "-- Turn 1", "-- quit", "--undo 3 --", "-- end", "-- turn", "-- turn 1", "-- \x1b"]
)
def test_other_marks_are_refused(mark):
    if mark == "--undo 3 --":
        mark = "-- undone"
    error = refused(f"{HEAD}{mark}\nend-phase\n")
    assert error.line == 6
    assert error.game.record() == HEAD


# --- digests -------------------------------------------------------------------------------


def test_every_turn_ends_with_a_digest():
    marks = [line for line in whole_game().record().splitlines() if line.startswith("-- ")]
    assert [mark.rsplit(" ", 1)[0] for mark in marks] == ["-- turn 2", "-- end"]
    assert all(re.fullmatch(r"[0-9a-f]{8}", mark.split()[-1]) for mark in marks)


def test_a_digest_that_differs_gives_the_game_back_as_it_was_last_confirmed():
    record = whole_game().record()
    turn, end = re.findall(r"-- turn 2 (\w+)", record)[0], re.findall(r"-- end (\w+)", record)[0]
    first = refused(record.replace(turn, "00000000"))
    assert first.game.record() == HEAD
    second = refused(record.replace(end, "00000000"))
    assert second.game.turn == 2
    assert second.game.record() == record[: record.index(turn) + 9]
    while not second.game.outcome:
        second.game.redo()
    assert second.game.record() == record


def test_the_turn_of_a_mark_must_be_right_too():
    record = whole_game().record()
    assert "stands otherwise" in refused(record.replace("-- turn 2 ", "-- turn 3 ")).reason


def test_a_digest_tells_states_apart_and_equal_ones_not():
    game = whole_game("bombardment", 4)
    digests = [digest(game.at(number).state) for number in range(len(game.orders) + 1)]
    assert len(set(digests)) == len(digests)
    state = game.at(3).state
    one, other = (state.but(facts={"a": facts, "b": {"x": 1, "y": (frozenset("pq"),)}}) for facts in ((1, 2), (2, 1)))
    assert digest(one) != digest(other)
    assert digest(one) == digest(state.but(facts=dict(sorted(one.facts.items(), reverse=True))))


# --- torn last lines -----------------------------------------------------------------------


def test_a_last_order_without_its_line_break_is_kept_if_it_plays():
    game = whole_game()
    again = fm.replay(game.record().rstrip("\n"))
    assert same(game, again)
    assert not again.notices


def test_a_record_cut_anywhere_loses_at_most_its_last_line():
    game = whole_game("bombardment", 2)
    record = game.record()
    start = record.index("\n\n") + 2
    for end in range(start, len(record)):
        whole = record[:end].rpartition("\n")[0] + "\n"
        again = fm.replay(record[:end])
        orders = [line for line in whole[start:].splitlines() if line and not line.startswith("--")]
        assert len(again.orders) - len(orders) in (0, 1)
        assert record.startswith(again.record().rstrip("\n")) or again.record().startswith(whole)
        kept = again.record().rstrip("\n").endswith(record[:end].rpartition("\n")[2].rstrip()) or not again.notices
        assert kept or "was not finished and was left out" in again.notices[0]


@pytest.mark.parametrize(
    "torn", ["move B1 04", "mo", "-- tu", "roll = 3", "-- turn 2 123", "\x00\x00\x00", "attack 0404 é", "«"]
)
def test_a_torn_last_line_is_left_out_with_a_notice(torn):
    game = fm.replay(f"{HEAD}end-phase\n{torn}")
    assert game.orders == (fm.EndPhase(),)
    assert len(game.notices) == 1
    assert "was left out" in game.notices[0]
    assert game.notices[0].isprintable()


def test_a_last_line_cut_within_a_letter_is_left_out(home):
    home.mkdir()
    (home / "torn.txt").write_bytes(f"{HEAD}end-phase\nattack ".encode() + "é".encode()[:1])
    game = fm.load("torn")
    assert game.orders == (fm.EndPhase(),)
    assert "was left out" in game.notices[0]


# --- what is wrong, where, and what is left -------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("move B3 0404", "[fm:"),
        ("move B9 0404", "No unit “B9”"),
        ("move B3 9999", "No hex “9999”"),
        ("mvoe B1 0404", "Did you mean move"),
        ("move B1", "is no march"),
        ("move B3 \uff10\uff14\uff10\uff14", "No hex"),
        ("x" * 401, "at most 400 characters"),
        ("((((" * 90, "No order begins with"),
        ("{order} {0.__class__}", "No order begins with “{order}”"),
        ("\u202eesahp-dne", "No order begins with “�esahp-dne”"),
    ],
)
def test_an_error_has_its_line_its_reason_and_the_last_good_position(line, says):
    good = flank().legal()[0]
    error = refused(f"{HEAD}# a story\n{good}\n{line}\nend-phase\n")
    assert error.line == 8
    assert says in error.reason
    assert str(error).startswith("Line 8 of the record: ")
    assert error.game.orders == (good,)
    error.game.do("end-phase")


def test_an_order_after_the_end_is_refused():
    record = whole_game().record()
    error = refused(f"{record}end-phase\n")
    assert "the game is over" in error.reason
    assert error.game.record() == record


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 4_000_001, "at most 4,000,000 characters"),
        (HEAD + "\n" * 60_001, "at most 60,000 lines"),
        (HEAD + "(" * 1_000_000, "was left out"),
        (HEAD + "(" * 1_000_000 + "\n", "at most 400 characters"),
    ],
)
def test_a_record_has_bounds(text, says):
    try:
        told = fm.replay(text).notices[0]
    except fm.RecordError as error:
        told = error.reason
    assert says in told
    assert len(told) < 200


# --- house rules ---------------------------------------------------------------------------


def with_house_rule() -> Game:
    game = fm.new_game("drill", "flank", 3, house_rules=[no_aldermill])
    game.do("end-phase")
    return game


def test_a_house_rule_is_named_with_a_hash_of_its_text():
    assert re.search(r"^house: house:no_aldermill#[0-9a-f]{8}$", with_house_rule().record(), re.MULTILINE)


def test_a_game_with_a_house_rule_needs_it_again():
    game = with_house_rule()
    assert same(fm.replay(game.record(), house_rules=[no_aldermill]), game)
    assert same(fm.resume(game.code(), house_rules=[no_aldermill]), game)
    for again, text in ((fm.replay, game.record()), (fm.resume, game.code())):
        with pytest.raises(fm.RecordError, match=r"house rule “house:no_aldermill”, which is not here"):
            again(text)


def test_a_house_rule_that_reads_differently_is_another():
    record = re.sub(r"#\w{8}", "#00000000", with_house_rule().record())
    error = refused(record, house_rules=[no_aldermill])
    assert "which reads differently here" in error.reason
    assert "house_rules=[…]" in error.advice


def test_something_that_is_no_rule_is_refused():
    assert "is no rule" in refused(HEAD, house_rules=[len]).reason


def test_a_record_that_a_new_rule_breaks_opens_to_its_last_good_order_and_names_the_rule():
    error = refused(flank(*OPENING).record(), house_rules=[no_aldermill])
    assert "house:no_aldermill" in error.reason
    assert "0404 is sacred ground" in error.reason
    assert error.game.orders == (fm.EndPhase(),)


# --- on disk -------------------------------------------------------------------------------


def test_a_save_lies_in_the_folder_of_games(home):
    game = whole_game()
    assert game.save("monday 3b") == home / "monday 3b.txt"
    assert same(fm.load("monday 3b"), game)
    assert same(fm.load("monday 3b.txt"), game)


def test_a_path_lies_wherever_it_says(tmp_path):
    game = whole_game()
    path = tmp_path / "elsewhere" / "deep" / "game.txt"
    assert game.save(path) == path
    assert same(fm.load(path), game)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert same(fm.load(path), game)


def test_without_fmbook_home_games_lie_beside_the_notebook(monkeypatch, tmp_path):
    monkeypatch.delenv("FMBOOK_HOME")
    assert games_folder() == Path("fmbook-games")
    monkeypatch.setenv("FMBOOK_HOME", "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert place_of("a") == tmp_path / "games" / "a.txt"


def test_saving_again_writes_anew_and_leaves_nothing_beside(home):
    flank("end-phase").save("mine")
    game = whole_game()
    game.save("mine")
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
    assert same(fm.load("mine"), game)


def test_a_save_that_fails_leaves_the_old_one(home, monkeypatch):
    flank("end-phase").save("mine")
    old = (home / "mine.txt").read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(NotWritten, match="No space left on device"):
        whole_game().save("mine")
    assert [path.name for path in home.iterdir()] == ["mine.txt"]
    assert (home / "mine.txt").read_bytes() == old


def test_a_folder_that_is_a_file_is_said(home):
    home.write_text("I am a file")
    game = whole_game()
    with pytest.raises(NotWritten, match="could not be written"):
        game.save("mine")
    with pytest.raises(NotWritten, match="could not be written"):
        game.keep_journal()
    assert home.read_text() == "I am a file"
    with pytest.raises(fm.RecordError, match=r"cannot be read|there is no file"):
        fm.load("mine")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that even root cannot write")
def test_a_folder_that_cannot_be_written_is_said(monkeypatch):
    monkeypatch.setenv("FMBOOK_HOME", "/proc/self")
    game = flank()
    with pytest.raises(NotWritten, match="The game goes on"):
        game.save("mine")
    with pytest.raises(NotWritten, match="The game goes on"):
        game.keep_journal()
    game.do("end-phase")
    assert game.orders == (fm.EndPhase(),)


def test_a_name_that_is_too_long_is_said(tmp_path):
    for name in ("x" * 82, "漢" * 80, "x" * 10_000):
        with pytest.raises(BadName):
            flank().save(name)
    for path in (tmp_path / ("x" * 300), tmp_path / "\0", tmp_path / "a\ud800"):
        with pytest.raises(NotWritten):
            flank().save(path)
        with pytest.raises(fm.RecordError):
            fm.load(path)


def test_a_save_that_is_a_folder_is_said(tmp_path):
    (tmp_path / "game.txt").mkdir()
    with pytest.raises(NotWritten):
        flank().save(tmp_path / "game.txt")
    with pytest.raises(fm.RecordError, match="is not a file"):
        fm.load(tmp_path / "game.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_save_that_is_not_there_is_answered_with_the_nearest():
    flank().save("monday 3b")
    with pytest.raises(fm.RecordError, match="Try: the name monday 3b"):
        fm.load("mondey 3b")
    with pytest.raises(fm.RecordError, match="there is no file"):
        fm.load("zzz")


def test_a_file_that_is_not_text_is_said(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    with pytest.raises(fm.RecordError, match="Line 1 of the record: it is not UTF-8 text"):
        fm.load(path)


# --- the journal ---------------------------------------------------------------------------


def test_a_journal_grows_with_every_order(home):
    game = flank("end-phase")
    path = game.keep_journal()
    assert path.parent == home
    for order in ("attack 0404", "join B1", "ready"):
        game.do(order)
        assert re.search(rf"\n{order} #[0-9a-f]{{6}}\n$", path.read_text())
    assert same(fm.load(path), game)
    assert same(fm.load(path.name), game)
    assert journals() == (path,)


def test_a_journal_knows_what_was_taken_back():
    game = to_a_roll()
    path = game.keep_journal()
    game.do("roll")
    game.undo()
    game.undo()
    game.redo()
    game.do("roll")
    assert same(fm.load(path), game)
    assert fm.load(path).what_if == 1


def test_a_journal_begun_after_an_undo_can_redo():
    game = to_a_roll()
    game.do("roll")
    game.undo()
    game.undo()
    path = game.keep_journal()
    game.redo()
    game.redo()
    assert same(fm.load(path), game)


def test_a_game_from_a_journal_has_seen_what_was_seen():
    game = to_a_roll()
    path = game.keep_journal()
    game.do("roll")
    game.undo()
    again = fm.load(path)
    again.do("roll")
    assert again.what_if == 1


def test_a_game_opened_at_its_last_good_order_is_kept_as_it_stands():
    record = whole_game().record()
    game = refused(re.sub(r"-- end \w+", "-- end 00000000", record)).game
    path = game.keep_journal()
    assert same(fm.load(path), game)
    game.redo()
    assert same(fm.load(path), game)


def test_a_refused_order_is_not_in_the_journal():
    game = flank()
    path = game.keep_journal()
    before = path.read_bytes()
    for order in ("move B1 0404", "nonsense", "move B9 0404"):
        with pytest.raises(FmbookError):
            game.do(order)
    assert path.read_bytes() == before


def test_journals_of_one_second_have_names_of_their_own():
    games = [flank() for _ in range(5)]
    assert len({game.keep_journal() for game in games}) == 5
    assert len(journals()) == 5


def test_a_folder_full_of_journals_of_this_second_is_said(tmp_path, monkeypatch):
    def taken(*_: Any, **__: Any) -> None:
        raise FileExistsError

    monkeypatch.setattr(os, "open", taken)
    with pytest.raises(BadName, match="it is full of journals of this second"):
        flank().keep_journal(tmp_path)


def test_a_journal_that_goes_away_while_we_look_is_passed_over(tmp_path):
    path = flank().keep_journal(tmp_path)
    (tmp_path / "journal-gone.txt").symlink_to(tmp_path / "nowhere")
    assert journals(tmp_path) == (path,)


def test_a_new_journal_takes_over_from_the_old_one():
    game = flank()
    old = game.keep_journal()
    before = old.read_bytes()
    new = game.keep_journal()
    game.do("end-phase")
    assert old.read_bytes() == before
    assert same(fm.load(new), game)


def test_a_journal_stays_where_it_is_when_the_notebook_moves(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", "relative")
    monkeypatch.chdir(tmp_path)
    game = flank()
    path = game.keep_journal()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    game.do("end-phase")
    assert same(fm.load(path), game)
    assert not game.notices


def test_when_the_journal_is_lost_the_game_goes_on_and_says_so(tmp_path):
    game = flank()
    path = game.keep_journal(tmp_path)
    path.unlink()
    with pytest.warns(NotKept, match="no longer kept as it is played"):
        game.do("end-phase")
    game.do("attack 0404")
    assert len(game.orders) == 2
    assert len(game.notices) == 1
    assert "no longer kept as it is played" in game.notices[0]
    assert not path.exists(), "a journal without a header would be of no use"


def test_a_full_disk_does_not_stop_the_game(tmp_path, monkeypatch):
    game = flank("end-phase")
    path = game.keep_journal(tmp_path)
    whole = os.write

    def half(handle: int, text: bytes) -> int:
        if len(text) < 8:
            raise OSError(28, "No space left on device")
        return whole(handle, text[:4])

    monkeypatch.setattr(os, "write", half)
    with pytest.warns(NotKept, match="No space left on device"):
        game.do("attack 0404")
    monkeypatch.undo()
    assert "No space left on device" in game.notices[0]
    assert fm.load(path).orders == (fm.EndPhase(),)


def test_writing_by_and_by_writes_it_all(tmp_path, monkeypatch):
    whole = os.write
    monkeypatch.setattr(os, "write", lambda handle, text: whole(handle, text[:3]))
    game = flank("end-phase")
    path = game.keep_journal(tmp_path)
    game.do("attack 0404")
    assert path.read_text() == game.record(checked=True)


def test_a_save_does_not_take_the_name_of_a_journal(tmp_path):
    game = flank()
    path = game.keep_journal()
    for name in (path.name, path, "journal-x", "Journal-x"):
        with pytest.raises(BadName, match="kept for journals"):
            game.save(name)
    game.do("end-phase")
    assert same(fm.load(path), game)


def test_a_scenario_with_an_odd_name_keeps_its_journal_in_the_folder(tmp_path):
    path = Journal.begun(Header("drill", "../../x y\n", 1), (), tmp_path).path
    assert path.parent == tmp_path
    assert re.fullmatch(r"journal-drill-[\w.-]+\.txt", path.name)


def test_journals_of_a_folder_that_is_not_there_are_none():
    assert journals() == ()


def test_an_unreadable_record_error_says_what_to_try():
    error = fm.RecordError(3, "the reason", "the advice")
    assert str(error) == "Line 3 of the record: the reason\n  Try: the advice."
    assert (error.line, error.reason, error.advice, error.game) == (3, "the reason", "the advice", None)


# --- how much of a broken one is there ------------------------------------------------------------


@pytest.mark.parametrize(
    ("added", "there", "whole"),
    [
        ("move B9 0101", 2, 3),
        ("move B9 0101\nend-phase\n-- turn 2 12345678\nend-phase", 2, 5),
        ("nonsense\n-- undo\nend-phase", 2, 0),
        ("-- turn 9 12345678\nend-phase", 0, 3),
    ],
)
def test_what_is_wrong_with_a_record_says_how_many_orders_it_had(added, there, whole):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    game.do("move B2 0303")
    with pytest.raises(fm.RecordError) as broken:
        fm.replay(f"{game.record()}{added}\n")
    assert (len(broken.value.game.orders), broken.value.whole) == (there, whole)


def test_bytes_that_are_no_text_leave_the_game_before_their_line(tmp_path):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    path = game.save(tmp_path / "x.txt")
    path.write_bytes(path.read_bytes() + b"move \xff 0303\nend-phase\n")
    with pytest.raises(fm.RecordError, match="Line 8 of the record: it is not UTF-8 text") as broken:
        fm.load(path)
    assert broken.value.game.orders == game.orders


# --- remarks ------------------------------------------------------------------------------------


def test_a_remark_stands_in_the_record_where_it_was_made_and_comes_back_with_it(home):
    game = flank("end-phase")
    game.remark("20.d2 (c) Gather them. Because: one blow\nis better than #three")
    game.do("attack 0404")
    assert game.record().endswith(
        "end-phase\n# remark: 20.d2 (c) Gather them. Because: one blow is better than three\nattack 0404\n"
    )
    game.save("remarks")
    for again in (fm.replay(game.record()), fm.load("remarks")):
        assert again.record() == game.record()
        assert again.remarks == game.remarks


def test_a_remark_is_on_disk_before_the_next_order_and_outlives_what_is_taken_back(home):
    game = flank("end-phase")
    path = game.keep_journal()
    game.do("attack 0404")
    game.remark("10.d1 (a) Now.")
    assert "# remark: 10.d1 (a) Now.\n" in path.read_text(encoding="utf-8")
    game.undo()
    again = fm.load(path)
    assert again.record() == game.record()
    assert game.record().endswith("end-phase\n# remark: 10.d1 (a) Now.\n")
