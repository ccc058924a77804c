"""The written side of the rules: books, cards, clauses, and what is said when a file is wrong."""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

import fmbook as fm
from fmbook.books.cards import (
    KNOWN,
    Clause,
    Provenance,
    RuleCard,
    Ruling,
    book,
    books,
    card,
    parse_rule_id,
    read_book,
    read_clauses,
)
from fmbook.core.errors import DataError, NoSuchName

STANDARD = {f"S-{n}" for n in range(1, 88)} | {"S-42a", "S-42b", "S-42c"}
NARRATIVE = {"S-1", "S-2", "S-3", "S-4", "S-84", "S-85", "S-87"}
CHAPTERS = {1: 1, 2: 5, 3: 1, 4: 2, 5: 4, 6: 3, 7: 10, 8: 7, 9: 1}  # how many sections each has, n.0 included
SECTIONS = [f"{chapter}.{n}" for chapter, count in CHAPTERS.items() for n in range(count)]
SECTIONS.insert(SECTIONS.index("7.8"), "7.7.1")
WEAKNESS = list(get_args(Provenance))

HEAD = "id\tclause\ttestable\n"
TOP = 'id = "toy"\ntitle = "Toy"\nsource = "a test"\n'
RULE = '\n[[rule]]\nid = "{}"\ntitle = "T"\nsays = "It says so."\nstatus = "applied"\nprovenance = "printed"\n'
CLAUSE = '\n[[rule.clause]]\nid = "{}"\ntext = "So."\nprovenance = "printed"\n'


def toy(root: Path, rulebook: str = "", clauses: str = "") -> Path:
    """A data folder with one system, called toy."""
    (root / "toy").mkdir()
    if rulebook:
        (root / "toy" / "rulebook.toml").write_text(TOP + rulebook, encoding="utf-8")
    if clauses:
        (root / "toy" / "clauses.tsv").write_text(HEAD + clauses, encoding="utf-8")
    return root


def slip(root: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        read_book("toy", root=root)
    return caught.value


# --- The standard rules ------------------------------------------------------------------------------------


def test_the_standard_rules_hold_every_clause_once():
    found = Counter(clause.id for shown in book("fm").cards.values() for clause in shown.clauses)
    assert set(found) == STANDARD
    assert set(found.values()) == {1}
    assert set(book("fm").clauses) == STANDARD


def test_the_standard_rules_have_every_section_in_order():
    assert list(book("fm").cards) == SECTIONS
    assert [shown.id for shown in book("fm").cards.values()] == [f"fm:{section}" for section in SECTIONS]


def test_what_no_engine_can_hold_is_narrative():
    clauses = book("fm").clauses.values()
    assert {clause.id for clause in clauses if not clause.testable} == NARRATIVE
    assert {clause.id for clause in clauses if clause.status == "narrative"} == NARRATIVE


def test_how_many_clauses_are_printed_and_how_many_are_ours():
    known = Counter(clause.provenance for clause in book("fm").clauses.values())
    assert known == {"printed": 29, "public": 10, "recalled": 16, "reconstructed": 35}


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_known_no_better_than_its_weakest_clause(section):
    shown = book("fm").cards[section]
    applied = [clause.provenance for clause in shown.clauses if clause.status == "applied"]
    if applied:
        assert shown.status == "applied"
        assert shown.provenance == max(applied, key=WEAKNESS.index)
    else:
        assert shown.status != "applied"


@pytest.mark.parametrize(
    ("clause", "section"),
    [
        *(
            ("S-8", "2.3"),
            ("S-12", "3.0"),
            ("S-32", "6.1"),
            ("S-33", "6.2"),
            ("S-42c", "7.4"),
            ("S-44", "7.6"),
        ),
        *(
            ("S-56", "7.7"),
            ("S-57", "7.8"),
            ("S-64", "7.9"),
            ("S-74", "8.5"),
            ("S-81", "7.7.1"),
            ("S-83", "8.4"),
        ),
    ],
)
def test_a_clause_stands_in_the_section_of_its_sense(clause, section):
    assert clause in {found.id for found in card(f"fm:{section}").clauses}


def test_what_bites_in_one_game_only_says_so():
    clauses = book("fm").clauses
    assert all("Scheldt" in clauses[id_].text for id_ in ("S-20", "S-32", "S-36", "S-42c", "S-56", "S-70"))


# --- The clause lists --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "prefix", "count", "testable"),
    [
        ("vimy", "VR-", 156, 151),
        ("scheldt", "SC-", 202, 200),
        ("veritable", "V-", 140, 133),
        ("eben_emael", "E-", 110, 109),
        ("europa_41", "R41-", 93, 93),
    ],
)
def test_a_clause_list_is_whole(system, prefix, count, testable):
    clauses = read_clauses(system)
    assert len(clauses) == len({clause.id for clause in clauses}) == count
    assert sum(clause.testable for clause in clauses) == testable
    assert all(clause.id.startswith(prefix) for clause in clauses)


