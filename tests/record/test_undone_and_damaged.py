"""A game as text: what was taken back, digests, torn ends, what is wrong and where, house rules."""

import re

import pytest

import fmbook as fm
from fmbook.play.game import Game
from fmbook.record.records import digest
from tests.tools.small_records import HEAD, OPENING, flank, no_aldermill, refused, same, to_a_roll, whole_game


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("FMBOOK_HOME", str(folder))
    return folder


# --- undo, redo and what-if ----------------------------------------------------------------


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
        ("move B3 0404", "(rule "),
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
    assert "house rule no_aldermill" in error.reason
    assert "0404 is sacred ground" in error.reason
    assert error.game.orders == (fm.EndPhase(),)


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
