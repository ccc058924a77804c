"""Work an attack out from the command line: its sum line by line, and the exact chance of each result."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fmbook.play.battle_previews import Preview

HELP = "Work out the odds of an attack at the start of a scenario."


def add_arguments(parser: ArgumentParser) -> None:
    """Which scenario, which hex, who attacks with what support."""
    parser.add_argument("system", help="which system, such as drill")
    parser.add_argument("scenario", help="which scenario, such as flank")
    parser.add_argument("hex", help="the hex that is attacked, or its name on the map")
    parser.add_argument("--by", metavar="UNITS", default="", help="who attacks, such as B1,B2; all that can, otherwise")
    parser.add_argument("--support", metavar="MARKERS", default="", help="the attacker's support, such as +1,+2")
    parser.add_argument("--json", action="store_true", help="print the sum and the chances for another program")
    parser.add_argument("--chart", action="store_true", help="print columns and bars instead of sentences")


def run(arguments: Namespace) -> int:
    """Print the sum and the chances."""
    from fmbook.play.game import new_game
    from fmbook.text.parsing import named
    from fmbook.text.tables import battle_in_words

    game = new_game(arguments.system, arguments.scenario)
    target = named(game, "hex", arguments.hex)
    by = [named(game, "unit", name) for name in _names(arguments.by)] or None
    support = [named(game, "marker", name) for name in _names(arguments.support)]
    battle = game.battle(target, by, support=support)
    if arguments.json:
        print(json.dumps(_as_data(target, battle), ensure_ascii=False))
    else:
        print(battle if arguments.chart else battle_in_words(battle))
    return 0


def _as_data(target: str, battle: "Preview") -> dict[str, Any]:
    steps = [{"amount": each.amount, "text": each.text, "to": each.to, "rule": each.rule} for each in battle.steps]
    return {"hex": target, "steps": steps, "odds": {name: str(share) for name, share in battle.odds().items()}}


def _names(text: str) -> list[str]:
    return text.replace(",", " ").split()
