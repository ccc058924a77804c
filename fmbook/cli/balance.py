"""Play scenarios many times, machine against machine, and print the figures as the balance files have them."""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace

HELP = "Let the machine play both sides many times, and print how a scenario came out, or how strong the players are."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the system and the scenario, how many games, who plays, and on how many processors."""
    parser.add_argument("system", nargs="?", help="one that has such figures, such as vimy")
    parser.add_argument("scenario", nargs="?", help="such as battle")
    parser.add_argument("--games", type=some, help="how many (200; with --ladder, 20 on each side)")
    parser.add_argument("--opponents", nargs="+", metavar="NAME", help="first side, second side (greedy greedy)")
    parser.add_argument("--processes", type=some, help="processors (1; with --ladder, all)")
    parser.add_argument("--json", action="store_true", help="print the figures of a scenario for another program")
    parser.add_argument("--ladder", action="store_true", help="each player against the one below it, on either side")


def some(typed: str) -> int:
    """Read a number of at least one."""
    if not typed.isdecimal() or int(typed) < 1:
        raise ArgumentTypeError(f"{typed!r} is no number of at least 1")
    return int(typed)


def run(chosen: Namespace) -> int:
    """Play and print; names that nobody knows are told before anything is played."""
    from fmbook.opponents import opponent

    for name in chosen.opponents or ():
        opponent(name)
    return _ladder(chosen) if chosen.ladder else _balance(chosen)


def _balance(chosen: Namespace) -> int:
    from msgspec.json import encode

    from fmbook.core.errors import FmbookError
    from fmbook.opponents.balance import measured, written
    from fmbook.play.game import new_game

    names = tuple(chosen.opponents or ("greedy", "greedy"))
    if not chosen.system or not chosen.scenario or len(names) != 2:
        raise FmbookError("Name the system and the scenario, and two opponents, such as: balance vimy battle")
    new_game(chosen.system, chosen.scenario)
    seeds = range(chosen.games or 200)
    found = measured(chosen.system, chosen.scenario, (names[0], names[1]), seeds, chosen.processes or 1)
    print(encode(found).decode() if chosen.json else written(found))
    return 0


def _ladder(chosen: Namespace) -> int:
    """Play each player against the one below it; the figures go where the output goes, the bar to the terminal."""
    from fmbook.experiments.progress import Bar
    from fmbook.opponents import players
    from fmbook.opponents.ladder import climbed, rungs_of, written
    from fmbook.play.game import new_game

    if chosen.system:
        new_game(chosen.system, chosen.scenario)
    names = chosen.opponents or [player.name for player in players()]
    rungs = rungs_of(chosen.system, chosen.scenario, names, chosen.games or 20)
    for rung in climbed(rungs, chosen.processes or os.cpu_count() or 1, Bar()):
        print(f"\n{written(rung)}", flush=True)
    return 0
