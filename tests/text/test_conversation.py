"""A game by typed lines only: every answer, every refusal, the way back."""

from random import Random
from typing import Any

import pytest

from fmbook.lessons.sidelights import Sidelight
from fmbook.opponents import opponent
from fmbook.play.game import Game, new_game
from fmbook.play.replays import replay
from fmbook.record.records import digest
from fmbook.text import Talk

FLANK = """
m b1 0504 | march B3 to 0304 | done
attack Aldermill | j b1 | join B2 | JOIN b3 | hold fire | hold | roll 2 | lose B3 | end
mov r2 0202 | end the phase | pass
e | attack 0404 | j b1 | j b2 | j b3 | fire 1 | hold | hold | roll 1 | adv b2 0404 | end
end | end
"""


def talk(scenario: str = "march", **seat: Any) -> Talk:
    found = Talk(new_game("drill", scenario), **seat)
    found.greeting()
    return found


def say(speaker: Talk, *lines: str) -> str:
    """Type lines, and Enter whenever the keyboard changes hands; give the last answer."""
    answer = ""
    for line in lines:
        answer = speaker.answer(line)
        while speaker.prompt == "Enter: ":
            answer = speaker.answer("")
    return answer


# --- a whole game -----------------------------------------------------------------------------


def test_a_whole_game_is_played_by_typed_lines_alone():
    speaker = talk("flank")
    for line in FLANK.strip().replace("\n", "|").split("|"):
        answer = say(speaker, line)
        assert "not allowed" not in answer, line
        assert "No " not in answer, line
    assert answer.endswith("The game is over. Blue holds Aldermill. Blue has won. Rule 1.0 of the drill.")
    assert speaker.prompt == "Game over: "
    again = replay(speaker.game.record())
    assert digest(again.state) == digest(speaker.game.state)


def test_the_march_is_decided_and_said_so():
    speaker, answer, chance = talk(), "", Random(3)
    while not speaker.game.outcome:
        answer = say(speaker, str(opponent("greedy")(speaker.game, chance)))
    assert answer.endswith(f"The game is over. {speaker.game.outcome.text} {speaker.game.outcome.winner} has won. "
                           "Rule 1.0 of the drill.")  # fmt: skip


def test_the_answer_to_an_order_is_what_happened_then_what_is_asked():
    assert talk().answer("move B1 0403").splitlines() == [
        "B1 marches from 0401 to 0403.",
        "Blue: move your units, one by one. Rule 4.1.",
        "You may order: move (B2 or B3); end-phase.",
    ]


@pytest.mark.parametrize(
    "line",
    ["move B1 0403", "MOVE b1 0403", "m b1 0403", "mo B1 to 0403", "march the b1 to 0403", " move   B1  0403 "],
)
def test_an_order_may_be_typed_in_many_ways(line):
    speaker = talk()
    speaker.answer(line)
    assert [str(order) for order in speaker.game.orders] == ["move B1 0403"]


@pytest.mark.parametrize("line", ["end-phase", "end", "End the phase", "done", "e", "pass", "end phase", "next"])
def test_a_phase_is_ended_in_many_ways(line):
    speaker = talk()
    speaker.answer(line)
    assert [str(order) for order in speaker.game.orders] == ["end-phase"]


@pytest.mark.parametrize("line", ["m b1 Aldermill", "m b1 aldermill", "m b3 beacon hill"])
def test_a_place_may_be_called_by_its_name(line):
    speaker = talk()
    answer = speaker.answer(line)
    assert "0404" in answer or "held by the enemy" in answer


def test_a_pinned_way_is_understood():
    speaker = talk()
    speaker.answer("m b1 0403 VIA 0402")
    assert [str(order) for order in speaker.game.orders] == ["move B1 0403 via 0402"]


def test_the_only_unit_that_can_be_meant_may_be_left_out():
    speaker = talk("no_way_out")
    say(speaker, "end", "attack mill", "join b1", "ready", "roll 4")
    assert "follow up" in say(speaker, "")
    assert "B1 advances to mill." in say(speaker, "advance mill")


