"""Scenarios on disk: which board, which units where, how long, to what end."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from fmbook.components.setup import Marker, MovementCosts, Setup, TreatedAs
from fmbook.components.tablefile import load_tables
from fmbook.core import data
from fmbook.core.data import frozen
from fmbook.core.errors import DataError, FmbookError, NoSuchName
from fmbook.core.state import OFF_MAP, Force, Phase, State, Unit
from fmbook.core.verdicts import ALL
from fmbook.engine.rulebook import Rulebook
from fmbook.engine.ruleset import Ruleset
from fmbook.geometry.boardfile import load_board
from fmbook.geometry.boards import Board
from fmbook.geometry.sketches import sketch

__all__ = [
    "MarkerForm",
    "Scenario",
    "SketchForm",
    "SpecialForm",
    "SupportForm",
    "UnitForm",
    "build_setup",
    "kept_at_first",
    "load_scenario",
    "movement_chart",
    "opening",
    "scenario_names",
    "setup_of",
]

Price = float | Literal["all", "none"]
Provenance = Literal["printed", "public", "recalled", "reconstructed", "ruling", "missing", "ours"]


class UnitForm(msgspec.Struct, forbid_unknown_fields=True):
    """A unit as its file describes it."""

    id: str
    side: str
    factors: str  # attack-defence-movement, as on the counter
    at: str = ""
    name: str = ""
    kind: str = "infantry"
    traits: tuple[str, ...] = ()
    group: str = ""
    steps: int = 2
    now: int = 0  # steps at the start, if not all
    arrives: int = 0
    entry: tuple[str, ...] = ()
    also: dict[str, int] = {}
    note: str = ""
    clauses: tuple[str, ...] = ()
    provenance: Provenance | None = None  # if not that of its file


class UnitsForm(msgspec.Struct, forbid_unknown_fields=True):
    """An order of battle that several scenarios share."""

    unit: tuple[UnitForm, ...]
    provenance: Provenance
    source: str
    clauses: tuple[str, ...] = ()


class TurnForm(msgspec.Struct, forbid_unknown_fields=True):
    """A box of a turn track: its name, whether it is night, and what each side gets, first side first."""

    number: int
    name: str
    night: bool = False
    numbers: dict[str, tuple[int, int]] = {}
    provenance: Provenance = "reconstructed"
    because: str = ""
    clauses: tuple[str, ...] = ()


class TrackForm(msgspec.Struct, forbid_unknown_fields=True):
    """A turn track; of what is in ``stock`` no box deals out more than there is."""

    turn: tuple[TurnForm, ...]
    provenance: Provenance
    source: str
    stock: dict[str, int] = {}
    clauses: tuple[str, ...] = ()


class SketchForm(msgspec.Struct, forbid_unknown_fields=True):
    """A board drawn in the scenario itself."""

    text: str
    title: str = ""
    sides: dict[str, list[str]] = {}
    paths: dict[str, list[str]] = {}
    regions: dict[str, list[str]] = {}  # features without a mark of their own, and where they are
    labels: dict[str, str] = {}


class SpecialForm(msgspec.Struct, forbid_unknown_fields=True):
    """A support marker that is not drawn with the others; its game says when it may be played."""

    kind: str
    name: str
    side: str
    value: int
    count: int = 1
    clauses: tuple[str, ...] = ()


class SupportForm(msgspec.Struct, forbid_unknown_fields=True):
    """The support markers of each side: what is in its pool, and how many a turn if the turn track does not say."""

    pools: tuple[tuple[int, ...], tuple[int, ...]]
    names: tuple[str, str] = ("", "")  # what the markers of each side are called, if not by their worth
    allotments: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    special: tuple[SpecialForm, ...] = ()
    provenance: Provenance = "ours"
    because: str = ""


class MarkerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker with a name of its own: whom it serves, when and where it may be played, which units it brings."""

    name: str
    title: str
    says: str
    side: str = ""
    value: int = 0
    when: tuple[str, ...] = ()  # kinds of phases
    turns: tuple[int, ...] = ()
    where: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    clause: str = ""


