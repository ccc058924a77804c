"""The earlier game as a reader meets it: which one is offered, go on, begin anew, a broken one, a closed desk."""

import json
from pathlib import Path
from typing import Any

import fmbook as fm

MARCH = "import fmbook as fm\ngame = fm.new_game('drill', 'march'{how})\ngame"
HOUSE = '''
@fm.forbids("house:engines", fm.Move, bars="hexes")
def engines(state, unit):
    """Engines keep off hills."""
    yield fm.Bar(frozenset(), "engines keep off hills")
'''
GO_ON = "Go on with the earlier game"


def at(folder: Path, cell: str = MARCH.format(how="")) -> str:
    """A cell whose games lie in one folder, whatever the chapter."""
    return f"import os\nos.environ['FMBOOK_HOME'] = {str(folder)!r}\n{cell}"


def open_page(lab: Any, cell: str, name: str = "own") -> Any:
    lab.write(cell, name=name)
    lab.run_all()
    return lab.desk()


def march_and_tell(desk: Any, order: str = "move B1 0403") -> None:
    desk.type_order(order)
    desk.wait_for_panel(f"{order.split()[1]} marches")
    desk.lab.page.wait_for_function("() => Object.keys(localStorage).some(key => key.startsWith('fmbook.code.'))")


def expect_offer(desk: Any) -> None:
    desk.button(GO_ON).wait_for()


def expect_no_offer(desk: Any) -> None:
    """None from the disk, and none once the kernel has heard what the browser keeps and the page has its answer."""
    for _ in range(2):
        desk.lab.page.evaluate("new Promise(yes => requestAnimationFrame(() => requestAnimationFrame(yes)))")
        desk.lab.python("assert fm.desk(game).parts.offered.children == ()")
    assert desk.button(GO_ON).count() == 0


def run_again(lab: Any) -> Any:
    """Run the cells again, and wait for the desk that takes the place of the one that was there."""
    lab.page.evaluate("document.querySelector('.fmbook-desk').dataset.before = 'yes'")
    lab.run_all()
    lab.page.locator(".fmbook-desk:not([data-before])").wait_for()
    return lab.desk()


def test_the_offer_says_how_the_game_stands_and_going_on_brings_it_back(lab, tmp_path):
    desk = open_page(lab, at(tmp_path))
    map_lay = desk.canvas.bounding_box()
    march_and_tell(desk)
    again = run_again(lab)
    offer = again.region.locator(".fmbook-offer")
    offer.wait_for()
    assert again.canvas.bounding_box() == map_lay  # nothing moves for the offer
    offer.get_by_text("An earlier game: turn 1 of 3, Blue to move, 1 order, played today at ").wait_for()
    assert ".txt" not in offer.inner_text()
    again.press(GO_ON)
    again.wait_for_status("Here you left off, after 1 order. ")
    again.wait_for_panel("B1 marches from 0401 to 0403")
    offer.wait_for(state="detached")


def test_begin_anew_holds_when_the_cell_is_run_again_the_page_loaded_anew_and_in_the_next_session(lab, tmp_path):
    march_and_tell(open_page(lab, at(tmp_path)))
    again = run_again(lab)
    again.press("Begin anew")
    again.button(GO_ON).wait_for(state="detached")
    expect_no_offer(run_again(lab))
    lab.reload()
    expect_no_offer(lab.desk())
    lab.server.end_kernels()
    expect_no_offer(open_page(lab, at(tmp_path)))
    march_and_tell(lab.desk(), "move B2 0303")  # and what was begun anew is offered in its turn
    fresh = run_again(lab)
    fresh.press(GO_ON)
    fresh.wait_for_panel("B2 marches")
    lab.python("assert [str(order) for order in game.orders] == ['move B2 0303'], game.orders")  # the game on the desk