def test_dice_may_be_said_aloud():
    speaker = talk("no_way_out")
    answer = say(speaker, "end", "attack mill", "join b1", "ready", "roll 4")
    assert "The die shows 4" in answer
    assert "roll = 4 said" in speaker.game.record()


@pytest.mark.parametrize("line", ["roll = 4", "roll = 4 said", "throw 4", "ROLL 4 said"])
def test_dice_may_be_said_as_a_record_writes_them(line):
    speaker = talk("no_way_out")
    assert "The die shows 4" in say(speaker, "end", "attack mill", "join b1", "ready", line)


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move B1 0409", "Moving B1 to 0409: not allowed.\n"),
        (
            "move B1 0305",
            "0305 is held by the enemy. Rule 5.1. Try: stop next to it, and attack it in the combat phase.",
        ),
        ("move R1 0304", "R1 is no Blue unit on the map. Rule 5.1."),
        ("attack 0305", "is not what is due now"),
        ("roll", "is not what is due now"),
        ("move B9 0403", "No unit “B9” in drill. Did you mean B3, B2 or B1?"),
        ("move B1 0410", "No hex “0410” in The drill ground. Did you mean"),
        ("move B1 Oldermill", "No hex “Oldermill” in The drill ground. Did you mean Aldermill"),
        ("move", "“move” is no march. Write: move UNIT HEX"),
        ("move B1", "To hear what may be ordered: orders B1."),
        ("move B1 0403 0404", "“move B1 0403 0404” is no march."),
        ("move B1 0403 via", "“move B1 0403 via” is no march."),
        ("move B1 0403 via 0404 0405", "The march would have to stop in the zone of R1 at 0404."),
        ("mvoe B1 0403", "No order and no command begins with “mvoe”. Did you mean move"),
        ("xyzzy", "No order and no command begins with “xyzzy”."),
        ("r", "“r” may mean"),
        ("support +1", "No marker “+1” in drill."),
        ("support +9", "No marker “+9” in drill."),
        ("end-phase = 4", "1 throw was said and 0 were due."),
        ("undo", "You have given no order yet: there is nothing to take back."),
        ("redo", "Nothing has been taken back: there is nothing to give again."),
        ("why", "“why” needs to know more. Write: why ORDER"),
        ("why look 0404", "No order and no command begins with “look”."),
        ("look", "“look” needs to know more. Write: look HEX"),
        ("look 9999", "No hex “9999” in The drill ground."),
        ("unit X", "No unit “X” in drill."),
        ("units Green", "No side “Green” in drill."),
        ("orders R1", "No order may be given to R1 now."),
        ("odds", "No attack is in progress."),
        ("odds 0101", "No enemy stands in 0101."),
        ("odds 0305 by B9", "No unit “B9” in drill."),
        ("odds by B1", "No hex “” in The drill ground."),
        ("rule", "“rule” needs to know more."),
        ("rule 99", "No rule “99” in Drill."),
        ("rule nowhere:1", "No system “nowhere”."),
        ("table nothing", "No table “nothing”."),
        ("hint 4", "A hint has three parts"),
        ("diary x", "Say how many lines of the diary you want"),
        ("diary 0", "Say how many lines of the diary you want"),
        ("save", "“save” needs to know more. Write: save FILE"),
        ("save ../x", "A save is named with letters"),
        ("save journal-x", "Names that begin with “journal-” are kept for journals"),
        ("load", "“load” needs to know more. Write: load NAME"),
        ("load nothing of the kind", "there is no file "),
        ("resume", "“resume” needs to know more."),
        ("resume nonsense", "a resume code begins with “fm1.”"),
        ("help nothing-of-the-kind", "No order and no command begins with"),
    ],
)
def test_a_line_that_will_not_do_is_answered_and_changes_nothing(line, said):
    speaker = talk()
    before = digest(speaker.game.state)
    assert said in speaker.answer(line)
    assert digest(speaker.game.state) == before
    assert not speaker.game.orders


