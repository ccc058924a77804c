"""Steps in a real page: what they point at is clicked; names light up on the map, and Python need not be asked."""

import re
from typing import Any

HEAD_TO_MAP = """() => { const [head, map] = ['.fmbook-head', '.fmbook-main']
    .map((name) => document.querySelector(name).getBoundingClientRect());
    return Math.round(map.top - head.top) }"""


def step(desk: Any, number: str) -> None:
    desk.region.locator(".fmbook-steps", has_text=re.compile(f"^{re.escape(number)}")).wait_for()


def at(desk: Any, name: Any) -> dict[str, float]:
    """Where on the map a name in the line says that it is."""
    x, y, _ = map(float, name.get_attribute("data-at").split())
    box = desk.canvas.bounding_box()
    return {"x": x * box["width"], "y": y * box["height"]}


def test_the_first_chapter_is_begun_by_clicking_what_its_steps_point_at(lab):
    lab.open("00_start_here")
    lab.page.locator(".jp-CodeCell").first.click()
    lab.page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    desk = lab.desk()
    step(desk, "Guide 1 of 5")
    presses, heights = 0, set()
    while not desk.region.locator(".fmbook-steps", has_text="All 5 done").count():
        line = desk.region.locator(".fmbook-steps")
        before, meant = line.inner_text(), desk.region.locator(".fmbook-actions .fmbook-meant:visible")
        lab.page.wait_for_timeout(450)  # nobody presses sooner what has just come up
        heights.add(lab.page.evaluate(HEAD_TO_MAP))
        lab.from_kernel.clear()
        if not meant.count():
            desk.canvas.click(position=at(desk, desk.region.locator("[data-meant] [data-at]")))
        else:
            meant.click()
        line.filter(has_not_text=before).wait_for()
        told = [frame for frame in lab.from_kernel if b'"msg_type": "status"' not in frame]
        assert len(told) <= 6  # taking up, a refusal, a march, an attack: few messages with steps as well
        assert sum(map(len, told)) <= 10_000
        presses += 1
        assert presses < 12
    assert presses == 7  # two for each way, one for each button, two for the attack: none too many
    desk.wait_for_panel("The die shows")
    assert len(heights) == 1  # whatever a step says, the map lies still below it


def test_names_light_up_on_the_map_and_the_map_lights_names_and_python_hears_nothing_of_it(lab):
    lab.write("import fmbook as fm", 'fm.desk(fm.new_game("drill", "first_steps"), steps="00.first")')
    lab.run_all()
    desk = lab.desk()
    step(desk, "Guide 1 of 5")
    name, spot = desk.region.locator("[data-at]", has_text="R1"), desk.region.locator(".fmbook-spot")
    desk.canvas.hover(position=desk.spot("0101"))
    lab.page.wait_for_timeout(300)
    heard = len(lab.from_kernel)
    name.hover()
    spot.wait_for()
    ring, map_ = spot.bounding_box(), desk.canvas.bounding_box()
    where = desk.spot("0406")
    assert abs(ring["x"] + ring["width"] / 2 - map_["x"] - where["x"]) < 3
    assert abs(ring["y"] + ring["height"] / 2 - map_["y"] - where["y"]) < 3
    desk.canvas.hover(position=where)
    spot.wait_for(state="detached")
    desk.region.locator(".fmbook-touched", has_text="R1").wait_for()
    name.focus()
    spot.wait_for()
    assert len(lab.from_kernel) == heard

    while lab.page.evaluate("document.activeElement.textContent") != "Do it for me":
        lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Enter")
    step(desk, "Guide 2 of 5")
    desk.type_order("show me")
    step(desk, "Guide 3 of 5")
    lab.page.set_viewport_size({"width": 390, "height": 844})  # a phone held upright
    fold = desk.region.get_by_role("button", name="The whole step and its buttons", expanded=False)
    fold.wait_for()
    line, do_it = desk.region.locator(".fmbook-steps"), desk.region.get_by_role("button", name="Do it for me")
    assert line.bounding_box()["height"] < 34  # it begins with what is to be done
    assert (
        line.evaluate("line => line.querySelector('b').getBoundingClientRect().x - line.getBoundingClientRect().x") < 5
    )
    assert not do_it.is_visible()
    fold.click()
    do_it.wait_for()
    assert line.bounding_box()["y"] + line.bounding_box()["height"] <= do_it.bounding_box()["y"] + 1
    lab.page.emulate_media(reduced_motion="reduce")
    desk.type_order("show me")
    step(desk, "Guide 4 of 5")
    moving = "() => document.getAnimations().filter(({ effect }) => effect.target?.closest('.fmbook-desk')).length"
    assert lab.page.evaluate(moving) == 0
    lab.page.emulate_media(reduced_motion="no-preference")