def test_a_chapter_offers_only_what_was_played_there(lab, tmp_path):
    march_and_tell(open_page(lab, at(tmp_path), "01_hexes_and_zones"))
    [journal] = tmp_path.glob("journal-*.txt")
    assert "# chapter: 01_hexes_and_zones\n" in journal.read_text()
    expect_no_offer(open_page(lab, at(tmp_path), "90_all_the_rules"))
    expect_offer(open_page(lab, at(tmp_path), "01_hexes_and_zones"))
    journal.unlink()  # the code in the browser is told apart in the same way
    expect_no_offer(open_page(lab, at(tmp_path), "90_all_the_rules"))
    expect_offer(open_page(lab, at(tmp_path), "01_hexes_and_zones"))


def test_a_desk_with_a_house_rule_goes_on_with_its_own_game(lab, tmp_path):
    plain = MARCH.format(how="")
    house = MARCH.format(how=", house_rules=[engines]").replace("\n", HOUSE, 1)
    march_and_tell(open_page(lab, at(tmp_path, plain)))
    expect_no_offer(open_page(lab, at(tmp_path, house)))
    march_and_tell(lab.desk(), "move B2 0303")
    again = run_again(lab)
    again.press(GO_ON)
    again.wait_for_panel("B2 marches")


def test_a_code_under_its_old_name_is_offered_once_and_moved(lab, tmp_path):
    earlier = fm.new_game("drill", "march")
    earlier.do("move B1 0403")
    open_page(lab, at(tmp_path))
    lab.page.evaluate(f"localStorage.setItem('fmbook.code.drill.march', {json.dumps(earlier.code())})")
    expect_no_offer(open_page(lab, at(tmp_path, MARCH.format(how=", seed=7"))))
    expect_offer(open_page(lab, at(tmp_path)))
    kept = lab.page.evaluate("({...localStorage})")
    assert kept["fmbook.code.drill.march/own/1917"] == earlier.code()
    assert "fmbook.code.drill.march" not in kept
    lab.desk().press("Begin anew")
    lab.page.wait_for_function("!localStorage.getItem('fmbook.code.drill.march/own/1917')")


def test_of_a_damaged_journal_the_last_good_position_can_be_played_on(lab, tmp_path):
    desk = open_page(lab, at(tmp_path))
    march_and_tell(desk)
    march_and_tell(desk, "move B2 0303")
    [journal] = tmp_path.glob("journal-*.txt")
    journal.write_text(journal.read_text().replace("move B2 0303", "m\x00ve B2"))
    again = run_again(lab)
    again.region.locator(".fmbook-offer", has_text="1 of 2 orders").wait_for()
    again.press(GO_ON)
    again.wait_for_panel("B1 marches from 0401 to 0403")
    march_and_tell(again, "move B2 0303")


def test_a_record_that_breaks_half_way_is_offered_where_it_was_loaded(lab, tmp_path):
    game = fm.new_game("drill", "march")
    game.do("move B1 0403")
    path = game.save(tmp_path / "monday 3b.txt")
    path.write_text(f"{path.read_text()}move B9 0101\n")
    desk = open_page(lab, at(tmp_path))
    box = desk.region.get_by_role("combobox")
    box.press_sequentially("load mon")
    lab.page.wait_for_function(
        "[...document.querySelectorAll('datalist option')].some(o => o.value === 'load monday 3b')"
    )
    desk.type_order("load monday 3b")
    desk.wait_for_status("Line 8 of the record: ")
    desk.press("Go on from there")
    desk.wait_for_panel("B1 marches from 0401 to 0403")


def test_after_all_widgets_were_closed_twice_the_cell_shows_a_live_desk_again(lab, tmp_path):
    kept = "import fmbook as fm\nif 'game' not in globals():\n    game = fm.new_game('drill', 'march')\ngame"
    march_and_tell(open_page(lab, at(tmp_path, kept)))
    lab.python(
        "import ipywidgets\nipywidgets.Widget.close_all()\nipywidgets.Widget.close_all()\ngame.do('move B2 0303')"
    )
    lab.page.locator(".fmbook-desk").wait_for(state="detached")
    lab.run_all()
    alive = lab.desk()
    alive.wait_for_panel("B2 marches")
    alive.press("End phase")
    alive.wait_for_prompt("move mobile units again")
