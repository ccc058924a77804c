"""House rules as a reader writes them in a notebook: with ``import fmbook as fm`` and nothing else."""

import inspect
import re
from hashlib import sha256
from typing import Any

import pytest

import fmbook as fm
from fmbook.record import records


@fm.forbids("house:no_tanks_in_woods", fm.Move, bars="hexes")
def no_tanks_in_woods(state, unit):
    """A mobile unit does not end its march in the woods."""
    if "mobile" in unit.traits:
        woods = state.board.having("woods")
        yield fm.Bar(woods, "{to} is wooded and {unit} has engines", "go around the wood")


@fm.forbids("house:one_battle", fm.Attack)
def no_attack_on_a_hill_alone(state, order):
    """A hill is not attacked while only one unit stands next to it."""
    hill = state.board.at(order.target)
    near = [unit for unit in state.on_map(state.side) if state.where[unit] in state.board.neighbours[hill]]
    if "hill" in state.board.features[hill] and len(near) < 2:
        yield fm.Reason(f"only one unit stands next to {order.target}", "bring up a second one", (order.target,))


HOUSE = (no_tanks_in_woods, no_attack_on_a_hill_alone)


def with_house_rules(scenario: str, *rules: Any) -> fm.Game:
    return fm.new_game("drill", scenario, seed=1, house_rules=rules)


# --- what they do --------------------------------------------------------------------------------


def test_a_rule_about_hexes_forbids_and_explains_itself():
    plain, house = fm.new_game("drill", "march", seed=1), with_house_rules("march", no_tanks_in_woods)
    woods = {
        place for place, features in zip(plain.board.places, plain.board.features, strict=True) if "woods" in features
    }
    barred = set(plain.legal(unit="B3")) - set(house.legal(unit="B3"))
    assert barred
    assert {order.names[1] for order in barred} <= woods
    for order in barred:
        to = order.names[1]
        verdict = house.can(order)
        assert not verdict
        [reason] = verdict.reasons
        assert reason.rule == "house:no_tanks_in_woods"
        assert str(verdict) == (
            f"Moving B3 to {to}: not allowed.\n"
            f"{to} is wooded and B3 has engines (house rule no_tanks_in_woods)\n"
            "  Try: go around the wood."
        )


def test_a_rule_that_says_kit_as_the_setup_was_once_called_still_works():
    @fm.forbids("house:no_tanks", fm.Move)
    def no_tanks(state, order):
        """No tank moves."""
        if "mobile" in next(unit for unit in state.kit.units if unit.id == order.unit).traits:
            yield fm.Reason("no tank moves")

    assert not with_house_rules("march", no_tanks).legal(unit="B3")


def test_it_leaves_others_alone():
    plain, house = fm.new_game("drill", "march", seed=1), with_house_rules("march", no_tanks_in_woods)
    for unit in ("B1", "B2"):
        assert house.legal(unit=unit) == plain.legal(unit=unit)


def test_a_rule_about_single_orders_forbids_and_explains_itself():
    game = with_house_rules("stack", no_attack_on_a_hill_alone)
    for order in ("move B3 c3", "end-phase"):
        game.do(order)
    beside = [unit.id for unit in game.units(side="Blue", near="hill")]
    assert (fm.Attack("hill") in game.legal()) == (len(beside) > 1) == bool(game.can("attack hill"))


def test_one_unit_beside_a_hill_is_not_enough_under_the_house_rule():
    one, two = (with_house_rules("bombardment", no_attack_on_a_hill_alone) for _ in range(2))
    one.do("move B1 b2")
    two.do("move B1 b2")
    two.do("move B2 c3")
    for game in (one, two):
        game.do("end-phase")
    assert fm.Attack("hill") in two.legal()
    assert fm.Attack("hill") not in one.legal()
    with pytest.raises(fm.RuleViolation) as refused:
        one.do("attack hill")
    [reason] = refused.value.reasons
    assert (reason.rule, reason.places) == ("house:one_battle", ("hill",))