class MarkersForm(msgspec.Struct, forbid_unknown_fields=True):
    """A cup of markers from which a game draws by name."""

    marker: tuple[MarkerForm, ...]
    provenance: Provenance
    source: str
    because: str = ""


class CostsForm(msgspec.Struct, forbid_unknown_fields=True):
    """The movement column of a terrain chart, in movement points."""

    enter: dict[str, Price]
    cross: dict[str, Price] = {}
    road: float | None = None
    provenance: Provenance = "printed"
    source: str = ""
    clauses: tuple[str, ...] = ()


class ShiftsForm(msgspec.Struct, forbid_unknown_fields=True):
    """The combat column of a terrain chart, in shifts for the defender."""

    columns: dict[str, int]
    provenance: Provenance = "printed"
    source: str = ""
    clauses: tuple[str, ...] = ()


class TerrainForm(msgspec.Struct, forbid_unknown_fields=True):
    """A terrain chart."""

    movement: CostsForm
    combat: ShiftsForm | None = None
    treated: dict[str, TreatedAs] = {}  # what counts as something else, by its feature


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario as its file describes it."""

    title: str
    says: str
    sides: tuple[str, str]
    turns: int  # the last turn
    unit: tuple[UnitForm, ...] = ()
    units: str = ""  # a file of units that several scenarios share
    take: tuple[str, ...] = ()  # which of them: groups or ids; all, if none are named
    at: dict[str, str] = {}  # where some stand instead, units or groups; "" is off the map
    depleted: tuple[str, ...] = ()  # which of them have lost a step already
    track: str = ""  # a file with the turn track
    from_turn: int = 1
    provenance: Provenance = "ours"
    because: str = ""
    clauses: tuple[str, ...] = ()
    board: str = ""
    sketch: SketchForm | None = None
    first: int = 0
    begins: str = ""  # the phase of turn 1 that opens the play, if not the first
    options: tuple[str, ...] = ()
    support: SupportForm | None = None
    markers: str = ""  # a file of markers with names, instead of support
    goal: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    held: dict[str, tuple[str, ...]] = {}  # facts that are sets of places
    try_this: tuple[str, ...] = ()


def scenario_names(system: str) -> tuple[str, ...]:
    """Name the scenarios of a system."""
    folder = data.data_root() / system / "scenarios"
    return tuple(path.stem for path in data.originals(folder))


def load_scenario(system: str, name: str) -> Scenario:
    """Read a scenario."""
    known = scenario_names(system)
    if name not in known:
        raise NoSuchName("scenario", name, known, system)
    return data.load(Scenario, f"{system}/scenarios/{name}.toml")


def build_setup(
    system: str, name: str, book: Rulebook, options: tuple[str, ...] = (), house_rules: tuple[Any, ...] = ()
) -> Setup:
    """Put together what a play of this scenario needs. A setup never changes, so games of one kind share theirs."""
    if house_rules:  # a house rule written anew in a notebook is another function of the same name
        return _build_setup(system, name, book, options, house_rules)
    key = system, name, book.id, options
    if key not in _SETUPS:
        _SETUPS[key] = _build_setup(system, name, book, options, ())
    return _SETUPS[key]


_SETUPS: dict[tuple[Any, ...], Setup] = {}


def _build_setup(
    system: str, name: str, book: Rulebook, options: tuple[str, ...], house_rules: tuple[Any, ...]
) -> Setup:
    return setup_of(load_scenario(system, name), system, name, book, options, house_rules)


def setup_of(
    form: Scenario,
    system: str,
    name: str,
    book: Rulebook,
    options: tuple[str, ...] = (),
    house_rules: tuple[Any, ...] = (),
) -> Setup:
    """Put a play together from a scenario, read from a file or written in a test."""
    file = f"{system}/scenarios/{name}.toml"
    board = _board(form, file)
    form = msgspec.structs.replace(form, unit=_order_of_battle(form, file))
    markers, pools = _markers(form)
    cup = data.load(MarkersForm, form.markers).marker if form.markers else ()
    track = _track(form)
    terrain = _terrain(system)
    rules = Ruleset(book, dict.fromkeys((*form.options, *options)), house_rules)
    return Setup(
        system=system,
        scenario=name,
        board=board,
        units=_units(form, board, file),
        sides=form.sides,
        book=rules,
        costs=_costs(terrain),
        tables=load_tables(_own_or_standard(system, "tables.toml")),
        markers=markers or tuple(Marker(each.name, each.value) for each in cup),
        turns=form.turns,
        data={
            "first": form.first,
            "begins": form.begins,
            "pools": pools,
            "cup": cup,
            "allotments": _allotments(form, track),
            "goal": frozen(form.goal),
            "from turn": form.from_turn,
            "track": track,
            "facts": kept_at_first(rules, board, form.facts, form.held, file),
            "form": form,
            "shifts": terrain.combat.columns if terrain.combat else {},
        },
    )


def opening(setup: Setup) -> State:
    """Set the pieces up; nothing has begun."""
    form: Scenario = setup.data["form"]
    where = tuple(setup.board.at(unit.at) if unit.at else OFF_MAP for unit in form.unit)
    at: tuple[dict[int, tuple[int, ...]], ...] = ({}, {})
    for unit, place in zip(setup.units, where, strict=True):
        if place >= 0:
            at[unit.side][place] = (*at[unit.side].get(place, ()), unit.number)
    return State(
        setup=setup,
        turn=0,
        phase=Phase("set-up", setup.data["first"], "set-up"),
        outcome=None,
        where=where,
        steps=bytes(described.now or described.steps for described in form.unit),
        forces=(Force.standing(at[0]), Force.standing(at[1])),
        spent=frozenset(),
        struck=frozenset(),
        hands=((), ()),
        battle=None,
        asks=(),
        thrown=0,
        facts=setup.data["facts"],
    )


def kept_at_first(
    book: Ruleset, board: Board, facts: Mapping[str, Any], held: Mapping[str, Iterable[str]], file: str
) -> Mapping[str, Any]:
    """Return what a game keeps as it begins, as a file says it: facts, and sets of places by their names."""
    try:
        known = {name: book.fact(name).read(value) for name, value in facts.items()}
        places = {name: book.fact(name).read(frozenset(map(board.at, names))) for name, names in held.items()}
    except FmbookError as error:
        raise DataError(file, "$.facts", str(error)) from error
    return MappingProxyType(known | places)


def _terrain(system: str) -> TerrainForm:
    return data.load(TerrainForm, _own_or_standard(system, "terrain.toml"))


def movement_chart(system: str) -> CostsForm:
    """Return the movement column of a system's terrain chart, as its file has it."""
    return _terrain(system).movement


