"""Review a game from the command line: what was luck and what was judgement."""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fmbook.lessons.reviews import Review
    from fmbook.opponents.review import Change
    from fmbook.play.game import Game

HELP = "Review a game: what was luck, what was judgement, which orders cost most and which throws turned it."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the game, and say for whom the review is."""
    parser.add_argument("game", help="a saved game: its file, or its name in the folder of games; or a resume code")
    parser.add_argument("--json", action="store_true", help="print the curve and every order's share for a program")


def run(chosen: Namespace) -> int:
    """Work the review out: the bar and what is noticed go to the terminal, the review to where the output goes."""
    from fmbook.lessons.reviews import review

    game = _game(chosen.game)
    for notice in game.notices:
        print(notice, file=sys.stderr)
    found = review(game)
    print(json.dumps(_as_data(found), ensure_ascii=False) if chosen.json else found)
    return 0


def _game(said: str) -> "Game":
    """Bring back a code; open a file where one is meant, or else look in the folder of games."""
    from fmbook.play.replays import load, resume
    from fmbook.record.codes import PREFIX

    if said.lstrip(" \"'").startswith(PREFIX):
        return resume(said)
    path = Path(said)
    return load(path if len(path.parts) > 1 or path.is_file() else said)


def _as_data(review: "Review") -> dict[str, Any]:
    found = review.findings
    curve = [
        {"order": each.number, "turn": each.turn, "chance": each.chance.share, "games": each.chance.games}
        for each in found.curve
    ]
    return {
        "sides": found.sides,
        "winner": found.winner,
        "over": found.is_over,
        "verdict": review.verdict,
        "luck": {side: found.luck(side) for side in found.sides},
        "judgement": {side: found.judgement(side, side) for side in found.sides},
        "curve": curve,
        "changes": [_changed(each) for each in found.changes],
    }


def _changed(change: "Change") -> dict[str, Any]:
    """Write what an order changed; points count for the first side, as chances of the curve do."""
    better = change.better
    return {
        "number": change.number,
        "turn": change.turn,
        "side": change.side,
        "order": str(change.order),
        "luck": change.luck,
        "judgement": change.judgement,
        "error": change.error,
        "better": {"order": str(better.order), "by": better.by} if better else None,
    }
