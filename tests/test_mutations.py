"""A few of the changes of tests/tools/mutate.py, drawn by lot: tests notice when a rule goes wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("book", "seed"),
    [
        ("eben_emael", "1940"),
        ("europa_41", "41"),
        ("fm", "1944"),
        ("scheldt", "1944"),
        ("veritable", "1945"),
        ("vimy", "1917"),
    ],
)
def test_some_tests_notice_when_a_rule_is_made_wrong(book, seed):
    order = [sys.executable, "tests/tools/mutate.py", book, "--sample", "5", "--seed", seed, "--quiet"]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 changes" in done.stdout


def test_a_change_that_no_test_notices_is_reported():
    """The check itself can fail: a rule whose tests are not run is missed."""
    order = [sys.executable, "-c", UNTESTED]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert "fm:7.8/price (stand_fast): says and does nothing  [0 tests]" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("runs_away", ["[0] * (1 << 40)", "os.kill(os.getpid(), signal.SIGXCPU)"])
def test_a_change_that_runs_out_of_memory_or_time_is_noticed(runs_away):
    order = [sys.executable, "-c", HUNGRY.format(runs_away=runs_away)]
    done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


HUNGRY = """
import os, signal, sys
sys.path.insert(0, ".")
import tests.tools.mutate as mutate
from fmbook.books.systems import system
book = system("fm").book
rule = next(rule for rule in book.rules if rule.id == "fm:7.8/price")
change = mutate.Change(rule, "runs away", lambda *_: {runs_away})
print(mutate.unnoticed(book, [change], talk=False))
"""

UNTESTED = """
import sys
sys.path.insert(0, ".")
import tests.tools.mutate as mutate
from fmbook.books.systems import system
book = system("fm").book
mutate.tests_of = lambda book, rule: []
rule = next(rule for rule in book.rules if rule.id == "fm:7.8/price")
print(mutate.unnoticed(book, list(mutate.changes_of(rule, set())), talk=False))
"""