@pytest.mark.parametrize("scenario", fm.scenarios("drill"))
def test_the_list_and_the_answer_agree_under_house_rules(scenario):
    for seed in range(3):
        game = fm.new_game("drill", scenario, seed, house_rules=HOUSE)
        plain = fm.new_game("drill", scenario, seed)
        everything = {*plain.legal(), *game.legal()}
        assert {order for order in everything if game.can(order)} == set(game.legal())
        fm.play_out(game, {"Blue": "random", "Red": "random"})
        assert game.outcome


def test_the_record_names_the_rule_with_a_hash_of_its_text():
    [line] = [line for line in with_house_rules("march", *HOUSE).record().splitlines() if line.startswith("house")]
    assert re.fullmatch(r"house: house:no_tanks_in_woods#[0-9a-f]{8} house:one_battle#[0-9a-f]{8}", line)
    assert "house" not in fm.new_game("drill", "march").record()


def test_another_rule_of_the_same_name_has_another_hash():
    def written(word: str) -> Any:
        source = f'''
def rule(state, unit):
    """A mobile unit keeps to {word} ground."""
    yield fm.Bar(state.board.having("{word}"), "no")
'''
        names: dict[str, Any] = {"fm": fm}
        exec(source, names)
        return fm.forbids("house:same", fm.Move, bars="hexes")(names["rule"])

    headers = {with_house_rules("march", written(word)).header.house for word in ("clear", "wooded")}
    assert len(headers) == 2


# --- the other marks -------------------------------------------------------------------------------


def test_a_house_rule_may_replace_a_printed_one():
    @fm.settles("house:forced_march", "allowance", replaces="fm:5.1/allowance")
    def forced_march(state, unit):
        """Everybody has two movement points more."""
        return unit.allowance + 4

    plain, house = fm.new_game("drill", "march"), with_house_rules("march", forced_march)
    assert set(plain.legal(unit="B2")) < set(house.legal(unit="B2"))


def test_a_house_rule_may_let_units_off_a_printed_one():
    @fm.excuses("house:scouts", from_rule="fm:6.1/stop")
    def scouts_go_on(state, unit):
        """Mobile units do not stop in an enemy zone."""
        if "mobile" in unit.traits:
            yield fm.Excuse(frozenset(range(len(state.board.places))), "scouts slip through")

    plain, house = fm.new_game("drill", "march"), with_house_rules("march", scouts_go_on)
    assert set(plain.legal(unit="B3")) < set(house.legal(unit="B3"))
    assert plain.legal(unit="B1") == house.legal(unit="B1")
    for order in set(house.legal(unit="B3")) - set(plain.legal(unit="B3")):
        assert house.can(order)


def test_a_house_rule_may_add_a_line_to_the_arithmetic():
    @fm.shifts("house:morale")
    def blue_is_in_good_heart(state, battle):
        """Blue attacks with one point more."""
        if battle.side == 0:
            yield fm.Shift(1, "in good heart", "attack")

    plain = fm.new_game("drill", "no_way_out").battle("mill")
    house = with_house_rules("no_way_out", blue_is_in_good_heart).battle("mill")
    assert house.attack == plain.attack + 1
    assert "in good heart" in str(house)
    assert "house rule morale" in str(house)


def test_a_house_rule_may_price_a_step():
    @fm.costs("house:mud")
    def mud(edge, mover):
        """All ground is muddy: half a point more, but not on a road."""
        yield fm.Cost(1, "the mud")

    plain, house = fm.new_game("drill", "march"), with_house_rules("march", mud)
    assert set(house.legal(unit="B1")) < set(plain.legal(unit="B1"))


def test_a_house_rule_does_not_leak_into_other_games():
    before = fm.new_game("drill", "march").legal()
    with_house_rules("march", no_tanks_in_woods)
    assert fm.new_game("drill", "march").legal() == before


# --- what goes wrong, in a sentence ------------------------------------------------------------------


def refusal(*rules: Any) -> str:
    with pytest.raises(fm.FmbookError) as clash:
        with_house_rules("march", *rules)
    return str(clash.value)


def test_a_rule_that_replaces_what_does_not_exist_is_told_what_does():
    @fm.forbids("house:x", fm.Move, bars="hexes", replaces="fm:5.9")
    def unknown(state, unit):
        """Nothing."""
        yield fm.Bar(frozenset(), "no")

    said = refusal(unknown)
    assert said.startswith("house:x replaces fm:5.9, which Drill does not have. Near it: ")
    assert "fm:5." in said