def test_on_an_enlarged_map_the_arrow_stands_on_its_place_and_that_is_in_sight(lab):
    lab.write("import fmbook as fm", 'fm.desk(fm.new_game("vimy", "hill_145", 1917), you="Allied", steps="20.opening")')
    lab.run_all()
    desk = lab.desk("vimy")
    step(desk, "Guide 1 of 10")
    desk.region.get_by_role("button", name="Do it for me").click()
    step(desk, "Guide 2 of 10")
    lab.page.wait_for_function("""() => { const meant = document.querySelector("[data-meant]").dataset.meant;
        const [aim, map, sheet] = [".fmbook-aim", ".fmbook-sheet canvas", ".fmbook-sheet"]
            .map((name) => document.querySelector(name)?.getBoundingClientRect());
        const [x, y] = meant.split(" ").map(Number);
        const off = aim && Math.hypot(aim.x + aim.width / 2 - map.x - x * map.width,
            aim.y + aim.height / 2 - map.y - y * map.height);
        return map.width > 1.2 * sheet.width && off < 3 && aim.x > sheet.x && aim.right < sheet.right
            && aim.y > sheet.y && aim.bottom < sheet.bottom }""")


def test_neither_page_nor_map_moves_while_the_place_of_the_next_press_is_in_sight(lab):
    lab.page.set_viewport_size({"width": 1440, "height": 760})
    lab.write("import fmbook as fm", 'fm.desk(fm.new_game("scheldt", "campaign"), steps="10.opening")')
    lab.run_all()
    desk = lab.desk("scheldt")
    step(desk, "Guide 1 of 8")
    desk.region.evaluate("root => root.scrollIntoView({ block: 'start', behavior: 'instant' })")
    scrolled = "() => [...document.querySelectorAll('.jp-WindowedPanel-outer, .fmbook-sheet')].map(e => e.scrollTop)"
    desk.canvas.hover(position=desk.spot("3219"))
    before, box = lab.page.evaluate(scrolled), desk.region.locator(".fmbook-aim").bounding_box()
    desk.click_hex("3219")
    desk.region.locator(".fmbook-head", has_text="Click 3119").wait_for()
    lab.page.wait_for_function(
        "x => Math.abs(document.querySelector('.fmbook-aim').getBoundingClientRect().x - x) > 5", arg=box["x"]
    )
    assert lab.page.evaluate(scrolled) == before


def test_a_button_that_comes_under_a_pointer_at_rest_does_not_look_chosen(lab):
    lab.write("import fmbook as fm", 'fm.desk(fm.new_game("drill", "first_steps"))')
    lab.run_all()
    desk = lab.desk()
    looks = (
        "b => { const { backgroundColor, outlineStyle } = getComputedStyle(b); return backgroundColor + outlineStyle }"
    )
    desk.press("End phase")
    first, other = desk.button("End the phase all the same"), desk.button("Not yet")
    other.wait_for()
    assert first.evaluate("b => b.matches(':hover')")
    assert first.evaluate(looks) == other.evaluate(looks)
    box = first.bounding_box()
    lab.page.mouse.move(box["x"] + 5, box["y"] + 5)
    first.and_(desk.region.locator(":not(.fmbook-new)")).wait_for()
    assert first.evaluate(looks) != other.evaluate(looks)  # now it is pointed at


def test_the_end_of_a_guide_leads_on_within_its_own_chapter_though_another_was_open_before(lab):
    lab.write("import fmbook as fm", 'fm.desk(fm.new_game("eben_emael", "first_minutes"), steps="30.opening")')
    lab.run_all()
    desk = lab.desk("eben_emael")
    unseen = '<div style="display: none"><h2>Your turn</h2></div>'
    own = '<div style="padding: 200vh 0"><h2 id="own">Your turn</h2></div>'
    lab.page.evaluate("head => document.body.insertAdjacentHTML('afterbegin', head)", unseen)
    put = "head => document.querySelector('.fmbook-desk').closest('.jp-Cell').insertAdjacentHTML('beforeend', head)"
    lab.page.evaluate(put, own)
    while not desk.region.locator(".fmbook-steps", has_text="All 6 done").count():
        before = desk.region.locator(".fmbook-steps").inner_text()
        desk.press("Do it for me")
        desk.region.locator(".fmbook-steps").filter(has_not_text=before).wait_for()
    desk.region.get_by_role("button", name="“Your turn”").click()
    top = "document.querySelector('#own').getBoundingClientRect().top"
    lab.page.wait_for_function(f"() => {top} >= 0 && {top} < innerHeight")