@pytest.mark.parametrize("system", books())
def test_every_book_reads_and_holds_its_clause_list(system):
    assert {clause.id for clause in read_clauses(system)} <= set(book(system).clauses)
    assert str(book(system)).startswith(book(system).title)


def test_a_listed_clause_is_printed_unless_its_text_is_missing():
    clauses = {clause.id: clause for clause in read_clauses("veritable")}
    assert (clauses["V-2.0-a"].status, clauses["V-2.0-a"].provenance) == ("applied", "printed")
    assert (clauses["V-2.1-a"].status, clauses["V-2.1-a"].provenance) == ("narrative", "printed")
    assert (clauses["V-10.6-a"].status, clauses["V-10.6-a"].provenance) == ("missing", "missing")


def test_the_standard_rules_have_no_clause_list():
    assert read_clauses("fm") == ()


def test_a_card_shows_the_listed_clauses_of_its_section_and_those_it_gathers(tmp_path):
    rules = RULE.format("3.0") + 'gathers = ["3.1", "CRT"]\n' + CLAUSE.format("T-3.0-r1") + RULE.format("4.0")
    rows = "T-3.0-1\tOne\tyes\nT-3.1-1\tTwo\tno\nT-CRT-1\tThree\tyes\nT-4.0-1\tFour\tyes\nT-5.0-1\tFive\tyes\n"
    read = read_book("toy", root=toy(tmp_path, rules, rows))
    assert [clause.id for clause in read.cards["3.0"].clauses] == [
        "T-3.0-1",
        "T-3.1-1",
        "T-CRT-1",
        "T-3.0-r1",
    ]
    assert [clause.id for clause in read.cards["4.0"].clauses] == ["T-4.0-1"]
    assert "T-5.0-1" in read.clauses


def test_a_rulebook_may_say_more_of_a_listed_clause(tmp_path):
    note = '[[rule.clause]]\nid = "T-3.0-1"\nprovenance = "reconstructed"\nbecause = "its page is lost"\n'
    read = read_book("toy", root=toy(tmp_path, RULE.format("3.0") + note, "T-3.0-1\tStacks (text missing)\tno\n"))
    [clause] = read.cards["3.0"].clauses
    assert clause == read.clauses["T-3.0-1"]
    assert (clause.text, clause.status, clause.testable) == ("Stacks (text missing)", "applied", True)


# --- Finding a card ----------------------------------------------------------------------------------------


def test_a_rule_id_is_taken_apart():
    assert parse_rule_id("vimy:17.5/night") == ("vimy", "17.5", "night")
    assert parse_rule_id("vimy:16.0/7.7.1") == ("vimy", "16.0", "7.7.1")
    assert parse_rule_id("europa_41:41.E.1") == ("europa_41", "41.E.1", "")


@pytest.mark.parametrize("wrong", ["", "17.5", "vimy", "vimy:", ":17.5", "vimy:17.5/", "a b:1", "vimy:17.5\n"])
def test_what_is_no_rule_id_is_told_the_form(wrong):
    with pytest.raises(NoSuchName, match=r"system:section, as in vimy:17\.5"):
        parse_rule_id(wrong)


def test_a_name_after_the_stroke_leads_to_the_card_of_the_section():
    assert card("fm:6.1/stop") is card("fm:6.1")


def test_a_section_that_does_not_exist_names_the_nearest():
    with pytest.raises(NoSuchName, match=r"No rule “fm:6\.3” in Fire & Movement") as caught:
        card("fm:6.3")
    assert len(caught.value.suggestions) == 3
    assert "fm:6.2" in caught.value.suggestions


@pytest.mark.parametrize("look", [book, read_clauses, lambda system: card(f"{system}:1.0")])
def test_a_system_that_does_not_exist_names_the_nearest(look):
    with pytest.raises(NoSuchName, match=r"No system “vimmy”\. Did you mean vimy") as caught:
        look("vimmy")
    assert "vimy" in caught.value.suggestions


def test_a_book_without_cards_says_so(tmp_path, monkeypatch):
    toy(tmp_path, clauses="T-1.0-1\tOne\tyes\n")
    monkeypatch.setattr("fmbook.books.cards.data_root", lambda: tmp_path)
    assert books() == ("toy",)
    with pytest.raises(NoSuchName, match=r"No rule “toy:1\.0” in toy, which has no cards yet"):
        card("toy:1.0")
    book.cache_clear()  # the next test looks into the real folder again