def test_a_die_that_cannot_fall_is_refused():
    speaker = talk("no_way_out")
    say(speaker, "end", "attack mill", "join b1", "ready")
    assert "A die shows a whole number from 1 to 6" in say(speaker, "roll 7")
    assert "A die shows a whole number from 1 to 6" in say(speaker, "roll six")
    assert "2 throws were said and 1 was due" in say(speaker, "roll 3 4")
    assert "The die shows 3" in say(speaker, "roll 3")


def test_every_reason_of_a_refusal_is_numbered():
    speaker = talk()
    speaker.answer("m b1 0403")
    answer = speaker.answer("why attack 0404")
    assert answer.startswith("Attacking 0404: not allowed.\n")


def test_why_asks_and_does_nothing():
    speaker = talk()
    answer = speaker.answer("why m b1 0405")
    assert answer.splitlines()[0] == "Moving B1 to 0405: allowed."
    assert "movement points by way of 0402" in answer
    assert not speaker.game.orders


def test_after_the_end_orders_are_refused_and_the_rest_goes_on():
    speaker = talk("no_way_out")
    while not speaker.game.outcome:
        speaker.answer("end")
    assert "The game is over. Rule 1.0 of the drill." in speaker.answer("move B1 a1")
    assert "no order is left" in speaker.answer("orders")
    assert "Time is up" in speaker.answer("board")
    assert "Taken back: end the phase." in speaker.answer("undo")


# --- asking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["help", "board", "units", "orders", "hint", "diary", "record", "code", "options"])
def test_every_command_without_words_answers(command):
    speaker = talk("flank")
    assert speaker.answer(command)
    assert not speaker.game.orders


def test_a_list_of_orders_is_never_a_flood():
    speaker = talk("flank")
    assert len(speaker.answer("orders").splitlines()) <= 21
    assert len(speaker.answer("orders B1").splitlines()) <= 21
    assert "For 1 point: 0407 or 0506." in speaker.answer("orders B1")


def test_help_tells_of_every_order_and_command():
    speaker = talk()
    for word in ("move", "stand-fast", "end-phase", "odds", "quit"):
        assert speaker.answer(f"help {word}").startswith(word)


def test_odds_take_units_and_markers():
    speaker = talk("flank")
    answer = speaker.answer("odds Aldermill by b1, b2 and with 2")
    assert "Attack on 0404: 11 against 5, which is plus 6." in answer
    assert "D2, D3: the defender retreats two or three hexes." in answer


def test_odds_alone_are_those_of_the_attack_in_progress():
    speaker = talk("flank")
    say(speaker, "end", "attack 0404", "join b1")
    assert "Attack on 0404: 5 against 5, which is 0." in speaker.answer("odds").replace("plus 0", "0")


def test_hints_go_a_step_further_each_time_and_begin_anew_after_an_order():
    speaker = talk()
    assert "may order B1" in speaker.answer("hint")
    assert "Movement restrictions (rule 5.1): Units move one after the other" in speaker.answer("hint")
    assert "Typed: move B" in speaker.answer("hint")
    speaker.answer("m b1 0403")
    assert "may order B2" in speaker.answer("hint")


def test_a_table_and_a_rule_are_read_out():
    speaker = talk()
    assert "crt: Integrated Combat Results Table." in speaker.answer("table")
    assert "Column 12: 1 and 2 gives De" in speaker.answer("table CRT")
    assert speaker.answer("rule 6.1").startswith("Rule 6.1 of the standard rules, Zones and movement.")


# --- going back -------------------------------------------------------------------------------


def test_undo_and_redo_say_what_they_do():
    speaker = talk()
    speaker.answer("m b1 0403")
    assert speaker.answer("undo").startswith("Taken back: move B1 to 0403.\nBlue: move your units")
    assert speaker.answer("redo").startswith("Given again: move B1 to 0403.\nB1 marches from 0401 to 0403.")


def test_undo_past_a_throw_says_that_a_what_if_begins():
    speaker = talk("no_way_out")
    say(speaker, "end", "attack mill", "join b1", "ready", "roll")
    assert "Redo brings the same throw back." in speaker.answer("undo")
    assert say(speaker, "roll").startswith(
        "This is now what-if 1: an order was taken back after its dice had been seen."
    )


