"""The teacher's page: all tables, one of them open, a pause, a sentence, and no hand of anybody."""

import pytest

import fmbook as fm
from fmbook.play.tables import Table
from fmbook.record.tables import TableError, TableFile, table_place
from fmbook.widgets.classroom.pages import seat, teacher
from fmbook.widgets.classroom.teacher import TeachersPage
from tests.widgets.test_a_seat_leaks_nothing import received  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("desk_apart")


@pytest.fixture(autouse=True)
def _nobody_listens(monkeypatch):
    monkeypatch.setattr("fmbook.lessons.notes._listeners", [])
    monkeypatch.setattr("fmbook.lessons.notes._kept", {})


def at_two_tables() -> tuple[Table, Table]:
    made = [fm.table(name, "vimy", "hill_145", seed=int(name)) for name in ("2", "10")]
    for each in made:
        for side in each.game.sides:
            each.sit(side)
    return made[0], made[1]


def press(page: TeachersPage, label: str) -> None:
    found = [page.halt, page.large, *page.tools.children, *page.board.children[0].children, *page.seats.children]
    [button] = {id(each): each for each in found if getattr(each, "description", "") == label}.values()
    button.click()


def test_tables_are_listed_by_their_numbers_with_whom_they_wait_for():
    _, second = at_two_tables()
    page = teacher("20_vimy")
    assert [row.table.name for row in page.rows] == ["2", "10"]
    assert "may begin" in page.rows[0].words.value
    second.game.do(second.game.legal()[0])
    page.look()
    assert "may begin" in page.rows[0].words.value
    assert f"waits for {second.game.side}" in page.rows[1].words.value.replace("the Allies", "Allied")


def test_a_pause_holds_every_table_and_a_sentence_reaches_it():
    first, second = at_two_tables()
    page = teacher("20_vimy")
    press(page, "Pause all games")
    for each in (first, second):
        with pytest.raises(TableError, match="Your teacher has stopped all games"):
            each.game.do(each.game.legal()[0])
    page.says.value = "Five <more> minutes"
    press(page, "Say it to all")
    assert first.told == second.told == "Five <more> minutes"
    press(page, "Let the games go on")
    first.game.do(first.game.legal()[0])
    assert page.halt.description == "Pause all games"


def test_one_steps_through_an_open_table_and_makes_a_side_get_up():
    table, _ = at_two_tables()
    for _ in range(3):
        table.game.do(table.game.legal()[0])
    page = teacher("20_vimy")
    press(page, "Now")
    assert page._shell.says == "Open a table first."
    page.rows[0].button.click()
    now = page.picture.value
    assert "<svg" in now
    press(page, "◀ Earlier")
    press(page, "◀ Earlier")
    assert "after 1 of 3 orders" in page.head.value
    press(page, "Now")
    assert "after" not in page.head.value.partition("</h2>")[0]
    assert page.picture.value == now
    press(page, "The Allies get up")
    table.catch_up()
    assert page.rows[0].table.seats["Allied"] == "free"


def test_a_table_that_cannot_be_read_hides_no_other_one(monkeypatch):
    at_two_tables()
    page = teacher("20_vimy")

    def broken():
        raise TableError("The file of table 2 cannot be used.")

    monkeypatch.setattr(page.rows[0], "look", broken)
    page.look()
    assert "cannot be used" in page.rows[0].words.value
    assert "may begin" in page.rows[1].words.value


def test_no_hand_and_no_seed_reaches_the_teachers_page(received):  # noqa: F811
    table, _ = at_two_tables()
    page = teacher("20_vimy")
    page.rows[0].button.click()
    press(page, "Large")
    page._repr_mimebundle_()
    whole = "\n".join(received)
    assert "has in hand" not in whole
    assert "<svg" in whole
    assert [key for key in table._keys.values() if key in whole] == []


def test_what_is_answered_at_a_seat_is_kept_with_its_game_and_comes_back(received):  # noqa: F811
    first, _ = at_two_tables()
    first.leave("Allied")
    page = seat("2", "Allied", "a key", "20_vimy")
    page.ask.value = True
    [_, box] = page.place.children
    box.boxes[0]._mark(box.ticket.exercises[0].right[0])
    box.essays[0].text.value = "The guns had not yet <b>fired</b>."
    box.essays[0]._on_keep()
    kept = [(each.side, each.about.partition(".")[2], each.well) for each in first.answers]
    assert kept == [("Allied", "t1", True), ("Allied", box.ticket.questions[0].id.partition(".")[2], None)]
    watching = teacher("20_vimy")
    assert "1 of 1 right" in watching.answers.value
    assert "&lt;b&gt;fired" in watching.answers.value
    again = seat("2", "Allied", "a key", "20_vimy")
    again.ask.value = True
    assert again.place.children[1].essays[0].text.value == "The guns had not yet <b>fired</b>."


def test_a_seat_of_another_key_is_refused():
    at_two_tables()
    with pytest.raises(TableError, match="Somebody sits with Allied"):
        seat("2", "Allied", "somebody else's", "20_vimy")
    assert Table(TableFile(table_place("2"))).seats["Allied"] == "taken"
