"""A game as text: written, read, its header and its throws."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fmbook as fm
from fmbook.core.errors import FmbookError
from fmbook.core.verdicts import RuleViolation
from fmbook.play.game import Game
from fmbook.record import records
from fmbook.record.records import Line, RecordMark, RecordRow, read
from tests.tools.small_records import HEAD, OPENING, flank, refused, same, whole_game


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


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
