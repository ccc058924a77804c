"""python -m fmbook: open and doctor."""

import ast
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from itertools import chain
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from packaging.requirements import Requirement

from fmbook.__main__ import main
from fmbook.cli import COMMANDS, chapters, chromium, doctor
from fmbook.cli import open as opening
from fmbook.core.data import notebooks_root
from fmbook.core.errors import FmbookError, NoSuchName

ROOT = Path(__file__).parents[2]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "package" / "notebooks"
    folder.mkdir(parents=True)
    for name in ("00_start_here", "01_hexes_and_zones", "20_vimy_a_ridge"):
        (folder / f"{name}.ipynb").write_text(json.dumps({"name": name}))
    return folder


@pytest.fixture
def taken_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


# --- the command line -----------------------------------------------------------


HEAVY = {"IPython", "ipywidgets", "ipycanvas", "ipyleaflet", "anywidget", "jupyterlab", "jupyter_client", "numpy"}
LATER = {"fmbook.widgets", "fmbook.lessons", "fmbook.text"}


def test_help_names_every_command_and_imports_nothing_heavy():
    asked = [sys.executable, "-X", "importtime", "-m", "fmbook", "--help"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^ {4}(\w+)(?= |$)", done.stdout, re.MULTILINE))
    assert listed == {command.rstrip("_") for command in COMMANDS}
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "argparse" in imported  # what is imported is told
    assert imported & (HEAVY | LATER) == set()


def test_version_is_printed(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("fmbook 0.")


def test_open_has_its_own_help(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["open", "--help"])
    assert "PORT" in capsys.readouterr().out


def test_an_error_of_ours_is_one_sentence_and_code_2(capsys):
    assert main(["open", "--port", "ninety"]) == 2
    assert capsys.readouterr().err == "“ninety” is no port: take a number from 1024 to 65535, such as PORT=8899.\n"


# --- open: chapters -------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["20", "20_vimy_a_ridge", "vimy_a_ridge", "Vimy_A_Ridge.ipynb", "notebooks/20_vimy_a_ridge.ipynb"]
)
def test_a_chapter_is_found_by_number_title_or_file_name(book, name):
    assert chapters.find_chapter(name, book).stem == "20_vimy_a_ridge"


def test_a_chapter_number_may_lack_its_zero(book):
    assert chapters.find_chapter("1", book).stem == "01_hexes_and_zones"


def test_an_unknown_chapter_names_the_nearest(book):
    with pytest.raises(NoSuchName, match=r"No chapter “00_start_her2”\. Did you mean 00_start_here"):
        chapters.find_chapter("00_start_her2", book)


def test_a_package_without_chapters_sends_the_reader_to_the_doctor(tmp_path):
    with pytest.raises(FmbookError, match="python -m fmbook doctor"):
        chapters.find_chapter("00", tmp_path)


def test_chapters_of_a_package_are_copied_once(book, tmp_path):
    target, said = chapters.copies_for_reader(book, tmp_path / "mine")
    assert (target / "20_vimy_a_ridge.ipynb").exists()
    assert "Copied 3 files" in said[0]
    assert chapters.copies_for_reader(book, target)[1] == []


def test_a_changed_chapter_is_never_overwritten(book, tmp_path):
    target, _ = chapters.copies_for_reader(book, tmp_path / "mine")
    (target / "00_start_here.ipynb").write_text("my notes")
    (book / "00_start_here.ipynb").write_text("a new edition")
    [said] = chapters.copies_for_reader(book, target)[1]
    assert (target / "00_start_here.ipynb").read_text() == "my notes"
    assert said.startswith("Left as you changed them: 00_start_here.ipynb")


def test_an_unchanged_chapter_follows_a_new_edition(book, tmp_path):
    target, _ = chapters.copies_for_reader(book, tmp_path / "mine")
    (book / "00_start_here.ipynb").write_text("a new edition")
    chapters.copies_for_reader(book, target)
    assert (target / "00_start_here.ipynb").read_text() == "a new edition"


def test_a_file_of_the_readers_own_is_not_taken_for_a_copy(book, tmp_path):
    target = tmp_path / "mine"
    target.mkdir()
    (target / "00_start_here.ipynb").write_text("was here first")
    chapters.copies_for_reader(book, target)
    assert (target / "00_start_here.ipynb").read_text() == "was here first"


def test_a_chapter_may_run_when_it_is_opened_if_it_is_as_it_came(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    target, _ = chapters.copies_for_reader(notebooks_root(), tmp_path / "mine")
    changed = target / "01_hexes_and_zones.ipynb"
    changed.write_text(changed.read_text().replace("fm.new_game", "fm.new_games"))
    assert chapters.trust(target) == ""
    notary: Any = NotebookNotary(data_dir=str(tmp_path / "data"))  # type: ignore[no-untyped-call]
    read: Any = nbformat.read
    assert notary.check_signature(read(target / "00_start_here.ipynb", as_version=4))
    assert not notary.check_signature(read(changed, as_version=4))
    notary.store.close()


def test_a_home_that_keeps_no_signatures_is_said_and_stops_nothing(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file where a folder should be")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    assert "could not be signed" in chapters.trust(notebooks_root())


# --- open: ports ----------------------------------------------------------------


def test_a_port_in_use_is_named_with_a_free_one(taken_port):
    with pytest.raises(
        FmbookError, match=rf"Port {taken_port} is already in use: choose another one, such as PORT=\d+"
    ):
        opening.chosen_port(str(taken_port))


def test_without_a_wish_the_next_free_port_is_taken(taken_port, monkeypatch):
    monkeypatch.setattr(opening, "USUAL_PORT", taken_port)
    assert opening.chosen_port(None) > taken_port


@pytest.mark.parametrize("wish", ["0", "65536", "-1", "8888x"])
def test_what_is_no_port_is_refused(wish):
    with pytest.raises(FmbookError, match="is no port"):
        opening.chosen_port(wish)


def test_root_is_allowed_only_when_it_is_root(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert "--ServerApp.allow_root=True" not in opening.server_options(tmp_path, 8888, "/lab")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "--ServerApp.allow_root=True" in opening.server_options(tmp_path, 8888, "/lab")


@pytest.mark.slow
def test_open_answers_with_the_chapter_and_stops_when_told():
    port = opening.next_free(18888)
    command = [sys.executable, "-u", "-m", "fmbook", "open", "00", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "JUPYTER_TOKEN": "drill"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        try:
            assert server.stdout
            address = next(line.strip() for line in server.stdout if "http://" in line)
            notebook = f"http://localhost:{port}/api/contents/notebooks/00_start_here.ipynb?token=drill"
            assert json.load(urllib.request.urlopen(notebook))["type"] == "notebook"
            page = urllib.request.urlopen(address).read().decode()
        finally:
            server.terminate()
        assert server.wait(timeout=20) is not None
    assert address == f"http://localhost:{port}/doc/tree/notebooks/00_start_here.ipynb?token=drill"
    assert "@jupyterlab/apputils-extension:announcements" in page  # among what is left out
    assert '"name": "fmbook"' in page  # among the extensions


def test_the_token_is_on_no_command_line(monkeypatch):
    """What a browser is started with, everybody on the machine can read."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(opening, "answers", lambda url: True)
    opening.announce("http://localhost:1", "http://localhost:1/doc?token=secret&x=1", browser=True)
    [address] = opened
    assert "secret" not in address
    page = Path(urllib.request.url2pathname(address.removeprefix("file://")))
    assert "url=http://localhost:1/doc?token=secret&amp;x=1" in page.read_text(encoding="utf-8")
    assert not page.parent.stat().st_mode & 0o077


@pytest.mark.parametrize(("given", "kept"), [("", False), (None, False), ("a b&c", True)])
def test_a_token_that_is_empty_is_replaced_and_any_other_one_works(given, kept, monkeypatch, tmp_path):
    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    monkeypatch.setenv("JUPYTER_PATH", "")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("PATH", str(tmp_path))
    if given is not None:
        monkeypatch.setenv("JUPYTER_TOKEN", given)
    told = []
    monkeypatch.setattr(opening, "announce", lambda base, address, browser: told.append(address))
    monkeypatch.setattr(opening, "serve", lambda options: 0)
    monkeypatch.setattr("fmbook.cli.chapters.trust", lambda folder: "")
    assert main(["open", "00", "--no-browser", "--port", str(opening.next_free(18900))]) == 0
    token = os.environ["JUPYTER_TOKEN"]
    monkeypatch.setenv("JUPYTER_TOKEN", token)  # so that it is taken away afterwards
    assert (token == given) is kept
    assert len(token) > 4
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(told[0]).query) == {"token": [token]}
    # a terminal of this JupyterLab knows the book: the card for teachers sends there
    assert os.environ["PATH"] == os.pathsep.join((str(Path(sys.executable).parent), str(tmp_path)))


# --- doctor ---------------------------------------------------------------------


def test_the_doctor_finds_this_installation_well(capsys):
    assert main(["doctor", "--no-kernel"]) == 0
    told = capsys.readouterr().out
    assert "✓ ipycanvas 0.14" in told
    assert "✓ front end anywidget" in told
    assert told.endswith("All is well.\n")


@pytest.mark.slow
def test_a_kernel_starts_and_answers():
    assert doctor.kernel() == doctor.good("a kernel starts and answers")


def test_a_kernel_of_another_python_is_noticed():
    finding = doctor.judge_kernel({"sum": "2", "home": "'/elsewhere'"})
    assert finding.mark == "✗"
    assert "belongs to another Python ('/elsewhere')" in finding.text


def test_a_dependency_that_is_missing_or_too_old_is_named_with_what_is_needed():
    missing, old, fine = doctor.dependencies(
        ["no-such-package>=1", "msgspec>=99", "ipykernel; extra == 'lab'", "pytest>=99; extra == 'test'"]
    )
    assert missing.text == "no-such-package is not installed"
    assert "but fmbook needs >=99" in old.text
    assert "pip install" in old.advice
    assert fine.mark == "✓"


@pytest.mark.parametrize(
    ("version", "clauses", "fits"),
    [
        ("8.1.8", (">=8.1.7", "<9"), True),
        ("9.0.0", (">=8.1.7", "<9"), False),
        ("8.1.6", (">=8.1.7",), False),
        ("0.15", ("<0.15",), False),
        ("0.15.0", ("==0.15",), True),
        ("2.0.0rc1", (">=2",), True),
        ("2026.1.0", ("!=2026.1",), False),
        ("1.10", (">=1.9", "~=1.9"), True),
    ],
)
def test_versions_are_compared_by_their_numbers(version, clauses, fits):
    assert all(doctor.will_do(version, clause) for clause in clauses) is fits


def test_the_doctor_compares_as_packaging_does():
    for text in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]:
        wanted = Requirement(text)
        for version in ("0.1", "0.14.3", "0.20.0", "0.21.1", "2.4.6", "8.1.7", "9", "3.0"):
            judged = all(doctor.will_do(version, str(clause)) for clause in wanted.specifier)
            assert judged == wanted.specifier.contains(version), (text, version)


@pytest.mark.parametrize("command", ["doctor --no-kernel", "--help", "--version"])
def test_without_any_package_the_doctor_still_runs_and_names_each_that_is_missing(command):
    """As in a Python in which nothing has been installed: -I and -S leave its packages out."""
    start = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('fmbook', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", start, str(ROOT), *command.split()],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == (1 if "doctor" in command else 0), done.stderr
    if "doctor" in command:
        needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        names = [Requirement(text).name for text in (*needed["dependencies"], *needed["optional-dependencies"]["lab"])]
        assert [name for name in names if f"✗ {name} is not installed" not in done.stdout] == []


def test_without_msgspec_the_book_says_what_to_do():
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import fmbook as fm; fm.new_game('vimy')"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: fmbook cannot start, for msgspec is not installed. What to do: python -m fmbook doctor"
    )


def test_everything_that_is_imported_is_declared():
    """A package that only comes along with another may stop coming."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [project["optional-dependencies"][extra] for extra in ("lab", "class", "cluster", "gym", "tables")]
    declared = {Requirement(text).name for text in chain(project["dependencies"], *extras)}
    found = set()
    for path in (ROOT / "fmbook").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found |= {name.partition(".")[0] for name in names}
    foreign = found - set(sys.stdlib_module_names) - {"fmbook", ""}
    with_them = {
        "IPython",
        "traitlets",
        "jupyter_client",
        "jupyter_core",
    }  # ipywidgets', ipykernel's and jupyterlab's own
    assert foreign - with_them - declared == set()


def test_a_missing_front_end_is_said_to_leave_widgets_blank(tmp_path):
    (tmp_path / "ipycanvas").mkdir()
    (tmp_path / "ipycanvas" / "package.json").write_text("{}")
    marks = {finding.text.split()[2]: finding.mark for finding in doctor.front_ends([tmp_path])}
    assert marks["ipycanvas"] == "✓"
    assert marks["anywidget"] == "✗"


def test_a_jupyter_of_another_python_is_only_a_note(tmp_path):
    finding = doctor.whose_jupyter(str(tmp_path / "jupyter"))
    assert finding.mark == "–"
    assert "belongs to another Python" in finding.text


def test_a_python_too_old_is_bad():
    assert doctor.python_version((3, 10)).text == "Python 3.10 is too old"


def test_a_failed_check_gives_code_1_and_an_arrow(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "findings", lambda with_kernel: [doctor.bad("the board is upside down", "turn it")])
    assert main(["doctor"]) == 1
    assert "✗ the board is upside down\n    → turn it" in capsys.readouterr().out


# --- Chromium -------------------------------------------------------------------


def test_chromium_is_taken_from_the_variable_first(monkeypatch, tmp_path):
    mine = tmp_path / "my-chromium"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(mine))
    assert chromium.find_chromium() == str(mine)


def test_a_variable_that_leads_nowhere_is_not_replaced(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    assert chromium.find_chromium() is None


# --- balance ------------------------------------------------------------------------------------


def test_balance_prints_figures_as_the_balance_files_have_them(capsys):
    assert main(["balance", "scheldt", "causeway", "--games", "2", "--opponents", "random", "greedy"]) == 0
    [found] = tomllib.loads(capsys.readouterr().out)["measured"]
    assert (found["scenario"], found["games"], sum(found["wins"].values())) == ("causeway", 2, 2)
    assert found["opponents"] == ["random", "greedy"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["scheldt", "causway"], "causeway"),
        (["scheldt", "causeway", "--opponents", "greedy", "gready"], "greedy"),
        (["drill", "march"], "The games of drill are not counted. Those of eben_emael"),
    ],
)
def test_balance_tells_in_a_sentence_which_name_nobody_knows(asked, said, capsys):
    assert main(["balance", *asked]) == 2
    assert said in capsys.readouterr().err


def test_balance_wants_a_game_at_least(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["balance", "scheldt", "causeway", "--games", "0"])
    assert "at least 1" in capsys.readouterr().err


# --- in a shell --------------------------------------------------------------------------

TYPED = """
eval "$SCRIPT"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
$(complete -p fmbook | sed 's/.*-F \\([^ ]*\\) .*/\\1/') fmbook "${COMP_WORDS[COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(*words: str, script: str) -> list[str]:
    """What bash offers for the last word."""
    variables = {**os.environ, "SCRIPT": script}
    done = subprocess.run(
        ["bash", "--norc", "-c", TYPED, "bash", *words], env=variables, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_commands_options_and_files(monkeypatch, tmp_path, capsys):
    pytest.importorskip("shtab")
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    (tmp_path / "monday.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("fmbook", "rev", script=script) == ["review"]
    assert completed("fmbook", "odds", "--js", script=script) == ["--json"]
    assert completed("fmbook", "review", "mon", script=script) == ["monday.txt"]


def test_completion_without_its_library_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "zsh"]) == 2
    assert "fmbook[completion]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rules", "qqqq"], "No system “qqqq”. There are drill, eben_emael"),
        (["open", "77"], "No chapter “77”. There are 00_start_here"),
        (["odds", "vimy", "qqqq", "2835"], "No scenario “qqqq” in vimy. There are battle"),
    ],
)
def test_whoever_names_what_is_not_there_reads_what_is(words, told):
    done = subprocess.run([sys.executable, "-m", "fmbook", *words], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)
