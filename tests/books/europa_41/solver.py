"""Play the tasks of rule 41 with skill: the own side follows the recorded solution, enemy and dice do as they like.

python -m tests.books.europa_41.solver [TIMES]
"""

import sys
from collections.abc import Iterator
from random import Random

import fmbook as fm
from fmbook.books.europa_41.tasks import due, right_answer, task_of
from fmbook.components.scenarios import scenario_names
from fmbook.core.orders import Order
from fmbook.play.game import Game
from tests.tools import record


def solution(name: str) -> dict[int, list[str]]:
    """List the orders of the recorded solution by task, without its answers."""
    task, found = 1, dict[int, list[str]]()
    for line in (record.FOLDER / f"europa_41-{name}.txt").read_text(encoding="utf-8").partition("\n\n")[2].splitlines():
        order = line.partition(" = ")[0]
        if order.startswith("-- turn "):
            task = int(order.split()[2])
        elif not order.startswith(("say ", "--")):
            found.setdefault(task, []).append(order)
    return found


def solved(name: str, seed: int) -> tuple[bool, ...]:
    """Play a board and tell which tasks were solved."""
    game, chance, plan = fm.new_game("europa_41", name, seed), Random(seed), solution(name)
    while not game.outcome:
        question = due(game.state)
        if question:
            game.do(f"say {right_answer(game.state, question)}")
        elif game.side == task_of(game.state).side:
            game.do(_skilled(game, plan.get(game.turn, [])))
        else:
            game.do(chance.choice(game.legal()))
    return tuple(game.state.facts["results"])


def _skilled(game: Game, plan: list[str]) -> Order | str:
    legal = [str(order) for order in game.legal()]
    planned = next((order for order in plan if order in legal), "")
    if planned:
        plan.remove(planned)
    return planned or ("end-phase" if "end-phase" in legal else legal[0])


def missed(name: str, times: int) -> Iterator[tuple[int, tuple[bool, ...]]]:
    """Return the seeds of a board with which a task was not solved."""
    for seed in range(times):
        results = solved(name, seed)
        if not all(results):
            yield seed, results


def main(times: int) -> int:
    """Play every board so many times and tell what was missed."""
    lost = {name: list(missed(name, times)) for name in scenario_names("europa_41")}
    for name, games in lost.items():
        print(f"{name}: {times - len(games)} of {times} solved", *games[:3])
    return any(lost.values())


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
