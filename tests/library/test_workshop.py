"""A book of one's own goes through the checks of this project: it fails without the test, and passes with it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fmbook as fm
from fmbook.core.errors import DataError, FmbookError
from fmbook.library import workshop
from fmbook.library.workshop import NO_PYTEST

CARD = """
    id = "toy"
    title = "Toy"
    source = "a test"
    [[rule]]
    id = "1.1"
    title = "Woods"
    says = "No march ends in the woods."
    status = "applied"
    provenance = "printed"
    [[rule.clause]]
    id = "T-1.1-1"
    text = "No march ends in the woods"
    provenance = "printed"
"""
RULES = '''
    import fmbook as fm

    @fm.forbids("toy:1.1", fm.Move, bars="hexes", clauses=("T-1.1-1",))
    def no_camp_in_the_woods(state, unit):
        """No march ends in the woods."""
        yield fm.Bar(state.board.having("woods"), "{to} is wooded")
'''
TEST = """
    import fmbook as fm
    import pytest
    from rules import no_camp_in_the_woods

    @pytest.mark.clause("T-1.1-1")
    def test_1_1_no_camp_in_the_woods():
        assert not fm.new_game("drill", "march", house_rules=[no_camp_in_the_woods]).can("move B1 0203")
"""
EMPTY = """
    import pytest

    @pytest.mark.clause("T-1.1-1")
    def test_1_1_nothing():
        pass
"""
ONLY_ALLOWED = TEST.replace("assert not", "assert").replace("0203", "0402")


@pytest.fixture
def shop(tmp_path: Path) -> workshop.Workshop:
    return fm.workshop(tmp_path / "shop")


def written(
    shop: workshop.Workshop, *, card: str = CARD, rules: str = RULES, test: str = ""
) -> workshop.WorkshopReport:
    shop.write("data/toy/rulebook.toml", card)
    shop.write("rules.py", rules)
    if test:
        shop.write("tests/test_toy_1.py", test)
    return shop.check()


def test_an_empty_workshop_lacks_nothing(shop):
    assert shop.check()
    assert str(shop).splitlines() == ["data/toy/rulebook.toml", "rules.py", "tests/conftest.py"]


def test_a_clause_without_code_and_test_is_a_gap(shop):
    found = written(shop, rules='"""None yet."""')
    assert not found
    assert "T-1.1-1 lacks code and tests: No march ends in the woods" in str(found)


def test_with_code_and_without_a_test_it_fails(shop):
    found = written(shop)
    assert not found
    assert "T-1.1-1 lacks tests" in str(found)


def test_with_a_test_it_passes(shop):
    found = written(shop, test=TEST)
    assert found, str(found)
    assert "passed test_1_1_no_camp_in_the_woods" in str(found)
    assert str(found).endswith("All of it is held.")


def test_a_test_that_never_reaches_the_rule_is_found_out(shop):
    found = written(shop, test=EMPTY)
    assert not found
    assert "FAILED test_1_1_nothing: this test claims T-1.1-1 and never reaches toy:1.1" in str(found)
    assert not found.coverage.gaps


def test_a_test_that_fails_is_told(shop):
    found = written(shop, test=TEST.replace("assert not", "assert"))
    assert not found
    assert "FAILED test_1_1_no_camp_in_the_woods: " in str(found)


def test_a_rule_without_a_card_is_told(shop):
    found = written(shop, rules=RULES.replace("toy:1.1", "toy:1.2"), test=TEST)
    assert not found
    assert "toy:1.2 has no card" in str(found)


def test_a_rule_that_is_silenced_is_noticed_by_a_test_that_can_fail(shop):
    written(shop, test=TEST)
    assert shop.mutate()
    assert str(shop.mutate()) == ("noticed  toy:1.1: says and does nothing  (by test_1_1_no_camp_in_the_woods)")


def test_a_rule_that_is_silenced_is_missed_by_a_test_that_cannot(shop):
    assert written(shop, test=ONLY_ALLOWED)
    assert not shop.mutate()
    assert str(shop.mutate()) == "MISSED   toy:1.1: says and does nothing"


def test_a_file_written_anew_is_read_anew(shop):
    assert written(shop, test=TEST)
    shop.write("rules.py", RULES.replace("woods", "hills"))
    assert not shop.check()
    shop.write("rules.py", RULES)
    assert shop.check()


def test_a_slip_in_the_card_names_the_place(shop):
    with pytest.raises(DataError, match="provenance"):
        written(shop, card=CARD.replace('"printed"', '"printd"'))


def test_a_test_that_cannot_be_read_is_told(shop):
    found = written(shop, test=TEST.replace("from rules import", "from rulez import"))
    assert not found
    assert "FAILED" in str(found)


@pytest.mark.parametrize("name", ["../x.py", "/tmp/x.py", "tests/../../x.py"])
def test_nothing_is_written_outside_the_folder(shop, name):
    with pytest.raises(FmbookError, match="lies outside the workshop"):
        shop.write(name, "x")


def test_without_pytest_it_says_so(shop, monkeypatch):
    def missing(*about, **more):
        return subprocess.CompletedProcess((), 1, "", "/usr/bin/python: No module named pytest")

    monkeypatch.setattr(subprocess, "run", missing)
    found = written(shop, test=TEST)
    assert not found
    assert NO_PYTEST in str(found)


def test_tests_that_never_end_are_stopped(shop, monkeypatch):
    def endless(*about, **more):
        raise subprocess.TimeoutExpired("pytest", 60)

    monkeypatch.setattr(subprocess, "run", endless)
    assert "were stopped after 60 seconds" in str(written(shop, test=TEST))


def test_a_passing_workshop_goes_with_its_last_name():
    opened = fm.workshop()
    folder = opened.folder
    assert folder.is_dir()
    del opened
    assert not folder.exists()


def test_the_project_s_own_environment_is_left_as_it_was(shop):
    before = dict(os.environ)
    written(shop, test=TEST)
    assert dict(os.environ) == before


def in_this_process(files: dict[str, str], code: str) -> str:
    """Do something in a Python that can start no process, as in a browser."""
    # pdb, which pytest imports, asks from Python 3.14 on for what only a real browser has
    begin = "import pdb, sys\nimport fmbook as fm\nsys.platform = 'emscripten'\nshop = fm.workshop()\n"
    script = f"{begin}for each in {files!r}.items():\n    shop.write(*each)\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(Path(fm.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_where_no_process_can_be_started_the_tests_run_in_this_one_and_leave_nothing_in_it():
    files = {"data/toy/rulebook.toml": CARD, "rules.py": RULES, "tests/test_toy_1.py": TEST}
    said = in_this_process(files, "print(shop.check())\nprint(shop.mutate())\nprint('rules' in sys.modules)")
    assert "passed test_1_1" in said
    assert "noticed  toy:1.1" in said
    assert said.splitlines()[-1] == "False"