def _own_or_standard(system: str, name: str) -> str:
    own = f"{system}/{name}"
    return own if (data.data_root() / Path(own)).is_file() else f"fm/{name}"


def _order_of_battle(form: Scenario, file: str) -> tuple[UnitForm, ...]:
    if not form.units:
        return form.unit
    listed = data.load(UnitsForm, form.units)
    known = {name for unit in listed.unit for name in (unit.id, unit.group)}
    for key, names in (("take", form.take), ("at", form.at), ("depleted", form.depleted)):
        for name in names:
            if name not in known:
                raise DataError(file, f"$.{key}", f"no unit or group “{name}” stands in {form.units}")
    taken = (unit for unit in listed.unit if not form.take or unit.id in form.take or unit.group in form.take)
    return (*(_taken(unit, form, listed.provenance) for unit in taken), *form.unit)


def _taken(unit: UnitForm, form: Scenario, provenance: Provenance) -> UnitForm:
    return msgspec.structs.replace(
        unit,
        at=form.at.get(unit.id, form.at.get(unit.group, unit.at)),
        now=1 if unit.id in form.depleted else unit.now,
        provenance=unit.provenance or provenance,
    )


def _track(form: Scenario) -> dict[int, TurnForm]:
    if not form.track:
        return {}
    track = data.load(TrackForm, form.track)
    for index, box in enumerate(track.turn):
        for what, most in track.stock.items():
            if sum(box.numbers.get(what, ())) > most:
                raise DataError(form.track, f"$.turn[{index}].numbers.{what}", f"expected no more than {most} in all")
    return {box.number: box for box in track.turn}


