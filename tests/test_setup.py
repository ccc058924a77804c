"""The two commands: each thing that can go wrong gives its sentence. No network is used."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import make
import pytest
from steps import chromium, drawings, environment, places, saying, suite, targets
from steps.environment import Environment
from steps.saying import SetupError

ROOT = Path(__file__).parents[1]
MAKE = ROOT / ".ci" / "make.py"


def run_make(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, **variables}
    return subprocess.run([sys.executable, str(MAKE), *arguments], env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def venv(tmp_path: Path) -> Environment:
    """A virtual environment without pip: quick to make, good enough to be looked at."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    return Environment(tmp_path / "venv")


# --- the Python that runs it ----------------------------------------------------


def test_an_old_python_can_read_the_script():
    ast.parse(MAKE.read_text(encoding="utf-8"), feature_version=(3, 7))
    assert MAKE.read_bytes().isascii()


def test_a_python_too_old_is_told_which_one_is_needed():
    said = make.too_old((3, 9), "/usr/bin/python3")
    assert said.startswith("fmbook needs Python 3.11 or newer; /usr/bin/python3 is Python 3.9")
    assert "apt install python3" in said


def test_a_python_too_old_gives_code_2_when_there_is_no_other(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 8, 10, "final", 0))
    monkeypatch.setattr(make, "newer_python", lambda: "")
    assert make.main(["book"]) == 2
    assert "fmbook needs Python 3.11 or newer" in capsys.readouterr().err


def test_a_newer_python_on_path_is_used_instead(monkeypatch, tmp_path):
    (tmp_path / "python3.12").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert make.newer_python() == str(tmp_path / "python3.12")


def test_a_command_that_does_not_start_is_no_python(monkeypatch, tmp_path):
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert make.newer_python() == ""


# --- the targets ----------------------------------------------------------------


def test_without_a_target_all_are_listed():
    done = run_make()
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(targets.TARGETS)


def test_an_unknown_target_is_refused_with_the_list():
    done = run_make("boook")
    assert done.returncode == 2
    assert "There is no target “boook”" in done.stderr


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")
def test_make_names_the_same_targets():
    done = subprocess.run(["make"], cwd=ROOT, env=places.clean_environment(), stdout=subprocess.PIPE, text=True)
    assert done.stdout == run_make().stdout
    lines = (ROOT / "Makefile").read_text().splitlines()
    assert f"TARGETS := {' '.join(targets.TARGETS)}" in lines


def test_an_unknown_extra_is_refused_with_the_list(monkeypatch):
    assert "there are lab, pages, site, test, bench, docs, dev" in run_make("setup", "EXTRA=everything").stderr


def test_a_setting_may_follow_the_target_as_with_make(monkeypatch):
    monkeypatch.setenv("PORT", "1")
    monkeypatch.setitem(targets.TARGETS, "book", lambda: int(os.environ["PORT"]))
    assert targets.run(["book", "PORT=77"]) == 77


# --- the virtual environment ----------------------------------------------------


def test_a_python_without_ensurepip_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "starts", lambda python, statement: False)
    with pytest.raises(SetupError, match="apt install python3-venv"):
        Environment(tmp_path / "venv").ensure("lab")
    assert not (tmp_path / "venv").exists()


def test_an_interrupted_environment_is_made_anew(venv, monkeypatch, capsys):
    venv.marker.write_text("")
    remade = []
    monkeypatch.setattr(Environment, "_create", lambda self: remade.append(self.folder))
    monkeypatch.setattr(Environment, "_install", lambda self, extra: remade.append(extra))
    venv.ensure("lab")
    assert remade == [venv.folder, "lab"]
    assert "An earlier set-up of venv was interrupted: making it anew." in capsys.readouterr().out


def test_an_environment_without_pip_is_broken(venv):
    assert venv.why_broken() == "venv no longer works, its Python or its pip has gone"


def test_an_environment_whose_folder_was_moved_is_broken(venv, monkeypatch):
    monkeypatch.setattr(environment, "starts", lambda python, statement: True)
    assert venv.why_broken() == ""
    venv.stamp.write_text(json.dumps({"folder": "/where/it/was"}))
    assert venv.why_broken() == "venv was made in another folder, /where/it/was, and works only there"


