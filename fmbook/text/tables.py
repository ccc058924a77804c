"""Arithmetic, chances, tables and rules in words: no columns to follow with a finger, no bars to look at."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from fmbook.books.cards import KNOWN, Provenance, RuleCard, card
from fmbook.books.cards import book as written_book
from fmbook.components.tables import NO_EFFECT, DifferentialTable, Table
from fmbook.core.errors import NoSuchName
from fmbook.core.rulenames import ANYWHERE, cited_in
from fmbook.core.verdicts import Shift
from fmbook.engine.matters import SHELLING
from fmbook.engine.rulebook import Rulebook
from fmbook.play.battle_previews import Preview
from fmbook.play.chances import Outlook
from fmbook.play.hints import card_of
from fmbook.text.wording import listed, sentence_of, shown, spoken

__all__ = [
    "battle_in_words",
    "chance_in_words",
    "find_rule",
    "known",
    "meanings",
    "outlook_in_words",
    "rule_in_words",
    "table_in_words",
]


def battle_in_words(battle: Preview) -> str:
    """Say an attack's sum, line by line, and what may come of it."""
    total, game = battle.sum, battle.system
    lines = [f"{total.title}: {total.attack} against {total.defence}, which is {total.comes_to}."]
    lines += _added(battle.steps, game)
    row = f"Row {total.column.row}, " if total.column.row else "It is "
    lines.append(f"{row}{total.read_in}. {cited_in(total.row_rule, game)}")
    lines.append("What may come of it:")
    lines += [f"{_result(result)}: {chance_in_words(chance)}." for result, chance in battle.odds().items()]
    return spoken(shown("\n".join(lines)))


def meanings(battle: Preview) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Say what the codes of a battle's results mean, by the rules that carry them out, and which rules these are."""
    settled, wanted = battle.settled_by, frozenset(battle.odds())
    sections = tuple(dict.fromkeys(id_.partition("/")[0] for id_ in (settled.id, *settled.replaces)))
    clauses = (clause for section in sections if (card := card_of(section)) for clause in card.clauses)
    if settled.about == SHELLING.name:  # what it says of the table's codes it says of all of them at once
        meant = (clause.text for clause in clauses if clause.id in settled.clauses)
    else:
        meant = (clause.text for clause in clauses if _means(clause.text, wanted, within=battle.shares_the_hex))
    return tuple(map(sentence_of, meant)), sections


def _means(text: str, wanted: frozenset[str], *, within: bool) -> bool:
    """Say whether a clause explains a code; without a colon it is about those who share their target's hex."""
    codes, colon, _ = text.partition(":")
    return bool(colon or within) and not wanted.isdisjoint(codes.split(", "))


def _added(lines: Iterable[Shift], game: str) -> Iterator[str]:
    yield from (f"{line.to.capitalize()} {line.amount:+d}: {line.text}. {cited_in(line.rule, game)}" for line in lines)


def outlook_in_words(found: Outlook, game: str = "") -> str:
    """Say what the dice may make of an order, and what is added to them."""
    lines = [f"{found.title}. {cited_in(found.rule, game)}", *_added(found.steps, game)]
    lines.append("What may come of it:")
    lines += [f"{_result(result)}: {chance_in_words(chance)}." for result, chance in found.odds.items()]
    return spoken(shown("\n".join(lines)))


def chance_in_words(chance: Fraction) -> str:
    """Say a chance as people do, with its percentage.

    >>> chance_in_words(Fraction(1, 3)), chance_in_words(Fraction(5, 36)), chance_in_words(Fraction(1))
    ('1 in 3, 33 percent', '5 in 36, 14 percent', 'certain')
    >>> chance_in_words(Fraction(0))
    'none'
    """
    if chance in (0, 1):
        return "certain" if chance else "none"
    percent = round(float(100 * chance))
    return f"{chance.numerator} in {chance.denominator}, {percent or 'under 1'} percent"


def table_in_words(table: Table) -> str:
    """Read a table out: what stands over its columns, then column by column what each throw gives."""
    lines = [f"{table.title}.", f"Throw {_dice(table)}."]
    rows = table.rows if isinstance(table, DifferentialTable) else ()
    for row in rows:
        labels = [column.label for column in table.columns_of(row.name)]
        lines.append(f"Row {row.name}: its {len(labels)} columns are headed {spoken('; '.join(labels))}.")
    for column in table.columns:
        head = f"Column {column.number}" if rows else f"Column {spoken(column.label)}"
        lines.append(f"{head}: {'; '.join(_throws(table, column.number))}.")
    word, source = table.provenance
    lines.append(sentence_of(f"This table is {word}{f': {source}' if source else ''}"))
    return shown("\n".join(lines))


def find_rule(book: Rulebook, wanted: str) -> RuleCard:
    """Find a rule by its full id, by its number in a book or in those that it builds on, or by one of its clauses."""
    wanted = wanted.strip("[]")
    if found := _with_clause(book, wanted):
        return found
    if ":" in wanted:
        system, _, section = wanted.partition(":")
        return card(f"{system.casefold()}:{section}")
    known: list[str] = []
    below: Rulebook | None = book
    while below:
        written = {section.casefold(): section for section in written_book(below.id).cards}
        section, mark, name = wanted.partition("/")
        if found := card_of(f"{below.id}:{written.get(section.casefold(), section)}{mark}{name.casefold()}"):
            return found
        known += written.values()
        below = below.extends
    raise NoSuchName("rule", wanted[:40], known, book.title)


def _with_clause(book: Rulebook | None, wanted: str) -> RuleCard | None:
    while book:
        for found in written_book(book.id).cards.values():
            if wanted.casefold() in (clause.id.casefold() for clause in found.clauses):
                return found
        book = book.extends
    return None


def rule_in_words(card: RuleCard) -> str:
    """Read a rule's card out."""
    name = cited_in(card.id, ANYWHERE).removesuffix(".")
    lines = [f"{name}, {card.title}.", " ".join(card.says.split())]
    lines.append(known(card.provenance, card.because))
    if card.status != "applied":
        lines.append(f"Status: {card.status}.")
    lines += [
        f"{clause.id}: {sentence_of(' '.join(clause.text.split()))} {known(clause.provenance, clause.because)}"
        for clause in card.clauses
    ]
    lines += [
        " ".join(
            [
                f"Ruling: {ruling.question} {ruling.choice} {ruling.because}",
                *(f"{head}: {text}" for head, text in ruling.otherwise),
            ]
        )
        for ruling in card.rulings
    ]
    return shown("\n".join(lines))


def known(provenance: Provenance, because: str = "") -> str:
    """Say how we know, as a sentence."""
    words = KNOWN[provenance][1]
    reason = " ".join(because.split())
    return sentence_of(f"{words[0].upper()}{words[1:]}{f': {reason}' if reason else ''}")


def _dice(table: Table) -> str:
    return "one die" if str(table.dice) == "die" else f"{table.dice.count} dice and add them up"


def _throws(table: Table, number: int) -> Iterator[str]:
    """The throws that give the same result, together."""
    by_result: dict[str, list[int]] = {}
    for roll in table.rolls:
        by_result.setdefault(table.cells[roll][number - 1], []).append(roll)
    for result, rolls in by_result.items():
        yield f"{_span(rolls)} gives {_result(result)}"


def _span(rolls: list[int]) -> str:
    if len(rolls) > 2 and rolls[-1] - rolls[0] == len(rolls) - 1:
        return f"{rolls[0]} to {rolls[-1]}"
    return listed(map(str, rolls))


def _result(result: str) -> str:
    return "no effect" if result == NO_EFFECT else result
