"""Translate the engine into machine code."""

from argparse import ArgumentParser, Namespace

HELP = "Translate the engine into machine code (needs Cython and a C compiler): the same answers, sooner."


def add_arguments(parser: ArgumentParser) -> None:
    """Nothing to choose but the way back."""
    parser.add_argument("--remove", action="store_true", help="remove what was compiled; the engine runs as Python")


def run(chosen: Namespace) -> int:
    """Compile what is not up to date, with a line that counts; 1 when a module could not be compiled."""
    from fmbook.commands.compiling import compile_engine, remove

    if chosen.remove:
        remove()
        print("The engine runs as Python.")
        return 0
    made, failures = compile_engine(lambda done, every: print(f"\r{done} of {every} modules", end="", flush=True))
    if made or failures:
        print()
    for failure in failures:
        print(failure)
    if not failures:
        print("The engine is compiled." if made else "The engine is compiled, and was before.")
    return 1 if failures else 0
