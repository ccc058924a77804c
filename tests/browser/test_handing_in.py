"""A pair hands in from the page: it names its table and presses; what comes down is marked."""

from fmbook.lessons.grading import grade

CHAPTER = ("import fmbook as fm\ngame = fm.new_game('drill', 'first_steps')\nfm.ask('00.1')", "fm.hand_in('00', game)")


def test_a_file_comes_down_with_what_was_answered_and_is_marked(lab, tmp_path):
    lab.write(*CHAPTER)
    lab.run_all()
    page = lab.page
    answer = page.locator(".fmbook-exercise input").first
    answer.fill("½")
    answer.press("Enter")
    page.locator(".fmbook-exercise").get_by_text("Right: ").first.wait_for()
    box = page.locator(".fmbook-essay")
    box.get_by_label("Our table").fill("7")
    box.get_by_label("Our table").press("Tab")
    with page.expect_download() as found:
        box.get_by_role("button", name="Download the file").click()
    assert found.value.suggested_filename == "answers-table-7.json"
    found.value.save_as(tmp_path / "answers-table-7.json")
    grades = grade(tmp_path)
    assert not grades.problems
    assert [(each.table, each.right) for each in grades.tables] == [("7", 1)]
