"""A desk that stops for a decision, in a real page: nobody can miss it, and one may choose, by mouse or by key."""

BATTLE = "import fmbook as fm\ngame = fm.new_game('vimy', 'battle')\nfm.desk(game, you='Allied', opponent='random')"


def test_a_reader_chooses_with_a_reason_and_is_told_what_was_chosen(lab):
    lab.write(BATTLE)
    lab.run_all()
    desk = lab.desk("vimy")
    desk.end_idle_phase()
    desk.wait_for_prompt("Pause and decide: Major Shaw")
    desk.region.get_by_role("textbox", name="Your reason").fill("A whole trench is cover")
    desk.button("(b) Ask them to spare it.").press("Enter")
    desk.wait_for_prompt("lay bombardment markers")
    assert lab.says("print(game.remarks)").count("A whole trench is cover") == 1
    desk.press("Tell me now")
    desk.region.get_by_text("It was spared.").first.wait_for()
    desk.press("Close")
    desk.button("Close").wait_for(state="hidden")


def test_the_front_in_fact_is_laid_over_the_board_and_told_below_it_and_two_may_go_on(lab):
    lab.write(BATTLE)
    lab.run_all()
    desk = lab.desk("vimy")
    plain = desk.canvas.evaluate("canvas => canvas.toDataURL()")
    desk.switch("History")
    desk.region.get_by_text("The Canadians stood at La Folie Farm by then").wait_for()
    lab.page.wait_for_function(
        "([canvas, plain]) => canvas.toDataURL() !== plain", arg=[desk.canvas.element_handle(), plain]
    )
    desk.switch("Two players")
    desk.wait_for_status("Two people play at this desk")