def test_an_excuse_from_what_does_not_exist_is_told_what_does():
    @fm.excuses("house:x", from_rule="fm:6.1/stopp")
    def unknown(state, unit):
        """Nothing."""
        yield fm.Excuse(frozenset(), "no")

    assert refusal(unknown).startswith(
        "house:x excuses from fm:6.1/stopp, which Drill does not have. Near it: fm:6.1/stop"
    )


def test_a_rule_without_a_sentence_is_refused_when_it_is_marked():
    with pytest.raises(fm.FmbookError, match=r"house:x has no docstring. A rule says in one sentence what it does."):

        @fm.forbids("house:x", fm.Move, bars="hexes")
        def dumb(state, unit):
            yield fm.Bar(frozenset(), "no")


def test_a_rule_of_the_wrong_grain_is_told_what_the_order_speaks_of():
    @fm.forbids("house:x", fm.Attack, bars="units")
    def wrong(state, side):
        """Nothing."""
        yield fm.Bar(frozenset(), "no")

    said = 'house:x bars units, but Attack speaks of hexes. Write bars="hexes", or leave bars= out.'
    assert refusal(wrong) == said


def test_a_rule_about_an_order_without_names_bars_nothing():
    @fm.forbids("house:x", fm.EndPhase, bars="units")
    def wrong(state, side):
        """Nothing."""
        yield fm.Bar(frozenset(), "no")

    assert refusal(wrong) == "house:x bars units, but EndPhase names nothing. Leave bars= out."


def test_two_answers_to_one_question_clash():
    @fm.settles("house:fast", "allowance")
    def fast(state, unit):
        """Everybody is fast."""
        return 99

    first, then = refusal(fast).split(". ")
    assert first == "Both fm:5.1/allowance and house:fast settle “allowance”"
    assert then == 'Let one replace the other: replaces="fm:5.1/allowance".'


def test_one_name_for_two_rules_is_refused():
    assert "house:no_tanks_in_woods stands twice in Drill" in refusal(no_tanks_in_woods, no_tanks_in_woods)


def test_a_function_that_is_no_rule_is_shown_the_mark():
    def forgotten(state, unit):
        """No mark."""

    said = refusal(forgotten)
    assert "forgotten is no rule. Mark it, for example: @fm.forbids(" in said


@pytest.mark.parametrize("id_", ["no_system", "house:two words", "house:", ""])
def test_a_name_that_a_record_could_not_hold_is_refused(id_):
    @fm.forbids(id_, fm.Move, bars="hexes")
    def named(state, unit):
        """Nothing."""
        yield fm.Bar(frozenset(), "no")

    assert refusal(named) == f"“{id_}” is no name for a rule. Write it as house:name, without spaces."


def test_a_step_that_would_cost_nothing_is_refused():
    @fm.costs("house:ferry")
    def ferry(edge, mover):
        """Water carries whoever crosses it."""
        if "river" in edge.border:
            yield fm.Cost(0, "the ferry", instead=True)

    with pytest.raises(fm.FmbookError, match=r"at least half a point, and house:ferry would let one cost 0 halves\."):
        with_house_rules("march", ferry).legal()


def said_of(order: str, rule: Any) -> str:
    with pytest.raises(fm.FmbookError) as clash:
        with_house_rules("march", rule).can(order)
    return str(clash.value)


def test_a_rule_that_returns_where_it_should_yield_is_told_so():
    @fm.forbids("house:x", fm.Move, bars="hexes")
    def returns(state, unit):
        """Returns."""
        return fm.Bar(frozenset(), "no")

    said = "house:x never yields. Where it has something to say, let it yield Bar(…) or Only(…), or leave bars= out."
    assert said_of("move B1 0402", returns) == said


def test_a_rule_that_speaks_of_one_order_must_give_a_reason():
    @fm.forbids("house:x", fm.EndPhase)
    def wrong(state, order):
        """Nothing."""
        yield fm.Bar(frozenset(), "no")

    said = "house:x yields Bar. Let it yield Reason(…), or say with bars= that it speaks of a set."
    assert said_of("end-phase", wrong) == said


