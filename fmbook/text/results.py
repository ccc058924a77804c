"""What the results of a battle mean: words first, the code after them, and who pays."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor
from typing import Final, Literal, NamedTuple

from fmbook.components.tables import RESULTS_IN_WORDS
from fmbook.play.battle_previews import Preview
from fmbook.text.tables import meanings
from fmbook.text.wording import sentence_of

__all__ = ["Told", "goes_well", "notes", "payers", "result_in_words", "results_in_words", "verdict"]

Payer = Literal["defender", "attacker", "both", "nobody"]
COUNTS: Final = re.compile(r"((?:one|two|three|four)(?:(?:,| or) (?:one|two|three|four))+) hexes")
ENDS: "Final[Mapping[Payer, tuple[str, str]]]" = {  # of one throw, of several
    "defender": ("goes well", "go well"), "both": ("costs both sides", "cost both sides"),
    "nobody": ("changes nothing", "change nothing"), "attacker": ("goes badly", "go badly"),
}  # fmt: skip
LOSSES: Final = re.compile(r"(\d+)/(\d+|-)")


class Told(NamedTuple):
    """One result: what it means, its code if that says more, and who pays for it."""

    says: str
    code: str
    pays: Payer

    @property
    def short(self) -> str:
        """The code in brackets, of which some have a pair already."""
        return self.code if self.code.startswith("(") or not self.code else f"({self.code})"


def results_in_words(battle: Preview) -> tuple[Told, ...]:
    """Say what each result that can come means, in the order of the odds.

    >>> import fmbook as fm
    >>> results_in_words(fm.new_game("drill", "flank").battle("0404"))[0]
    Told(says='The defender retreats two hexes', code='D2', pays='defender')
    """
    clauses = meanings(battle)[0]
    return tuple(result_in_words(str(result), clauses) for result in battle.odds())


def payers(battle: Preview) -> Mapping[Payer, Fraction]:
    """Return how likely each is to pay for an attack: the defender alone, both, nobody, the attacker alone."""
    told = tuple(zip(results_in_words(battle), battle.odds().values(), strict=True))
    return {payer: sum((chance for each, chance in told if each.pays == payer), Fraction()) for payer in ENDS}


def verdict(battle: Preview) -> str:
    """Say in a line how an attack may end, counted in throws; together they are all that can come.

    >>> import fmbook as fm
    >>> verdict(fm.new_game("drill", "flank").battle("0404"))
    'Of 6 throws 1 goes well, 2 cost both sides, 1 changes nothing, 2 go badly'
    """
    throws, counted = _in_throws(battle)
    found = [f"{count} {ENDS[payer][count != 1]}" for payer, count in counted.items() if count]
    none = [] if counted["defender"] else ["none goes well"]
    return f"Of {throws} throws {', '.join([*none, *found])}"


def goes_well(battle: Preview) -> str:
    """Say how often an attack goes well.

    >>> import fmbook as fm
    >>> goes_well(fm.new_game("drill", "flank").battle("0404"))
    'goes well in 1 of 6 throws'
    """
    throws, counted = _in_throws(battle)
    return f"goes well in {counted['defender']} of {throws} throws"


def _in_throws(battle: Preview) -> tuple[int, Mapping[Payer, int]]:
    """Count the throws for which each pays: of the table's dice, or of a hundred where more than one throw decides."""
    throws, chances = sum(battle.sum.table.dice.ways.values()), payers(battle)
    if any((chance * throws).denominator > 1 for chance in chances.values()):
        throws = 100
    whole = {payer: floor(chance * throws) for payer, chance in chances.items()}
    by_rest = sorted(chances, key=lambda payer: whole[payer] - chances[payer] * throws)
    for payer in by_rest[: throws - sum(whole.values())]:
        whole[payer] += 1
    return throws, whole


def notes(battle: Preview) -> tuple[str, ...]:
    """Return what the rules say of results beside what single codes mean."""
    codes = {str(result).partition(", ")[0] for result in battle.odds()}
    return tuple(clause for clause in meanings(battle)[0] if not _explains(clause, codes))


def _explains(clause: str, codes: set[str]) -> bool:
    heads, colon, _ = clause.partition(": ")
    return bool(colon) and not codes.isdisjoint(heads.split(", "))


def result_in_words(result: str, clauses: Iterable[str]) -> Told:
    """Say what a result means, by the clauses that explain codes."""
    code, comma, more = result.partition(", ")
    says = _by_clause(code, clauses) or RESULTS_IN_WORDS.get(code, "") or _losses(code)
    if not says:
        return Told(_sentence(result), "", _payer(result, result))
    return Told(_sentence(f"{says.rstrip('.')}{comma}{more}"), code, _payer(code, says))


def _sentence(text: str) -> str:
    return sentence_of(text).rstrip(".")


def _by_clause(code: str, clauses: Iterable[str]) -> str:
    for clause in clauses:
        codes, colon, says = clause.partition(": ")
        if colon and code in (known := codes.split(", ")):
            return _of_one(says, known.index(code), len(known))
    return ""


def _of_one(says: str, which: int, of: int) -> str:
    """Say of one code what a clause says of several: retreats one, two or three hexes.

    >>> _of_one("the defender retreats two or three hexes", 0, 2)
    'the defender retreats two hexes'
    """
    for match in COUNTS.finditer(says):
        counts = match[1].replace(",", "").replace(" or", "").split()
        if len(counts) == of > 1:
            noun = "hex" if counts[which] == "one" else "hexes"
            return f"{says[: match.start()]}{counts[which]} {noun}{says[match.end() :]}"
    return says


def _losses(code: str) -> str:
    """Say what each side loses, where a table counts that.

    >>> _losses("3/-"), _losses("0/1")
    ('the attacker loses 3, the defender nothing', 'the attacker loses nothing, the defender 1')
    """
    if not (match := LOSSES.fullmatch(code)):
        return ""
    attacker, defender = ("nothing" if count in ("0", "-") else count for count in match.groups())
    return f"the attacker loses {attacker}, the defender {defender}"


def _payer(code: str, says: str) -> Payer:
    """Tell who pays for a result: of two losses the greater, else whoever its sentence names."""
    if match := LOSSES.fullmatch(code):
        attacker, defender = (0 if count == "-" else int(count) for count in match.groups())
        if attacker == defender:
            return "both" if attacker else "nobody"
        return "defender" if attacker < defender else "attacker"
    return _named(says)


def _named(says: str) -> Payer:
    on_attack = "attack" in says or "beaten off" in says
    on_defender = "defender" in says
    if "both" in says or "weaker" in says or (on_attack and on_defender):
        return "both"
    hurts = on_defender or says.startswith(("D", "Ex"))  # a code that only a note explains
    return "attacker" if on_attack else "defender" if hurts else "nobody"
