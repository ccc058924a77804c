"""How long the lesson plans of the guides take: prints every sum, part by part.

    python tests/tools/lesson_times.py             what each plan comes to, from the data
    python tests/tools/lesson_times.py count       how many orders two captains give in the scenarios of the plans

The second writes data/orders_in_class.toml; it takes some minutes and needs doing only when rules or captains change.
"""

import sys
from collections import Counter
from pathlib import Path

import fmbook as fm
from fmbook.core.data import data_root
from fmbook.lessons.guide import guide_names, guide_of
from fmbook.lessons.lesson_plans import FILE, timed

SEEDS = (1, 2, 3)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["count"]:
        write(data_root() / FILE)
    for name in guide_names():
        for minutes in guide_of(name).plan:
            tell(name, minutes)
    return 0


def tell(name: str, minutes: str) -> None:
    parts = timed(name, minutes)
    print(f"\n{name}, a plan for {minutes} minutes: {sum(part.seconds for part in parts) / 60:.1f}")
    for part in parts:
        print(f"  {part.minutes:>3} min  {part.stage.do}\n           {part.counted}")


def write(path: Path) -> None:
    plans = (plan for name in guide_names() for plan in guide_of(name).plan.values())
    wanted = sorted({stage.plays for plan in plans for stage in plan if stage.plays})
    lines = [f'"{scenario}" = {[counted(scenario, seed) for seed in SEEDS]}' for scenario in wanted]
    head = "# Orders of games between two captains, turn by turn: written by tests/tools/lesson_times.py count."
    path.write_text("\n".join([head, "", *lines, ""]), encoding="utf-8")


def counted(scenario: str, seed: int) -> list[int]:
    system, _, name = scenario.partition(":")
    game = fm.new_game(system, name, seed=seed)
    fm.play_out(game, dict.fromkeys(game.sides, "captain"))
    by_turn = Counter(game.at(number).turn for number in range(len(game.orders)))
    print(f"{scenario}, seed {seed}: {len(game.orders)} orders", flush=True)
    return [by_turn[turn] for turn in sorted(by_turn)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