def test_a_book_is_read_once_and_cannot_be_changed():
    assert book("fm") is book("fm")
    with pytest.raises(TypeError):
        book("fm").cards["6.1"] = card("fm:6.2")  # type: ignore[index]
    with pytest.raises(AttributeError):
        card("fm:6.1").title = "Mine"  # type: ignore[misc]


# --- Printing ----------------------------------------------------------------------------------------------


def test_a_card_prints_what_it_says_how_we_know_and_what_else_it_could_mean():
    lines = str(card("fm:6.1")).splitlines()
    assert lines[0] == "Rule 6.1 of the standard rules · Zones and movement"
    assert lines[1].startswith("  A unit halts")
    assert any(line.startswith("  (reconstructed: only the word infiltration") for line in lines)
    assert "  ≈ S-29  A unit stops in the first hex of an enemy zone that it enters" in lines
    assert "      printed: Scheldt 12.0" in lines
    assert "  Ruling: What is infiltration?" in lines
    assert any(line.startswith("    The other reading: No step from zone to zone") for line in lines)
    assert any(line.startswith("    What it would change: Without it, a line with one hex") for line in lines)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_card_prints_within_a_page(section):
    shown = card(f"fm:{section}")
    assert all(len(line) <= 96 for line in str(shown).splitlines())
    assert all(clause.id in str(shown) for clause in shown.clauses)
    assert shown._repr_markdown_().count("**Ruling") == len(shown.rulings)


def test_what_is_not_applied_is_marked():
    assert str(card("fm:7.2")).startswith("Rule 7.2 of the standard rules · Parameters of combat (missing)\n")
    assert str(book("fm").clauses["S-1"]).startswith("◦ S-1  One booklet")
    assert str(book("fm").clauses["S-1"]).endswith("(narrative)")


def test_every_way_of_knowing_has_a_mark_of_its_own():
    assert len({mark for mark, _ in KNOWN.values()}) == len(KNOWN) == len(WEAKNESS)


def test_a_page_shows_what_a_card_says_and_folds_how_we_know_it():
    seen, _, folded = card("fm:6.1")._repr_markdown_().partition("<details>")
    assert card("fm:6.1").says.split()[0] in seen
    assert "S-29" not in seen
    assert folded.startswith("<summary>reconstructed · 4 clauses · 2 rulings</summary>\n\n")
    assert folded.endswith("\n\n</details>")
    assert all(clause.id in folded for clause in card("fm:6.1").clauses)


def test_several_cards_fold_under_their_titles_and_lose_nothing():
    both = fm.cards("fm:6.1", "fm:6.2")
    shown = both._repr_markdown_()
    title = "Rule 6.1 of the standard rules · Zones and movement (reconstructed)"
    assert shown.startswith(f"<details><summary>{title}</summary>")
    assert shown.count("<details>") == shown.count("</details>") == 2
    assert str(both) == f"{fm.rule('fm:6.1')}\n\n{fm.rule('fm:6.2')}"
    for each in both.cards:
        assert all(clause.id in shown for clause in each.clauses)
    with pytest.raises(NoSuchName, match="fm:77"):
        fm.cards("fm:6.1", "fm:77")


def test_a_folded_card_says_how_much_of_it_is_reconstructed():
    shown = fm.cards("veritable:7.1", "veritable:7.2", "veritable:9.0", "veritable:10.1")._repr_markdown_()
    titles = [part.partition("</summary>")[0] for part in shown.split("<summary>")[1:]]
    assert titles == [
        "Rule 7.1 · Zones and movement (reconstructed in part)",
        "Rule 7.2 · Zones and retreat",
        "Rule 9.0 · Stacking (missing)",
        "Rule 10.1 · Who attacks (reconstructed)",
    ]


def test_a_printed_card_with_a_reconstructed_clause_counts_it():
    assert "<summary>printed · 4 clauses, 1 reconstructed</summary>" in card("veritable:8.0")._repr_markdown_()
    assert "<summary>reconstructed · 1 clause</summary>" in card("veritable:10.3")._repr_markdown_()


def test_a_notebook_shows_the_page_and_not_the_record():
    class Printer:
        said = ""

        def text(self, words: str) -> None:
            self.said += words

    printer = Printer()
    card("fm:6.1")._repr_pretty_(printer, cycle=False)
    assert printer.said == str(card("fm:6.1"))


NASTY = "<img src=x onerror=alert(1)> [a](javascript:b) ![c](d) *e* _f_ `g` $h$ \\(i\\) | ~~j~~ &lt;\n\n# k\n- l"