def _allotments(form: Scenario, track: Mapping[int, TurnForm]) -> tuple[tuple[int, ...], ...]:
    if not form.support:
        return (), ()
    if any(form.support.allotments) or not track:
        return form.support.allotments
    boxes = (track.get(turn) for turn in range(1, form.turns + 1))
    return tuple(zip(*(box.numbers.get("support", (0, 0)) if box else (0, 0) for box in boxes), strict=True))


def _board(form: Scenario, file: str) -> Board:
    if bool(form.board) == bool(form.sketch):
        raise DataError(file, "$", "expected either “board” (a file) or “[sketch]” (a drawing), not both or none")
    if form.sketch:
        drawn = form.sketch
        return sketch(drawn.text, drawn.title, sides=drawn.sides, paths=drawn.paths, regions=drawn.regions)
    return load_board(form.board)


def _units(form: Scenario, board: Board, file: str) -> tuple[Unit, ...]:
    found: dict[str, Unit] = {}
    for number, unit in enumerate(form.unit):
        path = f"$.unit[{number}]"
        if unit.id in found or not unit.id or " " in unit.id:
            raise DataError(file, path, f"expected an id of its own without a space, not “{unit.id}”")
        if unit.side not in form.sides:
            raise DataError(file, f"{path}.side", f"expected {' or '.join(form.sides)}, not “{unit.side}”")
        attack, defence, allowance = _factors(unit, f"{path}.factors", file)
        found[unit.id] = Unit(
            number, unit.id, unit.name or unit.id, form.sides.index(unit.side), attack, defence, 2 * allowance,
            unit.kind, frozenset(unit.traits), unit.group, unit.steps, unit.arrives,
            frozenset(map(board.at, unit.entry)), frozen(unit.also), unit.provenance or "ours",
        )  # fmt: skip
    return tuple(found.values())


def _factors(unit: UnitForm, path: str, file: str) -> tuple[int, int, int]:
    parts = unit.factors.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        raise DataError(file, path, f"expected attack-defence-movement such as “5-4-6”, not “{unit.factors}”")
    attack, defence, allowance = map(int, parts)
    return attack, defence, allowance


def _markers(form: Scenario) -> tuple[tuple[Marker, ...], tuple[tuple[int, ...], tuple[int, ...]]]:
    if not form.support:
        return (), ((), ())
    named = [
        [Marker(name or f"+{value}", value) for value in pool]
        for name, pool in zip(form.support.names, form.support.pools, strict=True)
    ]
    drawn = sorted({marker for pool in named for marker in pool}, key=lambda marker: (marker.value, marker.name))
    ours, theirs = (tuple(drawn.index(marker) for marker in pool) for pool in named)
    special = (Marker(extra.name, extra.value, extra.kind) for extra in form.support.special)
    return (*drawn, *special), (ours, theirs)


def _costs(terrain: TerrainForm) -> MovementCosts:
    form = terrain.movement
    road = None if form.road is None else round(2 * form.road)
    return MovementCosts(
        {word: _halves(price) for word, price in form.enter.items()},
        {word: _halves(price) for word, price in form.cross.items()},
        road,
        terrain.treated,
    )


def _halves(price: Price) -> int | None:
    if price == "none":
        return None
    return ALL if price == "all" else round(2 * float(price))