def test_undo_against_an_opponent_goes_back_to_your_own_decision():
    speaker = talk("march", you="Blue", opponent="random")
    say(speaker, "m b1 0403", "end", "end")
    assert speaker.game.side == "Blue"
    answer = speaker.answer("undo")
    assert answer.startswith("Taken back: end the phase, and the ")
    assert speaker.game.side == "Blue"
    speaker.answer("redo")
    assert speaker.game.side == "Blue"


def test_undo_never_takes_back_what_an_opponent_did_first():
    speaker = talk("march", you="Red", opponent="random")
    given = speaker.game.orders
    assert given
    assert "You have given no order yet" in speaker.answer("undo")
    assert speaker.game.orders == given


def test_a_code_brings_the_game_back():
    speaker = talk()
    speaker.answer("m b1 0403")
    code = speaker.answer("code").splitlines()[-1]
    fresh = talk("flank")
    assert "This is “A march through a zone of control”, after 1 order." in fresh.answer(f"resume {code}")
    assert digest(fresh.game.state) == digest(speaker.game.state)


def test_a_game_is_saved_under_a_name(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    speaker = talk()
    speaker.answer("m b1 0403")
    assert speaker.answer("save Monday 3b").startswith("Saved as ")
    [saved] = tmp_path.iterdir()
    assert saved.name == "Monday 3b.txt"
    assert "move B1 0403" in saved.read_text()


def test_a_saved_game_is_gone_on_with_by_its_name(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    speaker = talk()
    say(speaker, "m b1 0403", "save Monday 3b")
    fresh = talk("flank")
    assert "This is “A march through a zone of control”, after 1 order." in fresh.answer("load Monday 3b")
    assert digest(fresh.game.state) == digest(speaker.game.state)


def test_a_journal_is_gone_on_with_by_its_name(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    speaker = talk()
    journal = speaker.game.keep_journal()
    speaker.answer("m b1 0403")
    assert "after 1 order." in talk().answer(f"load {journal.stem}")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "~/secret", "sub/secret", "..", ".hidden", "con", "a\\b"])
def test_a_name_to_load_leads_nowhere_but_into_the_folder_of_games(monkeypatch, tmp_path, name):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "games"))
    game = new_game("drill", "march")
    for place in ("secret.txt", "games/sub/secret.txt", "games/.hidden.txt"):
        game.save(tmp_path / place)
    speaker = talk("flank")
    before = speaker.game
    assert "A save is named with letters" in speaker.answer(f"load {name}")
    assert speaker.game is before


def test_a_record_that_breaks_half_way_is_kept_as_far_as_it_goes(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    game = new_game("drill", "march")
    game.do("move B1 0403")
    path = game.save("x")
    path.write_text(f"{path.read_text()}move B9 0101\n")
    speaker = talk()
    before = speaker.game
    said = speaker.answer("load x")
    assert "Line 8 of the record: " in said
    assert "Its last good position: turn 1 of 3, Blue to move, 1 of 2 orders. Type recover" in said
    assert speaker.broken
    assert speaker.broken.game.orders == game.orders
    assert speaker.game is before
    speaker.answer("orders")
    assert speaker.broken is None
    assert "after 1 order." in speaker.answer("recover")
    assert speaker.game.orders == game.orders
    assert "There is nothing to recover" in speaker.answer("recover")


def test_a_game_of_other_sides_is_refused_and_this_one_goes_on(monkeypatch, tmp_path):
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path))
    new_game("vimy", "hill_145").save("ridge")
    speaker = talk(you="Blue")
    assert "is played by Allied and German, and here you play Blue." in speaker.answer("load ridge")
    assert "B1 marches" in speaker.answer("m b1 0403")


