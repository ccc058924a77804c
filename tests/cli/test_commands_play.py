"""python -m fmbook play, odds and rules."""

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fmbook.__main__ import main
from fmbook.books.cards import book
from fmbook.cli import play
from fmbook.lessons import reviews
from fmbook.lessons.reviews import review
from fmbook.library.search import look_up
from fmbook.opponents import review as working_out
from fmbook.opponents.search import Effort
from fmbook.play.game import new_game
from fmbook.play.replays import load
from fmbook.text import Talk

ROOT = Path(__file__).parents[2]
PLAY = [sys.executable, "-m", "fmbook", "play"]


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    return tmp_path / "games"


@pytest.fixture
def typed(monkeypatch, capsys):
    """Play with these lines on standard input; give the exit code and what was printed."""

    def run(lines: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        code = main(["play", *arguments])
        return code, capsys.readouterr().out

    return run


# --- play -------------------------------------------------------------------------------------


def test_a_piped_game_is_played_kept_and_found_again(typed, home):
    code, said = typed("m b1 0403\nboard short\n", "drill", "march", "--seed", "7")
    assert code == 0
    assert "Blue: m b1 0403\nB1 marches from 0401 to 0403.\n" in said
    assert "Come back with: python -m fmbook play --load journal-drill-march-" in said
    [journal] = home.iterdir()
    assert [str(order) for order in load(journal).orders] == ["move B1 0403"]
    code, said = typed("diary\nquit\n", "--load", journal.name)
    assert code == 0
    assert "B1 marches from 0401 to 0403." in said


def test_an_order_that_is_not_on_disk_is_told_at_once(typed, monkeypatch, capsys):
    def full_after_the_first(handle: int, text: bytes) -> int:
        monkeypatch.setattr(os, "write", full)
        return real(handle, text)

    def full(handle: int, text: bytes) -> int:
        raise OSError(28, "No space left on device")

    real = os.write
    monkeypatch.setattr(os, "write", full_after_the_first)
    code, said = typed("m b1 0403\n", "drill", "march", "--seed", "7")
    assert code == 0
    assert "Note: This order is not on disk, and the next one will try again." in said
    assert "B1 marches from 0401 to 0403." in said
    assert capsys.readouterr().err == ""


def test_the_code_that_is_said_at_the_end_brings_the_game_back(typed):
    _, said = typed("m b1 0403\n", "drill", "march", "--seed", "7")
    given = said.rstrip().rpartition(" ")[2]
    _, said = typed("unit b1\n", "--resume", given)
    assert "It stands at 0403" in said


def test_a_game_without_orders_leaves_nothing_behind(typed, home):
    code, said = typed("", "drill", "march")
    assert code == 0
    assert said.endswith("Nothing was ordered, so nothing was kept.\n")
    assert list(home.iterdir()) == []


def test_a_broken_record_is_gone_on_with_from_its_last_good_position_when_asked(typed, tmp_path, capsys):
    path = tmp_path / "broken.fmbook"
    game = new_game("drill", "march")
    game.do("move B1 0403")
    path.write_text(f"{game.record()}move B9 0101\n")
    assert main(["play", "--load", str(path)]) == 2
    assert "--recover, to go on from its last good position: turn 1 of 3, Blue to move, 1 of 2 orders" in (
        capsys.readouterr().err
    )
    code, said = typed("diary\n", "--load", str(path), "--recover")
    assert code == 0
    assert "B1 marches from 0401 to 0403." in said


def test_a_saved_game_is_loaded_by_a_typed_line_and_kept_on(typed, home):
    typed("m b1 0403\nsave monday\n", "drill", "march", "--seed", "7")
    code, said = typed("load monday\nm b2 0303\n", "drill", "flank")
    assert code == 0
    assert "This is “A march through a zone of control”, after 1 order." in said
    newest = max(home.glob("journal-drill-march-*.txt"), key=lambda path: len(load(path).orders))
    assert [str(order) for order in load(newest).orders] == ["move B1 0403", "move B2 0303"]


def test_a_resumed_game_gets_a_journal_of_its_own(typed, home):
    _, said = typed("m b1 0403\n", "drill", "march", "--seed", "7")
    given = said.rstrip().rpartition(" ")[2]
    typed(f"resume {given}\nm b2 0303\n", "drill", "flank")
    assert len(list(home.iterdir())) == 2
    assert all("march" in path.name for path in home.iterdir())


def test_the_opponent_answers(typed):
    _, said = typed("end\nend\n", "drill", "march", "--seed", "7")
    assert "You play the Blue side. The Red side is played by an opponent of this book." in said
    assert "Red movement phase begins." in said


def test_two_people_share_a_keyboard(typed):
    lines = "m b1 0504\nend\nattack 0404\nj b1\nready\nhold\n\nhold\n\nroll 1\n"
    _, said = typed(lines, "drill", "flank", "--hot-seat", "--seed", "7")
    assert "Pass the keyboard to Red; press Enter when ready." in said
    assert "Now you play Red." in said
    assert "The die shows 1" in said


def test_a_side_and_an_option_can_be_chosen(typed):
    _, said = typed("options\n", "drill", "march", "--you", "red", "--option", "stacks")
    assert "You play the Red side." in said
    assert "Options in force: stacks." in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["drill", "marsh"], "No scenario “marsh” in drill. Did you mean march"),
        (["dril"], "No system “dril”. Did you mean drill"),
        (["drill", "march", "--you", "Green"], "No side “Green”"),
        (["drill", "march", "--opponent", "nobody"], "No opponent “nobody”"),
        (["drill", "march", "--hot-seat", "--you", "Red"], "leave --you and --opponent out"),
        (["drill", "march", "--option", "none"], "Drill has no option “none”"),
        (["--load", "no-such-game"], "there is no file"),
        (["--load", "../x"], "A save is named with letters"),
        (["--resume", "xyz"], "a resume code begins with"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_and_code_2(capsys, arguments, said):
    assert main(["play", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_mistake_of_ours_is_owned_up_to_and_the_game_goes_on(typed, monkeypatch):
    def broken(self: Talk, line: str) -> str:
        raise KeyError("oops")

    monkeypatch.setattr(Talk, "answer", broken)
    code, said = typed("board\n", "drill", "march")
    assert code == 0
    assert "That was a mistake of ours, not of yours (KeyError)." in said


def test_where_no_journal_can_be_kept_the_code_is_left(typed, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "file"))
    code, said = typed("m b1 0403\n", "drill", "march")
    assert code == 0
    assert "No journal is kept of this game" in said
    assert "python -m fmbook play --resume fm1." in said


def test_control_c_says_how_to_come_back(capsys, monkeypatch):
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", Interrupted("m b1 0403\n"))
    assert main(["play", "drill", "march"]) == 130
    assert "Come back with:" in capsys.readouterr().out


def test_odd_bytes_and_endless_lines_are_no_reason_to_fail(home):
    sent = b"\xff\xfe\x00board\n" + b"A" * 300_000 + b"\nm b1 0403\n\x1b[2J\n"
    done = subprocess.run([*PLAY, "drill", "march"], input=sent, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"B1 marches from 0401 to 0403." in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_plain_console_without_fractions_is_no_reason_to_fail(home):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*PLAY, "drill", "march"], input="orders b1\n", capture_output=True, text=True, check=False, env=environment
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "For ? point: 0402." in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="pipes differ")
def test_a_reader_that_leaves_early_is_no_reason_to_fail(home):
    done = subprocess.run(
        ["sh", "-c", f"yes board | {sys.executable} -m fmbook play drill march | head -1"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    assert "A march through a zone of control." in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals differ")
def test_in_a_terminal_names_are_completed_and_control_c_leaves_in_peace(home):
    import pty

    leader, follower = pty.openpty()
    player = subprocess.Popen(
        [*PLAY, "drill", "march"], stdin=follower, stdout=follower, stderr=follower, preexec_fn=_listening
    )
    try:
        os.close(follower)
        said = _until(leader, b"Blue: ")
        os.write(leader, b"move b1 0403\n")
        said += _until(leader, b"B1 marches from 0401 to 0403.")
        player.send_signal(signal.SIGINT)  # once: it counts even if it comes just before the line editor waits
        said += _until(leader, b"Come back with")
        assert player.wait(timeout=20) == 130
    finally:
        player.kill()
        player.wait()
    os.close(leader)
    assert b"Traceback" not in said


@pytest.mark.skipif(os.name == "nt", reason="it has no such timer")
def test_a_control_c_that_comes_just_before_a_line_is_read_is_not_lost(monkeypatch):
    """The line editor notices a signal only while it waits; the next tick of a timer tells it of the one it missed."""
    ticks: list[float] = []

    def asked(_: str) -> str:
        ticks.append(signal.getitimer(signal.ITIMER_REAL)[1])
        return "quit"

    monkeypatch.setattr("builtins.input", asked)
    before = signal.getsignal(signal.SIGALRM)
    assert play._typed("> ") == "quit"
    assert [0 < tick < 1 for tick in ticks] == [True]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == before


def _listening() -> None:
    """Hear Ctrl-C: a suite that runs in the background is deaf to it, and so would be all that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _until(leader: int, wanted: bytes, patience: float = 20) -> bytes:
    """Read what a terminal shows until it shows this."""
    found, end = b"", time.monotonic() + patience
    while wanted not in found and time.monotonic() < end:
        found += _shown_within(leader, 0.2)
    assert wanted in found, found
    return found


def _shown_within(leader: int, seconds: float) -> bytes:
    """Read what a terminal shows within so many seconds, as soon as something comes."""
    if not select.select([leader], [], [], seconds)[0]:
        return b""
    try:
        return os.read(leader, 4096)
    except OSError:  # whoever wrote to it has gone
        return b""


def test_the_completer_asks_the_talk(monkeypatch):
    readline = pytest.importorskip("readline")
    from fmbook.play.game import new_game

    given: list[object] = []
    monkeypatch.setattr(readline, "set_completer", given.append)
    monkeypatch.setattr(readline, "get_line_buffer", lambda: "move b")
    monkeypatch.setattr(readline, "get_endidx", lambda: 6)
    play._complete_by_tab(Talk(new_game("drill", "march")))
    [complete] = given
    assert callable(complete)
    assert [complete("b", number) for number in range(4)] == ["B1 ", "B2 ", "B3 ", None]


# --- odds and rules ---------------------------------------------------------------------------


def test_odds_are_worked_out_from_the_command_line(capsys):
    assert main(["odds", "drill", "flank", "0404", "--by", "B1,B2", "--support", "+1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Attack on 0404: 10 against 5, which is plus 5.\n")
    assert "D2: 1 in 6, 17 percent." in said


def test_odds_for_another_program_are_those_of_the_game(capsys):
    assert main(["odds", "drill", "flank", "0404", "--by", "B1,B2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    battle = new_game("drill", "flank").battle("0404", ["B1", "B2"])
    assert told["odds"] == {result: str(chance) for result, chance in battle.odds().items()}
    assert [step["rule"] for step in told["steps"]] == [step.rule for step in battle.steps]


def test_rules_for_another_program_are_those_of_the_book(capsys):
    assert main(["rules", "drill", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in told["rules"]] == [card.id for card in book("drill").cards.values()]


@pytest.mark.parametrize("asked", [["vimy", "17.2"], ["--find", "retreat", "flood"]])
def test_one_rule_and_those_that_were_found_are_told_to_a_program_too(capsys, asked):
    assert main(["rules", *asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["rules"]
    assert [each["id"] for each in told] == (
        ["vimy:17.2"] if asked[0] == "vimy" else [c.id for c in look_up("retreat flood")]
    )


def test_an_installed_package_finds_no_fault_with_tests_that_it_does_not_bring(monkeypatch, capsys):
    monkeypatch.setattr("fmbook.library.coverage.without_tests", lambda: True)
    assert main(["coverage", "vimy"]) == main(["coverage", "vimy", "17.2"]) == 0
    said = capsys.readouterr()
    assert "lacks" not in said.out
    assert "brings no tests" in said.err


def test_the_command_calls_itself_as_it_was_called(monkeypatch, capsys):
    for called, name in (("/anywhere/bin/fmbook", "fmbook"), ("/anywhere/fmbook/__main__.py", "python -m fmbook")):
        monkeypatch.setattr(sys, "argv", [called])
        with pytest.raises(SystemExit):
            main(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {name} ")
        main(["rules", "vimy"])
        assert capsys.readouterr().out.endswith(f": {name} rules fm\n")


def test_odds_as_a_chart_are_those_of_a_notebook(capsys):
    assert main(["odds", "drill", "flank", "aldermill", "--chart"]) == 0
    assert "9 against 5 = +4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["drill", "flank", "9999"], "No hex “9999”"),
        (["drill", "flank", "0404", "--by", "B9"], "No unit “B9”"),
        (["drill", "flank", "0404", "--by", "B3"], "does not stand next to the target"),
        (["drill", "flank", "0404", "--support", "+9"], "No marker “+9”"),
        (["drill", "march", "0404"], "no enemy stands in 0404"),
    ],
)
def test_odds_that_cannot_be_worked_out_say_why(capsys, arguments, said):
    assert main(["odds", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_rules_are_found_by_words_in_all_books_or_in_one(capsys):
    assert main(["rules", "--find", "retreat", "flood"]) == 0
    said = capsys.readouterr().out
    assert said == f"{look_up('retreat flood')}\n"
    assert main(["rules", "scheldt", "--find", "retreat", "flood"]) == 0
    assert capsys.readouterr().out == f"{look_up('retreat flood', system='scheldt')}\n"


def test_rules_of_nothing_are_asked_back(capsys):
    assert main(["rules"]) == 2
    assert capsys.readouterr().err.startswith("Name a system, such as vimy")


def test_rules_are_listed_and_read(capsys):
    assert main(["rules", "drill"]) == 0
    said = capsys.readouterr().out
    assert "drill:1.0  The goal" in said
    assert said.endswith("It builds on Fire & Movement standard rules: python -m fmbook rules fm\n")
    assert main(["rules", "drill", "6.1"]) == 0
    assert capsys.readouterr().out.startswith("Rule 6.1 of the standard rules, Zones and movement.\n")


@pytest.mark.parametrize(
    ("clause", "title"), [("VR-17.2-6", "17.2"), ("vr-17.2-6", "17.2"), ("S-38", "7.1 of the standard rules")]
)
def test_a_rule_is_found_by_one_of_its_clauses(capsys, clause, title):
    assert main(["rules", "vimy", clause]) == 0
    assert capsys.readouterr().out.startswith(f"Rule {title}, ")


def test_coverage_tells_of_one_clause(capsys):
    assert main(["coverage", "vimy", "vr-17.3-7"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("  VR-17.3-7  ")
    assert re.search(r"code: fmbook/books/vimy/observation\.py:\d+ \w+  \[vimy:17\.3", said)
    assert main(["coverage", "vimy", "VR-17.3-77"]) == 2
    assert "No clause “VR-17.3-77” in vimy. Did you mean VR-17.3-7" in capsys.readouterr().err


def test_coverage_takes_the_number_that_the_booklet_prints(capsys):
    assert main(["coverage", "vimy", "18.3"]) == 0
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines() if line.startswith("  VR")] == [
        f"VR-18.3-{number}" for number in (1, 2, 3)
    ]
    for path, line in re.findall(r"(\S+\.py):(\d+) ", said):
        text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert text.startswith(("def ", "@"))


def test_trace_shows_where_each_part_of_a_rule_stands(capsys):
    assert main(["trace", "vimy", "18.3"]) == 0
    said = capsys.readouterr().out
    for place in ("--- data: data/vimy/rulebook.toml:", "--- code: fmbook/books/vimy/", "--- tests: tests/books/"):
        assert place in said
    assert main(["trace", "vimy", "VR-18.3-1"]) == 0
    assert capsys.readouterr().out == said
    assert main(["trace", "vimy", "18.33"]) == 2


def test_a_rule_that_is_not_there_is_one_sentence(capsys):
    assert main(["rules", "drill", "6.9"]) == 2
    assert "No rule “6.9” in Drill." in capsys.readouterr().err


def test_figures_and_coverage_are_printed_for_other_programs(capsys):
    assert main(["balance", "vimy", "first_morning", "--games", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["scenario"], sum(found["wins"].values())) == ("first_morning", 1)
    assert main(["coverage", "fm", "7.3", "--json"]) == 0
    [first, *_] = json.loads(capsys.readouterr().out)
    assert first["id"].startswith("S-")
    assert first["code"]
    assert first["lacks"] == []
    assert main(["coverage", "fm", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"fm"}


# --- reviews -----------------------------------------------------------------------------


@pytest.fixture
def opening(monkeypatch, tmp_path):
    """A game that has hardly begun, of whose moments few games are played on."""
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    monkeypatch.setattr(working_out, "FEWEST", 4)
    monkeypatch.setattr(working_out, "MOST", 4)
    monkeypatch.setattr(working_out, "THOUGHT", Effort(4, 1_000))
    reviews._known.clear()
    game = new_game("drill", "first_steps")
    game.do("move B1 0405")
    return game


def test_a_game_is_reviewed_by_its_file_its_name_or_its_code(opening, tmp_path, capsys):
    opening.save(tmp_path / "elsewhere.txt")
    opening.save("monday")
    told = []
    for said in (str(tmp_path / "elsewhere.txt"), "monday", opening.code()):
        assert main(["review", said]) == 0
        told.append(capsys.readouterr().out)
    assert told[0].startswith("In a sentence\n  Blue, from ")
    assert len(set(told)) == 1


def test_a_review_for_another_program_is_that_of_the_game(opening, capsys):
    assert main(["review", opening.code(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = review(opening).findings
    assert (told["sides"], told["winner"], told["over"]) == (["Blue", "Red"], None, False)
    assert [each["chance"] for each in told["curve"]] == [each.chance.share for each in found.curve]
    assert [each["order"] for each in told["changes"]] == [str(each.order) for each in found.changes]
    assert told["luck"] == {side: found.luck(side) for side in found.sides}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("nowhere/at/all.txt", "there is no file nowhere/at/all.txt"),
        ("tuesday", "there is no file"),
        ("fm1.AAAA", "the code"),
    ],
)
@pytest.mark.usefixtures("opening")
def test_a_game_that_is_not_there_is_an_error_and_no_review(said, why, capsys):
    assert main(["review", said, "--json"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert why in output.err