def test_nothing_in_a_card_becomes_markup():
    ruling = Ruling(question=NASTY, choice=NASTY, because=NASTY, other=NASTY, changes=NASTY)
    clause = Clause(id=NASTY, text=NASTY, provenance="printed", because=NASTY)
    shown = RuleCard(
        id=NASTY,
        title=NASTY,
        says=NASTY,
        status="applied",
        provenance="printed",
        because=NASTY,
        clauses=(clause,),
        rulings=(ruling,),
    )
    plain = RuleCard(
        id="a",
        title="b",
        says="c",
        status="applied",
        provenance="printed",
        because="d",
        clauses=(Clause(id="e", text="f", provenance="printed", because="g"),),
        rulings=(Ruling(question="h", choice="i", because="j", other="k", changes="l"),),
    )
    # markup comes from the form alone: without the entities and their spans the two are equally marked
    nasty = shown._repr_markdown_().replace("<span>&#36;</span>", "").replace("<span>&#92;</span>", "")
    for sign in "<>[]`$\\_|~*#":
        assert nasty.replace("&#", "").count(sign) == plain._repr_markdown_().replace("&#", "").count(sign), sign
    assert "&lt;" not in nasty
    assert nasty.count("\n\n") == plain._repr_markdown_().count("\n\n")


# --- Files that are wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("T-1.0-2\tTwo", "['T-1.0-2', 'Two']"),
        ("T-1.0-2\tTwo\tmaybe", "'maybe'"),
        ("T-1.0-2\t\tyes", "''"),
        ("\tTwo\tyes", "''"),
        ("T-1.0-2\tTwo\tyes\tmore", "'more'"),
        ("T-1.0-1\tOne again\tyes", "'One again'"),
        ("", "['']"),
    ],
)
def test_a_wrong_line_of_a_clause_list_is_named(tmp_path, row, found):
    error = slip(toy(tmp_path, clauses=f"T-1.0-1\tOne\tyes\n{row}\nT-1.0-3\tThree\tyes\n"))
    assert (error.file, error.path) == ("toy/clauses.tsv", "line 3")
    assert "expected a new id, a clause, yes or no" in error.problem
    assert found in error.problem


def test_a_clause_list_with_other_columns_is_refused(tmp_path):
    toy(tmp_path)
    (tmp_path / "toy" / "clauses.tsv").write_text("id\ttext\n", encoding="utf-8")
    assert str(slip(tmp_path)).startswith("toy/clauses.tsv at line 1: expected the columns ['id', 'clause'")


RULING = '[[rule.ruling]]\nquestion = "Why?"\nchoice = "So."\nbecause = "It fits."\nother = "Not so."\n'


@pytest.mark.parametrize(
    ("rules", "path", "problem"),
    [
        (RULE.format("1.0") * 2, "$.rule[1]", "“1.0” stands at $.rule[0] already"),
        (
            RULE.format("1.0") + CLAUSE.format("T-1") + RULE.format("2.0") + CLAUSE.format("T-1"),
            "$.rule[1].clause[0]",
            "“T-1” stands at $.rule[0].clause[0] already",
        ),
        (
            RULE.format("1.0") + 'gathers = ["2.0"]\n' + RULE.format("2.0"),
            "$.rule[1]",
            "“2.0” stands at $.rule[0]",
        ),
        (RULE.format("1.0/a"), "$.rule[0].id", "without space, colon and stroke"),
        (
            RULE.format("1.0") + CLAUSE.format("T-1").replace('text = "So."', ""),
            "$.rule[0].clause[0].text",
            "what “T-1” says",
        ),
        (RULE.format("1.0").replace("printed", "reconstructed"), "$.rule[0].because", "expected a reason"),
        (RULE.format("1.0").replace("printed", "guessed"), "$.rule[0].provenance", "guessed"),
        (RULE.format("1.0").replace("applied", "done"), "$.rule[0].status", "done"),
        (RULE.format("1.0") + 'colour = "red"\n', "$.rule[0]", "colour"),
        (RULE.format("1.0") + '[[rule.ruling]]\nquestion = "Why?"\n', "$.rule[0].ruling[0]", "choice"),
        (RULE.format("1.0") + RULING, "$.rule[0].ruling[0]", "changes"),
    ],
)
def test_a_wrong_rulebook_is_refused_with_its_place(tmp_path, rules, path, problem):
    error = slip(toy(tmp_path, rules))
    assert error.file == "toy/rulebook.toml"
    assert problem in error.problem
    assert error.path == path


def test_a_rulebook_in_the_wrong_folder_is_refused(tmp_path):
    toy(tmp_path, RULE.format("1.0"))
    (tmp_path / "toy").rename(tmp_path / "game")
    with pytest.raises(DataError, match="expected “game”, the name of its folder, found “toy”"):
        read_book("game", root=tmp_path)