def test_a_rule_that_speaks_of_a_set_must_give_one():
    @fm.forbids("house:x", fm.Move, bars="hexes")
    def wrong(state, unit):
        """Nothing."""
        yield fm.Reason("no")

    assert (
        said_of("move B1 0402", wrong) == "house:x yields Reason. Let it yield Bar(…) or Only(…), or leave bars= out."
    )


def test_a_rule_that_adds_to_the_arithmetic_must_give_a_shift():
    @fm.shifts("house:x")
    def wrong(state, battle):
        """Nothing."""
        yield 2

    game = with_house_rules("no_way_out", wrong)
    with pytest.raises(fm.FmbookError, match=r"house:x yields int. Let it yield Shift\(…\)."):
        game.battle("mill")


# --- what a record knows of them --------------------------------------------------------------------


def of_any_text(body: str, **names: Any) -> Any:
    """A house rule without a text that could be read again."""
    made: dict[str, Any] = {"fm": fm, **names}
    exec(f'@fm.forbids("house:one", fm.Attack)\ndef one(state, order):\n    """Nothing."""\n    {body}\n', made)
    return made["one"]


def named(rule: Any) -> str:
    return records.house_name(rule.rule)


def test_a_house_rule_without_a_source_is_told_by_what_it_does():
    same = "return [fm.Reason('no')] if state.turn > 2 else ()"
    assert named(of_any_text(same)) == named(of_any_text(same))
    others = [same, same.replace("2", "3"), same.replace(">", "<"), same.replace("'no'", "'never'"), "return ()"]
    assert len({named(of_any_text(body)) for body in others}) == len(others)
    reading = "return [fm.Reason('no')] if state.turn > LAST else ()"
    assert len({named(of_any_text(reading, LAST=last)) for last in (2, 3)}) == 2


def around(last: int, most: tuple[int, ...] = (1, 2)) -> Any:
    def helps(turn: int) -> bool:
        return turn > last

    @fm.forbids("house:around", fm.Attack)
    def around_it(state: Any, order: Any, most: tuple[int, ...] = most) -> Any:
        """Nobody attacks late."""
        return [fm.Reason("it is late")] if helps(state.turn) and LATE[order.target] in most else ()

    return around_it


LATE = {"0404": 2}


def test_a_house_rule_is_another_when_a_constant_that_it_reads_is(monkeypatch):
    before = named(around(3))
    assert named(around(3)) == before
    assert named(around(4)) != before, "read by a function inside the one around it"
    assert named(around(3, (1, 3))) != before, "a default"
    monkeypatch.setitem(LATE, "0404", 3)
    assert named(around(3)) != before, "a table of the module"


def test_a_house_rule_whose_constant_has_changed_does_not_play_the_record(monkeypatch):
    game = fm.new_game("drill", "flank", 3, house_rules=[around(3)])
    game.do("end-phase")
    assert fm.replay(game.record(), house_rules=[around(3)]).record() == game.record()
    monkeypatch.setitem(LATE, "0404", 3)
    with pytest.raises(fm.RecordError, match="which reads differently here"):
        fm.replay(game.record(), house_rules=[around(3)])


@pytest.mark.parametrize(
    ("rule", "written", "why"),
    [
        (around(3), inspect.getsource(around(3)), "only its text was written down, which is the same"),
        (of_any_text("return ()"), "Nothing.", "only its text was written down, which is the same"),
        (of_any_text("return ()"), "", r"was made by another Python \(py27\)"),
    ],
)
def test_where_it_cannot_be_known_whether_a_house_rule_is_the_same_the_record_loads_and_says_so(rule, written, why):
    game = fm.new_game("drill", "flank", 3, house_rules=[rule])
    game.do("end-phase")
    then = sha256(written.encode()).hexdigest()[:8] + ("" if written else ".py27")
    again = fm.replay(re.sub(r"#\S+", f"#{then}", game.record()), house_rules=[rule])
    assert again.orders == game.orders
    [notice] = again.notices
    assert re.search(why, notice)
    assert not fm.replay(game.record(), house_rules=[rule]).notices