def test_an_environment_that_another_set_up_fills_is_left_alone(venv):
    hold = (
        "import fcntl, os, sys; fcntl.flock(f := open(sys.argv[1], 'a'), 2); print(os.getpid(), file=f, flush=True); "
    )
    command = [sys.executable, "-c", f"{hold}print(flush=True); sys.stdin.read()", str(venv.lock)]
    venv.lock.parent.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        with pytest.raises(SetupError, match=rf"Another set-up .* is running \(process {other.pid}\)"):
            venv.ensure("lab")
        other.kill()
    venv.lock.unlink()


def test_a_set_up_that_was_killed_is_in_nobodys_way(venv, monkeypatch, capsys):
    """Its number may be another process's by now, as often in a container."""
    venv.marker.write_text(str(os.getppid()))
    remade = []
    monkeypatch.setattr(Environment, "_create", lambda self: remade.append(self.folder))
    monkeypatch.setattr(Environment, "_install", lambda self, extra: remade.append(extra))
    venv.ensure("lab")
    assert remade == [venv.folder, "lab"]
    assert capsys.readouterr().out == "An earlier set-up of venv was interrupted: making it anew.\n"


def test_a_path_in_which_no_environment_can_be_made_is_named_before_anything_is_done(tmp_path):
    folder = tmp_path / f"a{os.pathsep}b" / ".venv"
    with pytest.raises(SetupError, match=rf"There is a “{os.pathsep}” in the path .*: move or rename the folder"):
        Environment(folder).ensure("lab")
    assert not folder.parent.exists()


def test_what_is_installed_is_not_installed_again(venv, monkeypatch):
    venv.stamp.write_text(json.dumps({"folder": str(venv.folder), "extras": ["test"], "state": venv.wanted_state()}))
    assert venv.has("lab")
    assert venv.has("test")
    assert not venv.has("dev")


def test_a_changed_pin_asks_for_a_new_installation(tmp_path):
    pins, pyproject = tmp_path / "pins.txt", ROOT / "pyproject.toml"
    pins.write_text("msgspec==0.21\n")
    before = environment.fingerprint(pyproject, [pins])
    pins.write_text("msgspec==0.22\n")
    assert environment.fingerprint(pyproject, [pins]) != before


def test_a_changed_lint_rule_does_not(tmp_path):
    copy = tmp_path / "pyproject.toml"
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    copy.write_text(text + "\n[tool.nothing]\nat = 'all'\n", encoding="utf-8")
    assert environment.fingerprint(copy, []) == environment.fingerprint(ROOT / "pyproject.toml", [])


@pytest.fixture
def commands(monkeypatch):
    """What would be run, in place of running it; a log in ``fails`` lets it fail."""
    fails: list[str] = []
    run: list[list[str]] = []

    def pip(command, log, variables, advice=None):
        run.append(command[3:])
        if fails:
            raise SetupError(advice.for_log(fails[0]))

    monkeypatch.setattr(environment, "run_quietly", pip)
    monkeypatch.delenv("UNPINNED", raising=False)
    return fails, run


def test_every_file_that_is_installed_is_known_by_its_hash(venv, commands):
    venv._install("test")
    packages, checkout = commands[1]
    assert "--require-hashes" in packages
    named = {Path(packages[place + 1]).name for place, word in enumerate(packages) if word == "-r"}
    assert named == {"build-pins.txt", "requirements.txt", "pages-pins.txt", "test-pins.txt"}
    assert {"--no-deps", "--no-build-isolation"} <= set(checkout)
    assert venv.has("lab")


@pytest.mark.parametrize(
    ("log", "says"),
    [
        ("ERROR: No matching distribution found for anywidget==0.11.0", "does not have one of the pinned versions"),
        ("ERROR: Package 'x' requires a different Python: 3.15.0 not in '<3.15'", "take Python 3.11 to 3.14"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one that was pinned"),
        (
            "ERROR: In --require-hashes mode, all requirements must have their versions pinned with ==",
            "please report it",
        ),
        ("NewConnectionError: ... ERROR: No matching distribution found (from versions: none)", "could not be fetched"),
    ],
)
def test_a_fetch_that_fails_never_ends_in_versions_that_nobody_pinned(venv, commands, log, says):
    fails, run = commands
    fails.append(log)
    with pytest.raises(SetupError, match=says):
        venv._install("lab")
    assert all("--require-hashes" in command for command in run)
    assert not venv.has("lab")


def test_whoever_asks_for_the_newest_versions_is_told_what_they_are(venv, commands, monkeypatch, capsys):
    monkeypatch.setenv("UNPINNED", "1")
    venv._install("lab")
    [command] = commands[1]
    assert not {"--require-hashes", "-r", "-c"} & set(command)
    assert "UNPINNED is set: taking the newest versions that pyproject.toml allows" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("NewConnectionError: Temporary failure in name resolution", "Check the network connection"),
        ("ERROR: Could not find a version that satisfies msgspec (from versions: none)", "Check the network"),
        ("SSLError(CERTIFICATE_VERIFY_FAILED)", "Behind a school's proxy"),
        ("something else", "remove the folder .venv"),
    ],
)
def test_a_failed_installation_says_what_to_do(log, sentence):
    assert sentence in environment.PIP_ADVICE.for_log(log)