def test_a_folder_that_cannot_be_written_is_said(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FMBOOK_HOME", str(tmp_path / "file"))
    assert "could not be written: " in talk().answer("save x")


def test_quit_ends_the_talk():
    speaker = talk()
    assert speaker.answer("quit") == "Goodbye."
    assert speaker.over


# --- whose decision ---------------------------------------------------------------------------


def test_an_opponent_answers_at_once_and_is_told_of():
    speaker = talk("march", you="Blue", opponent="random")
    answer = say(speaker, "end", "end")
    assert "Red movement phase begins." in answer
    assert speaker.game.side == "Blue"


def test_a_keyboard_orders_for_its_own_side_only():
    speaker = talk("march", you="Red")
    assert speaker.prompt == "Red: "
    assert "Wait for Blue." in speaker.answer("")
    assert speaker.answer("m b1 0403") == "Blue decides now, and this keyboard plays Red. Wait for an answer."
    assert "B1 at 0401" in speaker.answer("board")


def test_what_others_did_to_the_same_game_is_news():
    game: Game = new_game("drill", "march")
    red = Talk(game, "Red")
    red.greeting()
    game.do("move B1 0403")
    assert red.news().startswith("B1 marches from 0401 to 0403.\n")
    assert not red.news().startswith("B1 marches")


def test_a_side_that_does_not_play_is_named():
    with pytest.raises(LookupError, match="No side “Green”"):
        Talk(new_game("drill", "march"), "Green")


def test_the_example_that_help_gives_may_be_given_now():
    speaker = Talk(new_game("veritable", "first_days"), "Allied")
    speaker.game.do("move-first")
    said = speaker.answer("help")
    example = said.partition("such as: ")[2].partition(".\n")[0]
    assert example.startswith("move ")
    assert speaker.game.can(example)


def test_a_forced_march_is_called_one_and_has_its_own_points():
    speaker = Talk(new_game("veritable"), "Allied")
    speaker.game.do("move-first")
    assert "21 hexes within 5 movement points, or 10 on a forced march." in speaker.answer("orders 8Cdn")
    assert "It takes 8 of 10 movement points of a forced march by way of" in speaker.answer("why move 8Cdn 0306")
    assert "It takes 3 of 5 movement points" in speaker.answer("why move 8Cdn 0303")
    assert "forced" not in speaker.answer("orders 5Cdn")  # it stands in an enemy zone


def test_advice_tells_an_order_that_may_be_given_and_why():
    talk = Talk(new_game("drill", "flank", 3), "Blue", "sergeant")
    said = talk.answer("advice sergeant")
    assert said.startswith("Move ")
    assert ": " in said
    assert "the game goes well" in talk.answer("advice")
    assert "Did you mean" in talk.answer("advice captan")
    assert not talk.game.orders, "nothing is done"


def test_who_is_not_asked_gets_no_advice():
    talk = Talk(new_game("drill", "flank", 3), "Red")
    assert talk.answer("advice") == "Advice is for the side that decides, and you are not asked now."


# --- steps ------------------------------------------------------------------------------------


def led(scenario: str = "first_steps") -> Talk:
    return Talk(new_game("drill", scenario), aside=Sidelight)


def test_steps_are_offered_told_and_done_in_words():
    talk = led()
    assert "type guide" in talk.greeting()
    assert "Guide 1 of 5" in talk.answer("guide")
    assert "Guide 2 of 5" in talk.answer("move B1 0406")  # the step was to be refused
    assert "Guide 3 of 5" in talk.answer("show me")
    assert [str(order) for order in talk.game.orders] == ["move B1 0405"]
    assert "Guide 2 of 5" in talk.answer("undo")


def test_steps_are_told_to_nobody_who_has_not_asked_and_can_be_put_away():
    talk = led()
    assert "Guide" not in talk.answer("move B1 0405")
    talk.answer("guide")
    talk.answer("guide off")
    assert "Guide" not in talk.answer("end-phase")


def test_a_game_that_nobody_has_written_steps_for_says_so():
    for talk in (led("stack"), Talk(new_game("drill", "first_steps"))):
        assert "Nobody has written a guide for this game" in talk.answer("guide")
        assert "Nobody has written a guide for this game" in talk.answer("show me")
