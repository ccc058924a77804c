"""Orders and their notation, both ways."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fmbook as fm
from fmbook.core.orders import VERBS, Order, OrderError, as_order, order, sentence

EACH = [
    (fm.Move("8/3", "2536"), "move 8/3 2536"),
    (fm.Move("8/3", "2536", via=("2636", "2637")), "move 8/3 2536 via 2636 2637"),
    (fm.Place("2Bde", "1534"), "place 2Bde 1534"),
    (fm.Enter("R3", "0409"), "enter R3 0409"),
    (fm.Leave("A2", "0802"), "leave A2 0802"),
    (fm.Attack("0404"), "attack 0404"),
    (fm.Bombard("0404"), "bombard 0404"),
    (fm.Join("B1"), "join B1"),
    (fm.Ready(), "ready"),
    (fm.Support("+3"), "support +3"),
    (fm.HoldFire(), "hold-fire"),
    (fm.Roll(), "roll"),
    (fm.Lose("B1"), "lose B1"),
    (fm.Retreat("R1", "0303"), "retreat R1 0303"),
    (fm.StandFast("R1"), "stand-fast R1"),
    (fm.Advance("B1", "0404"), "advance B1 0404"),
    (fm.StayBack(), "stay-back"),
    (fm.Rebuild("B1"), "rebuild B1"),
    (fm.EndPhase(), "end-phase"),
]


@pytest.mark.parametrize(("made", "written"), EACH, ids=[written.split()[0] for _, written in EACH])
def test_an_order_reads_as_it_is_written(made, written):
    assert str(made) == written
    assert order(written) == made
    verb, *names = written.split()
    assert order(" ".join(("", verb.title(), *names, ""))) == made


def test_every_kind_of_order_is_written_somewhere_above():
    common = {kind for kind in VERBS.values() if kind.__module__ == "fmbook.core.orders"}
    assert {type(made) for made, _ in EACH} == common


@pytest.mark.parametrize("made", [made for made, _ in EACH], ids=str)
def test_a_repr_can_be_pasted(made):
    assert eval(f"fm.{made!r}", {"fm": fm}) == made


@pytest.mark.parametrize("made", [made for made, _ in EACH], ids=str)
def test_an_order_says_what_it_is_about(made):
    said = sentence(made)
    assert said[0].isupper()
    assert not set("{}") & set(said)
    for name in made.names:
        assert name in said


def test_orders_of_different_kinds_are_different_though_they_name_the_same():
    assert len({fm.Join("B1"), fm.Lose("B1"), fm.StandFast("B1")}) == 3
    assert len({fm.Join("B1"), fm.Join("B1")}) == 1


def test_an_order_never_changes():
    with pytest.raises(AttributeError):
        fm.Move("B1", "a").to = "b"  # type: ignore[misc]


words = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=8)


@given(st.sampled_from(sorted(VERBS)), st.lists(words, max_size=5))
def test_what_can_be_read_is_written_back_the_same(verb, names):
    try:
        read = order(" ".join((verb, *names)))
    except OrderError:
        return
    assert order(str(read)) == read


@given(st.text(max_size=60))
def test_any_text_is_an_order_or_no_order_and_nothing_worse(text):
    with contextlib.suppress(OrderError):
        assert isinstance(order(text), Order)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "An empty line is no order. Write, for example: move 8/3 2536"),
        ("mvoe B1 a", "No order begins with “mvoe”. Did you mean move"),
        ("xyzzy", "No order begins with “xyzzy”. Orders begin with: advance, "),
        ("move B1", "“move B1” is no march. Write: move UNIT HEX, or: move UNIT HEX via HEX …"),
        ("move B1 a via", "“move B1 a via” is no march."),
        ("move B1 a b c", "“move B1 a b c” is no march."),
        ("attack", "“attack” is not complete or says too much. Write: attack HEX"),
        ("support", "Write: support MARKER"),
        ("roll 4", "“roll 4” is not complete or says too much. Write: roll"),
        ("retreat R1 a b", "Write: retreat UNIT HEX"),
    ],
)
def test_what_is_no_order_is_answered_with_the_form(text, said):
    with pytest.raises(OrderError) as refused:
        order(text)
    assert said in str(refused.value)


def test_an_order_itself_is_taken_as_it_is():
    made = fm.Move("B1", "a")
    assert as_order(made) is made


@pytest.mark.parametrize(("said", "meant"), [("end phase", "end-phase"), ("Stand fast R1", "stand-fast")])
def test_a_verb_in_two_words_is_answered_with_its_one(said, meant):
    with pytest.raises(OrderError, match=rf"Did you mean {meant}\?$"):
        order(said)