def test_a_failed_command_shows_the_end_of_its_log(monkeypatch, tmp_path):
    monkeypatch.setattr(saying, "LOGS", tmp_path)
    script = "for n in range(50): print('line', n)\nraise SystemExit(3)"
    with pytest.raises(SetupError, match="line 49") as failure:
        saying.run_quietly([sys.executable, "-c", script], "try", places.clean_environment())
    assert "line 20" not in str(failure.value)
    assert str(tmp_path / "try.log") in str(failure.value)


def test_a_book_that_cannot_be_renewed_is_still_opened(monkeypatch, tmp_path, capsys):
    opened = []
    monkeypatch.setattr(Environment, "ensure", lambda self, extra: (_ for _ in ()).throw(SetupError("no network")))
    monkeypatch.setattr(Environment, "covered", lambda self, extra: True)
    monkeypatch.setattr(drawings, "ensure", lambda environment: None)
    monkeypatch.setattr(os, "execve", lambda path, command, env: opened.append(command[1:]))
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 0))
    monkeypatch.chdir(tmp_path)
    targets.book()
    assert opened == [["-m", "fmbook", "open"]]
    assert "opening the book with those that are installed" in capsys.readouterr().out


@pytest.fixture
def drawing(monkeypatch, tmp_path):
    """A checkout with one drawing module, and a list of what was run to draw."""
    (tmp_path / "fmbook" / "widgets").mkdir(parents=True)
    (tmp_path / "fmbook" / "widgets" / "woods.py").write_text("trees = 3\n")
    ran = []

    def draw(command, *_):
        ran.append(command[1:])
        (tmp_path / "fmbook" / "_prepared.zip").write_bytes(b"boards")

    monkeypatch.setattr(drawings, "ROOT", tmp_path)
    monkeypatch.setattr(drawings, "ARCHIVE", tmp_path / "fmbook" / "_prepared.zip")
    monkeypatch.setattr(drawings, "STAMP", tmp_path / "cache" / "drawn")
    monkeypatch.setattr(drawings, "run_quietly", draw)
    return ran


def test_a_set_up_draws_the_boards_ahead_once(drawing, venv):
    for _ in range(2):
        drawings.ensure(venv)
    assert drawing == [["-m", "fmbook.widgets.board.ahead"]]


def test_after_an_edit_of_a_drawing_the_next_set_up_draws_anew(drawing, venv):
    drawings.ensure(venv)
    (drawings.ARCHIVE.parent / "widgets" / "woods.py").write_text("trees = 4\n")
    drawings.ensure(venv)
    assert len(drawing) == 2


def test_boards_that_cannot_be_drawn_ahead_stop_no_set_up(drawing, venv, monkeypatch, capsys):
    monkeypatch.setattr(drawings, "run_quietly", lambda *_: (_ for _ in ()).throw(SetupError("the disk is full")))
    drawings.ensure(venv)
    assert "Boards are drawn when they are seen" in capsys.readouterr().out
    assert not drawings.STAMP.exists()  # the next set-up tries again


def test_the_readers_own_jupyter_does_not_reach_the_tests():
    assert all(str(places.CACHE) in value for name, value in places.private_jupyter().items() if "DIR" in name[-3:])


# --- Chromium -------------------------------------------------------------------


def test_a_missing_chromium_says_how_to_get_one(monkeypatch, capsys):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "find", lambda environment: "")
    monkeypatch.setattr(chromium, "can_use_apt", lambda: False)
    assert chromium.ensure(Environment()) == ""
    told = capsys.readouterr().out
    assert "apt install chromium" in told
    assert "-m playwright install chromium" in told


