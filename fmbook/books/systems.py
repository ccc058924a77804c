"""The systems that can be played, and the rules that two of them stand on."""

from dataclasses import dataclass
from typing import Final

from fmbook.books.drill import DRILL
from fmbook.books.eben_emael import EBEN_EMAEL
from fmbook.books.europa_41 import EUROPA_41
from fmbook.books.fire_and_movement import FIRE_AND_MOVEMENT
from fmbook.books.scheldt import SCHELDT
from fmbook.books.veritable import VERITABLE
from fmbook.books.vimy import VIMY
from fmbook.core.errors import NoSuchName
from fmbook.engine.rulebook import Rulebook

__all__ = ["System", "playable", "rulebooks", "system"]


@dataclass(frozen=True, slots=True)
class System:
    """A system: its name in every call, its title, its rulebook, the scenario that opens it."""

    id: str
    title: str
    book: Rulebook
    opens_with: str = ""


SYSTEMS: Final = {
    "drill": System("drill", "Drill: small positions to learn on", DRILL, "march"),
    "eben_emael": System("eben_emael", "1940 Eben-Emael: Battle for Fort", EBEN_EMAEL, "historical"),
    "europa_41": System("europa_41", "Europa rule 41: Special Terrain", EUROPA_41, "41.A.1"),
    "fm": System("fm", "Fire & Movement standard rules", FIRE_AND_MOVEMENT),
    "scheldt": System("scheldt", "Battle of the Scheldt: The Devil's Moat", SCHELDT, "campaign"),
    "veritable": System("veritable", "Operation Veritable", VERITABLE, "operation"),
    "vimy": System("vimy", "Vimy Ridge: Arras Diversion", VIMY, "battle"),
}


def playable() -> tuple[str, ...]:
    """Name the systems that have scenarios."""
    return tuple(sorted(name for name, system in SYSTEMS.items() if system.opens_with))


def rulebooks() -> tuple[Rulebook, ...]:
    """Return every rulebook that is built."""
    return tuple(system.book for system in SYSTEMS.values())


def system(name: str) -> System:
    """Return a system by its name."""
    if name in SYSTEMS:
        return SYSTEMS[name]
    raise NoSuchName("system", name, SYSTEMS)
