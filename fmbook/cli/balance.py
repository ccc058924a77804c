"""Play a scenario many times, machine against machine, and print the figures as the balance files have them."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

HELP = "Let the machine play both sides of a scenario many times, and print how it came out."


def add_arguments(parser: ArgumentParser) -> None:
    """Name the system and the scenario, how many games, who plays, and on how many processors."""
    parser.add_argument("system", help="one that has such figures, such as vimy")
    parser.add_argument("scenario", help="such as battle")
    parser.add_argument("--games", type=some, default=200)
    parser.add_argument("--opponents", nargs=2, default=("greedy", "greedy"), metavar=("FIRST", "SECOND"))
    parser.add_argument("--processes", type=some, default=1)


def some(typed: str) -> int:
    """Read a number of at least one."""
    if not typed.isdecimal() or int(typed) < 1:
        raise ArgumentTypeError(f"{typed!r} is no number of at least 1")
    return int(typed)


def run(chosen: Namespace) -> int:
    """Play and print; names that nobody knows are told before anything is played."""
    from fmbook.opponents import opponent
    from fmbook.opponents.balance import balance, measured, written
    from fmbook.play.game import new_game

    balance(chosen.system)
    new_game(chosen.system, chosen.scenario)
    names = chosen.opponents[0], chosen.opponents[1]
    for name in names:
        opponent(name)
    print(written(measured(chosen.system, chosen.scenario, names, range(chosen.games), chosen.processes)))
    return 0