def test_a_chromium_variable_that_leads_nowhere_is_named(monkeypatch, capsys):
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    monkeypatch.setattr(chromium, "find", lambda environment: "")
    assert chromium.ensure(Environment()) == ""
    assert "CHROMIUM says /no/such/browser, but nothing can be started there" in capsys.readouterr().out


def test_root_with_apt_installs_it(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    asked = []
    found = iter(["", "/usr/bin/chromium"])
    monkeypatch.setattr(chromium, "find", lambda environment: next(found))
    monkeypatch.setattr(chromium, "can_use_apt", lambda: True)
    monkeypatch.setattr(chromium, "run_quietly", lambda command, *_: asked.append(command[:2]))
    assert chromium.ensure(Environment()) == "/usr/bin/chromium"
    assert asked == [["apt-get", "update"], ["apt-get", "install"]]


# --- adding the results up ------------------------------------------------------

PART = suite.Part("tests", ("pytest",), counts=True)


def result(**counts: int) -> suite.Result:
    return suite.Result(PART, 1.0, **counts)


def test_a_report_is_counted(tmp_path):
    report = tmp_path / "tests.xml"
    cases = [f'<testcase name="{name}"/>' for name in "abc"]
    cases += ['<testcase name="d"><failure/></testcase>', '<testcase name="d"><error/></testcase>']
    cases += ['<testcase name="e"><error/></testcase>', '<testcase name="f"><skipped/></testcase>']
    report.write_text(f"<testsuites><testsuite>{''.join(cases)}</testsuite></testsuites>")
    counted = suite.read_report(result(), report)
    assert (counted.passed, counted.failed, counted.skipped) == (3, 2, 1)


FLAKY = """
from pathlib import Path
from types import SimpleNamespace
from typing import cast
import pytest

def test_steady(): pass

@pytest.mark.parametrize("number", range({flaky}))
def test_unsteady(number):
    mark = Path(f"{{number}}.txt")
    tried = mark.exists()
    mark.touch()
    assert tried and not {wrong}
"""


@pytest.mark.parametrize(
    ("flaky", "wrong", "expected"),
    [(0, False, (1, 0, 0)), (2, False, (3, 0, 2)), (2, True, (1, 2, 0)), (9, False, (1, 9, 0))],
)
def test_a_few_tests_that_fail_in_a_browser_are_run_once_more_and_named(
    monkeypatch, tmp_path, capfd, flaky, wrong, expected
):
    (tmp_path / "test_it.py").write_text(FLAKY.format(flaky=flaky, wrong=wrong))
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setattr(suite, "CACHE", tmp_path)
    part = suite.Part("browser", ("pytest", "-q", "test_it.py"), counts=True, second_try=True)
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    run = suite.run_with_patience(cast(Environment, SimpleNamespace(python=sys.executable)), part, own)
    assert (run.passed, run.failed, run.unsteady) == expected
    said = capfd.readouterr().out
    assert ("Once more" in said) == (0 < flaky < 9)
    assert ("at the second try" in str(run)) == bool(run.unsteady)


@pytest.mark.parametrize("code", [1, 2, 5])
def test_pytest_that_ends_badly_counts_as_a_failure(code):
    assert suite.judged(result(passed=3), code).failed == 1


def test_a_skipped_browser_test_is_a_failure_where_one_is_required(monkeypatch):
    monkeypatch.setenv(suite.REQUIRE_BROWSER, "1")
    part = suite.test_parts()[-1]
    assert suite.judged(suite.Result(part, 1.0, passed=3, skipped=2), 0).failed == 2
    monkeypatch.delenv(suite.REQUIRE_BROWSER)
    assert suite.judged(suite.Result(suite.test_parts()[-1], 1.0, passed=3, skipped=2), 0).failed == 0


def test_the_last_line_adds_everything_up(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(suite, "SUMMARY", tmp_path / "summary.txt")
    lint = suite.Result(suite.Part("ruff", ("ruff",)), 0.1, failed=1)
    assert suite.conclude([lint, result(passed=3), result(passed=4)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "7 passed, 1 failed"
    assert (tmp_path / "summary.txt").read_text() == "7 passed, 1 failed\n"


def test_a_suite_without_tests_has_failed(monkeypatch, tmp_path):
    monkeypatch.setattr(suite, "SUMMARY", tmp_path / "summary.txt")
    assert suite.conclude([result()]) == 1
