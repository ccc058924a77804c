"""The commands of a typed game beside its orders: each is a function of the conversation and of what follows it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from fmbook.components.tables import Table
from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.orders import VERBS, Attack, Order, OrderError, Ready, Roll
from fmbook.core.rulenames import ANYWHERE, cited_in, rule_names
from fmbook.opponents.advice import consider
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import throw_due
from fmbook.play.coaching import Course
from fmbook.play.hints import advised, hint
from fmbook.play.replays import load, resume
from fmbook.record.journal import NotWritten
from fmbook.text.boards import board_in_words, hex_in_words
from fmbook.text.choices import choices_in_words, verdict_in_words
from fmbook.text.glossary import glossary
from fmbook.text.parsing import Heard, due_verbs, named, read_order, understand
from fmbook.text.tables import (
    battle_in_words,
    find_rule,
    meanings,
    outlook_in_words,
    rule_in_words,
    table_in_words,
)
from fmbook.text.units import unit_in_words, unit_line
from fmbook.text.wording import listed, sentence_of

if TYPE_CHECKING:
    from fmbook.text.conversation import Talk

__all__ = ["BOTH_HANDS", "COMMANDS", "HIDDEN", "TypedCommand"]

BOTH_HANDS = "The code holds both hands of markers; whoever brings the game back without a side could see them."
HIDDEN = (
    "The record tells what both sides have drawn, and the seed of all throws to come: it can be read when the game is "
    "over. Until then the code brings the game back."
)

AT_A_TABLE = "This game is kept by its table, for both sides: nothing else has to keep it, and it goes on there alone."
MOST_UNITS = 30

Answer = Callable[["Talk", Heard], str]


class TypedCommand(NamedTuple):
    """A command: how it is written, what it does, and what answers it."""

    usage: str
    says: str
    answer: Answer


COMMANDS: dict[str, TypedCommand] = {}


def command(usage: str, says: str) -> Callable[[Answer], Answer]:
    """Make a function answer a command; the first word of ``usage`` is its name."""

    def known(answer: Answer) -> Answer:
        COMMANDS[usage.split()[0]] = TypedCommand(usage, says, answer)
        return answer

    return known


# --- looking ----------------------------------------------------------------------------------


@command("help [WORD]", "what can be typed; help WORD tells more of one command or order")
def _help(talk: "Talk", heard: Heard) -> str:
    if heard.rest:
        return _help_on(talk, heard)
    due = due_verbs(talk.view) if talk.may_order else ()
    lines = [f"Orders that are due now: {listed(due)}." if due else "No order is due from you now."]
    lines.append(f"An order is a verb and names, such as: {_example(talk)}.")
    lines.append("Capitals do not matter, and the first letters of a verb or a command will do.")
    lines.append("Commands:")
    lines += [f"{each.usage}: {each.says}." for each in COMMANDS.values()]
    return "\n".join(lines)


def _example(talk: "Talk") -> str:
    """An order that may be given now, if there is one with a name in it."""
    orders = talk.view.legal() if talk.may_order else ()
    return next((str(order) for order in orders if order.takes), "move B1 0403")


def _help_on(talk: "Talk", heard: Heard) -> str:
    word = understand(heard.tail, talk.view, COMMANDS).word
    if word in COMMANDS:
        return f"{COMMANDS[word].usage}: {COMMANDS[word].says}."
    kind = VERBS[word]
    form = " ".join((kind.verb, *(sort.upper() for sort in kind.takes)))
    asked = talk.view.state.setup.book.does.get(kind)
    rule = f" {cited_in(asked.id, talk.view.state.setup.system)}" if asked else ""
    return f"{form}: {sentence_of((kind.__doc__ or '').partition(chr(10))[0])}{rule}"


@command("board [short or full]", "how things stand: turn, goal, units, places; short where there are many units")
def _board(talk: "Talk", heard: Heard) -> str:
    many = len(talk.view.units()) > MOST_UNITS
    if compact := many if not heard.rest else not "full".startswith(heard.tail.casefold()):
        more = "\n\nMore of each: board full, units SIDE, or unit ID." if many else ""
        return board_in_words(talk.view, compact=compact) + more
    return board_in_words(talk.view)


@command("look HEX", "what is in a hex and around it; a name on the map will do")
def _look(talk: "Talk", heard: Heard) -> str:
    return hex_in_words(talk.view, named(talk.view, "hex", _one(heard, "look HEX")))


@command("unit ID", "all there is to know of a unit")
def _unit(talk: "Talk", heard: Heard) -> str:
    return unit_in_words(talk.view, named(talk.view, "unit", _one(heard, "unit ID")))


@command("units [SIDE]", "the units on the map, of both sides or of one")
def _units(talk: "Talk", heard: Heard) -> str:
    units = talk.view.units(side=heard.tail or None)
    return "\n".join(f"{unit.side}: {unit_line(talk.view, unit)}" for unit in units) or "No unit is on the map."


@command("orders [UNIT]", "what may be ordered now; of one unit, every hex by its price")
def _orders(talk: "Talk", heard: Heard) -> str:
    return choices_in_words(talk.view, named(talk.view, "unit", heard.tail) if heard.rest else None)


@command("why ORDER", "whether an order may be given, and if not, every reason; nothing is done")
def _why(talk: "Talk", heard: Heard) -> str:
    inner = understand(_one(heard, "why ORDER"), talk.view, ())
    order = read_order(talk.view, inner)
    return verdict_in_words(talk.view, order, talk.view.can(order))


@command(
    "odds HEX [by UNITS] [with MARKERS]",
    "the sum and the chances of an attack, or, with an order in place of the hex, of what the dice may make of it; "
    "odds alone, of the throw that is due",
)
def _odds(talk: "Talk", heard: Heard) -> str:
    view = talk.view
    if not heard.rest:
        return _odds_now(talk)
    if heard.rest[0].casefold() in VERBS:
        return _odds_of(talk, read_order(view, understand(heard.tail, view, ())))
    target, units, markers = _attack_words(heard)
    by = [named(view, "unit", name) for name in units] or None
    support = [named(view, "marker", name) for name in markers]
    return _with_codes(view.battle(named(view, "hex", target), by, support=support))


def _odds_now(talk: "Talk") -> str:
    state = talk.view.state
    questions = state.setup.book.questions
    open_to = {kind for ask in state.asks for kind in questions[ask.what].offers}
    if state.battle is None and (due := throw_due(state)):
        return outlook_in_words(due, state.setup.system)
    if state.battle is None or not open_to & {Roll, Ready}:
        raise OrderError("No attack is in progress. Write: odds HEX [by UNITS] [with MARKERS], or odds ORDER.")
    return _with_codes(Preview(state))


def _odds_of(talk: "Talk", order: Order) -> str:
    verdict = talk.view.can(order)
    if not verdict:
        return verdict_in_words(talk.view, order, verdict)
    if isinstance(order, Attack):
        return _with_codes(talk.view.battle(order.names[0]))
    found = talk.view.outlook(order)
    return (
        outlook_in_words(found, talk.view.state.setup.system)
        if found
        else f"{verdict.subject}: no die decides what comes of it."
    )


def _with_codes(battle: Preview) -> str:
    """Say what may come of a battle, and what the codes of its results mean."""
    said, (meant, sections) = battle_in_words(battle), meanings(battle)
    rules = rule_names(sections, battle.system)
    return "\n".join([said, f"What these codes mean, by {rules}:", *meant] if meant else [said, f"See {rules}."])


def _attack_words(heard: Heard) -> tuple[str, list[str], list[str]]:
    parts: dict[str, list[str]] = {"": [], "by": [], "with": []}
    part = ""
    for word in heard.tail.replace(",", " ").split():
        if word.casefold() in ("by", "with"):
            part = word.casefold()
        else:
            parts[part].append(word)
    units = [name for name in parts["by"] if name.casefold() != "and"]
    return " ".join(parts[""]), units, [name for name in parts["with"] if name.casefold() != "and"]


@command("rule ID", "what a rule says, and how we know")
def _rule(talk: "Talk", heard: Heard) -> str:
    return rule_in_words(find_rule(talk.game.setup.book.book, _one(heard, "rule ID")))


@command("word TERM", "what a word of the trade or a code means; word alone lists them")
def _word(_: "Talk", heard: Heard) -> str:
    if not heard.rest:
        return f"Words that are explained: {listed(entry.word for entry in glossary())}."
    [found] = glossary(heard.tail)
    return f"{found.word}: {found.says} {cited_in(found.rule, ANYWHERE)}".strip()


@command("table NAME", "a table read out column by column; table alone names them")
def _table(talk: "Talk", heard: Heard) -> str:
    tables: dict[str, Table] = dict(talk.game.setup.tables)
    if not heard.rest:
        return "\n".join(f"{name}: {table.title}." for name, table in tables.items()) or "This game has no tables."
    by_fold = {name.casefold(): table for name, table in tables.items()}
    if heard.tail.casefold() not in by_fold:
        raise NoSuchName("table", heard.tail[:40], tables)
    return table_in_words(by_fold[heard.tail.casefold()])


@command("hint [1, 2 or 3]", "help in three parts: where to look, which rule, which order")
def _hint(talk: "Talk", heard: Heard) -> str:
    if heard.rest and heard.tail not in ("1", "2", "3"):
        raise OrderError("A hint has three parts: hint 1 where to look, hint 2 which rule, hint 3 which order.")
    level = int(heard.tail) if heard.rest else talk.next_hint()
    if level == 3 and talk.may_order and not talk.game.outcome:
        found = consider(talk.view)
        return advised(found.order, found.why)
    return str(hint(talk.view, level))


@command("guide [off]", "what to do next, where a game leads through its first orders; guide off puts it away")
def _guide(talk: "Talk", heard: Heard) -> str:
    course = _steps(talk)
    course.left = heard.tail.casefold() == "off"
    return "The guide is put away. Type guide to have it back." if course.left else course.in_words()


@command("show me", "have done for you what the guide asks")
def _show_me(talk: "Talk", _: Heard) -> str:
    course = _steps(talk)
    course.left = False
    if not talk.may_order or course.standing.wanted is None:
        return course.in_words()
    return talk.order(str(course.standing.wanted))


def _steps(talk: "Talk") -> Course:
    if talk.course is None:
        raise OrderError("Nobody has written a guide for this game. Type hint for help with the next order.")
    return talk.course


@command("decide [LETTER because REASON]", "choose where the game has stopped for a decision; decide later plays on")
def _decide(talk: "Talk", heard: Heard) -> str:
    if talk.aside is None:
        raise OrderError("This game does not stop for decisions.")
    said = talk.aside.answer(heard.tail)
    return said if talk.aside.asks() else f"{said}\n{talk.news()}"


@command("losses", "what the game has cost so far, in steps and in people")
def _losses(talk: "Talk", _: Heard) -> str:
    if talk.aside is None:
        raise OrderError("Nobody counts people in this game.")
    return talk.aside.losses()


@command("front", "where the front was in fact at this hour, and how far this game is from it")
def _front(talk: "Talk", _: Heard) -> str:
    return (talk.aside.front() if talk.aside else "") or "Nobody knows of a front in this game."


@command("advice [PLAYER]", "what a machine player would order now, and why; the captain if you do not say")
def _advice(talk: "Talk", heard: Heard) -> str:
    if not talk.may_order:
        raise OrderError("Advice is for the side that decides, and you are not asked now.")
    return str(consider(talk.view, heard.tail.casefold() or "captain"))


# --- going back and on ------------------------------------------------------------------------


@command("undo", "take your last order back")
def _undo(talk: "Talk", _: Heard) -> str:
    return talk.undo()


@command("redo", "give again what was taken back, with the same throws")
def _redo(talk: "Talk", _: Heard) -> str:
    return talk.redo()


@command("diary [N]", "the last N things that happened, each with its rule; 10 if you do not say")
def _diary(talk: "Talk", heard: Heard) -> str:
    if heard.rest and not (heard.tail.isascii() and heard.tail.isdigit() and int(heard.tail[:6]) > 0):
        raise OrderError("Say how many lines of the diary you want: diary 20")
    wanted = int(heard.tail[:6]) if heard.rest else 10
    lines = list(talk.game.diary[-wanted:])
    return "\n".join(lines) or "Nothing has happened yet."


@command("record", "the game as text: what it is, then every order")
def _record(talk: "Talk", _: Heard) -> str:
    if talk.hides:
        raise OrderError(HIDDEN)
    return talk.game.record().rstrip()


def _not_at_a_table(talk: "Talk") -> None:
    """Refuse what only the owner of a game does."""
    if talk.game.is_shared:
        raise OrderError(AT_A_TABLE)


@command("save FILE", "keep the game under a name, in the folder of games")
def _save(talk: "Talk", heard: Heard) -> str:
    _not_at_a_table(talk)
    name = _one(heard, "save FILE")
    try:
        return f"Saved as {talk.game.save(name)}."
    except NotWritten as error:
        raise FmbookError(f"{str(error).splitlines()[0]} Keep its code instead: code") from None


@command("code", "the game as a short code that brings it back anywhere")
def _code(talk: "Talk", _: Heard) -> str:
    _not_at_a_table(talk)
    hands = f"{BOTH_HANDS}\n" if talk.hides else ""
    return f"{hands}This code brings the game back; type resume and the code:\n{talk.game.code()}"


@command("resume CODE", "go on with the game of a code, in place of this one")
def _resume(talk: "Talk", heard: Heard) -> str:
    _not_at_a_table(talk)
    return talk.go_on_with(resume(_one(heard, "resume CODE")))


@command("load NAME", "go on with a game that was kept under a name, in place of this one")
def _load(talk: "Talk", heard: Heard) -> str:
    _not_at_a_table(talk)
    return talk.go_on_with(load(_one(heard, "load NAME")))


@command("recover", "go on from the last good position of a record that could not be read to its end")
def _recover(talk: "Talk", _: Heard) -> str:
    if talk.rescued is None:
        raise OrderError("There is nothing to recover: no record has broken off. Write: load NAME, or resume CODE.")
    return talk.go_on_with(talk.rescued)


@command("options", "which options and house rules this game is played with")
def _options(talk: "Talk", _: Heard) -> str:
    book, setup = talk.game.setup.book, talk.game.setup
    known = sorted({rule.option for rule in book.book.all_rules if rule.option})
    seed = "" if talk.hides else f", seed {talk.game.seed}"
    lines = [f"System {setup.system}, scenario {setup.scenario}{seed}."]
    lines.append(f"Options in force: {listed(book.options) or 'none'}.")
    lines.append(f"Options of this system: {listed(known) or 'none'}. They are chosen when a game begins.")
    if book.house:
        lines.append(f"House rules: {listed(rule.id for rule in book.house)}.")
    return "\n".join(lines)


@command("quit", "leave; the game is kept")
def _quit(talk: "Talk", _: Heard) -> str:
    talk.over = True
    return "Goodbye."


def _one(heard: Heard, usage: str) -> str:
    if not heard.rest:
        raise OrderError(f"“{heard.word}” needs to know more. Write: {usage}.")
    return heard.tail
