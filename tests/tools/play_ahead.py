"""Play the games that chapter 92 counts, and review some of them: ``python tests/tools/play_ahead.py [reviews]``.

Half a minute a scenario on one core, a quarter of an hour for the captain; a review takes up to a minute. Files
that are there are gone on with, so take them away first if a rule or a player was corrected.
"""

import sys
from itertools import product
from pathlib import Path

import msgspec

import fmbook as fm
from fmbook.books.scheldt.variants import dry_polders, fixed_hands
from fmbook.books.vimy.variants import open_trenches
from fmbook.core.data import data_root
from fmbook.experiments.played import Played, Reviewed
from fmbook.experiments.results import FOLDER, results
from fmbook.lessons.reviews import review

GAMES = range(200)
REVIEWS = range(30)
FEW = range(20)
AHEAD = {
    "breskens": ("scheldt", "breskens", ()),
    "breskens_fixed_hands": ("scheldt", "breskens", (fixed_hands,)),
    "breskens_dry_polders": ("scheldt", "breskens", (dry_polders,)),
    "first_morning": ("vimy", "first_morning", ()),
    "first_morning_open_trenches": ("vimy", "first_morning", (open_trenches,)),
}
PLAYERS = ("random", "greedy", "captain")


def main() -> None:
    """Play, and keep each game in little room; then review the first ones of the Breskens Pocket."""
    for name, (system, scenario, rules) in AHEAD.items():
        path = data_root() / FOLDER / f"{name}.jsonl"
        if not path.exists():
            players = dict.fromkeys(fm.new_game(system, scenario).sides, "greedy")
            found = fm.play_out_many(system, scenario, opponents=players, seeds=GAMES, house_rules=rules)
            found.write(path, compact=True, house_rules=rules)
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n{found}", flush=True)
    rungs(data_root() / FOLDER / "first_morning_players.jsonl")
    if "reviews" in sys.argv:
        look_back(data_root() / FOLDER / "breskens.reviews.jsonl")


def rungs(path: Path) -> None:
    """Let each player play the random one, on either side; the captain takes a quarter of an hour."""
    found: list[Played] = list(results(path)) if path.exists() else []
    done = {tuple(game.players.values()) for game in found}
    for name, turned in product(PLAYERS, (False, True)):
        names = ("random", name) if turned else (name, "random")
        if names not in done:
            done.add(names)
            players = dict(zip(fm.new_game("vimy", "first_morning").sides, names, strict=True))
            games = fm.play_out_many("vimy", "first_morning", opponents=players, seeds=FEW)
            games.write(path, compact=True)
            print(f"{names}\n{games}", flush=True)


def look_back(path: Path) -> None:
    """Review games one by one, and keep luck and judgement of each."""
    done = {each.seed for each in results("breskens").reviews}
    for game in results("breskens"):
        if game.seed in REVIEWS and game.seed not in done:
            found = Reviewed.of(game.seed, review(game.game()).findings)
            with path.open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
            print(found, flush=True)


if __name__ == "__main__":
    main()
