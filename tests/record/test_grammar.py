"""The grammar of the record, on one page in ``data/fm/record.ebnf``, and a second reader made from it alone."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fmbook.books.systems import rulebooks
from fmbook.core.data import data_root
from fmbook.core.errors import RecordError
from fmbook.core.orders import VERBS
from fmbook.record.records import KEYS, LONGEST_LINE, MARKS, RecordMark, parse, read

GRAMMAR = (data_root() / "fm" / "record.ebnf").read_text(encoding="utf-8")
TESTS = Path(__file__).parents[1]
CORPUS = sorted([*(TESTS / "playthroughs").glob("*.txt"), *(TESTS / "corpus").iterdir()])


def named(rule: str) -> list[str]:
    """The words that a rule of the grammar lists."""
    found = re.search(rf"^{rule} += (.*?) ;", GRAMMAR, re.MULTILINE | re.DOTALL)
    assert found, rule
    return re.findall(r'"([^"]+)"', re.sub(r"\(\*.*?\*\)", "", found[1], flags=re.DOTALL))


# --- the second reader, of twenty lines, with not a word of fmbook's ------------------------------------

FORMS = {
    "unit place": r"\s+(\S+)\s+(\S+)",
    "unit verb": r"\s+(\S+)",
    "place verb": r"\s+(\S+)",
    "marker verb": r"\s+(\S+)",
}
FORMS |= {"bare verb": "", "move": r"\s+\S+\s+\S+(?:\s+(?i:via)(?:\s+\S+)+)?"}
ORDER = "|".join(f"(?i:{'|'.join(named(rule) if ' ' in rule else [rule])}){form}" for rule, form in FORMS.items())
THROW = r'(?:"(?:[^"\\]|\\.)*"|[^\s"]+)'
PLAYED = re.compile(rf"(?:{ORDER})(?: += +{THROW}(?:\s+{THROW})*)?")
MARK = re.compile(rf"--\s*(?:(?:{'|'.join(named('counted'))})(?:\s.*)?|{'|'.join(named('bare mark'))})")
HEAD = re.compile(rf"({'|'.join(KEYS)}):\s*(.*)")


def second_reader(text: str) -> tuple[dict[str, str], list[str]]:
    """Read a record: its header, and its orders and marks. Whatever is no record is a ValueError."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = [line.strip() for line in plain]
    begin = next((number for number, line in enumerate(lines) if line), len(lines))
    blank = next((number for number, line in enumerate(lines) if number > begin and not line), len(lines))
    pairs = [HEAD.fullmatch(line) for line in lines[begin:blank]]
    head = {pair[1]: pair[2] for pair in pairs if pair}
    needed = all(head.get(key) for key in ("fmbook", "system", "scenario", "seed"))
    if len(head) < len(pairs) or not needed or head["fmbook"] != "1" or not re.fullmatch("-?[0-9]{1,18}", head["seed"]):
        raise ValueError("no header")
    body = [re.sub(r"(?<=\S)\s+#[0-9a-f]{6}$", "", line) for line in lines[blank:] if line and line[0] != "#"]
    if wrong := [line for line in body if len(line) > 400 or not (PLAYED.fullmatch(line) or MARK.fullmatch(line))]:
        raise ValueError(f"neither order nor mark: {wrong[0]}")
    return {key: head[key] for key in ("system", "scenario", "seed")}, body


# --- what is compared -----------------------------------------------------------------------------------


def first_reader(text: str) -> tuple[dict[str, str], list[str]]:
    """Read it as fmbook does."""
    found = parse(text)
    head, given = found.head, [read(row._replace(fault="")) for row in found.rows]
    lines = [str(each) for each in given if not (isinstance(each, RecordMark) and each.kind == "remark")]
    return {"system": head.system, "scenario": head.scenario, "seed": str(head.seed)}, lines


def unchecked(text: str) -> str:
    """Leave out what says that checks are to hold: that is no matter of grammar."""
    return re.sub(r"(?m)^[^\S\n]*check:.*\n", "", text, count=1)


def alike(line: str) -> list[str]:
    """Write a line with single blanks, small verbs, plain numbers and throws without needless quotation marks."""
    words = re.sub(r'"(?:[^"\\]|\\.)*"', lambda said: _unquoted(said[0]), line.replace("--", "-- ", 1)).split()
    small = [words[0].casefold(), *("via" if word.casefold() == "via" else word for word in words[1:])]
    return [re.sub(r"^0+(?=[0-9]+$)", "", word) for word in small]


def _unquoted(said: str) -> str:
    try:
        return str(json.loads(said))
    except ValueError:
        return said


Read = tuple[dict[str, str], list[list[str]]]


def reading(reader: Callable[[str], tuple[dict[str, str], list[str]]], text: str) -> Read | None:
    try:
        head, lines = reader(text)
    except (ValueError, RecordError):
        return None
    return head | {"seed": str(int(head["seed"]))}, list(map(alike, lines))


def texts() -> list[tuple[str, str]]:
    """Every record and every broken one; what begins with a zero is a resume code."""
    cases = ((path.name, path.read_bytes()) for path in CORPUS)
    return [(name, unchecked(case.decode("utf-8", "replace"))) for name, case in cases if case[:1] != b"\0"]


def test_two_readers_agree_on_the_whole_corpus():
    found = {name: (reading(first_reader, text), reading(second_reader, text)) for name, text in texts()}
    assert [name for name, (first, second) in found.items() if first != second] == []
    read_by_both = [first for first, _ in found.values() if first]
    assert 100 <= len(read_by_both) <= len(found) - 100  # it tells records from what is none, both ways


@pytest.mark.parametrize(
    "line", ["move A", "attack 0404 0405", "roll =", 'roll = 3 "', "-- redo 1", "-- again", "fly", "march A 0404"]
)
def test_both_refuse_what_the_grammar_does_not_have(line):
    text = f"fmbook: 1\nsystem: drill\nscenario: march\nseed: 1\n\nend-phase\n{line}\n"
    assert (reading(first_reader, text), reading(second_reader, text)) == (None, None)


def test_the_grammar_has_every_verb_in_its_form_every_mark_and_every_key():
    assert rulebooks()  # each brings its own orders
    forms = {"unit place": ("unit", "hex"), "unit verb": ("unit",), "place verb": ("hex",), "marker verb": ("marker",)}
    listed = {verb: takes for rule, takes in forms.items() for verb in named(rule)}
    listed |= dict.fromkeys(named("bare verb"), ()) | {"move": ("unit", "hex")}
    assert listed == {verb: kind.takes for verb, kind in VERBS.items()}
    assert {*named("counted"), *named("bare mark")} == set(MARKS)
    assert {word.split(":")[0] for word in named("header") if ":" in word} == set(KEYS)
    assert f"{LONGEST_LINE} characters" in GRAMMAR
