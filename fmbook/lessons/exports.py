"""Games and maps for other programs: JSON lines, CSV, GeoJSON, SVG and PDF, by the ending of the file."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from fmbook.core.calls import checked
from fmbook.core.errors import FmbookError, NoSuchName
from fmbook.core.orders import Place
from fmbook.experiments.played import BadFile
from fmbook.experiments.results import Results
from fmbook.lessons.theatre import Theatre, load_theatre
from fmbook.play.game import Game
from fmbook.play.positions import Position
from fmbook.record.records import digest

__all__ = ["NoSetUp", "export", "set_up"]

PLAIN: Final = (str, int, float, bool)


class NoSetUp(FmbookError, ValueError):
    """A set-up that does not fit the game."""


# --- what is written -----------------------------------------------------------------------


def events(game: Game) -> Iterator[dict[str, Any]]:
    """Yield each event: after which order, in which turn, by which rule, in a sentence and in its own fields."""
    for number, step in enumerate(game.steps, 1):
        for entry in step.entries:
            fields = {name: getattr(entry.event, name) for name in getattr(entry.event, "__struct_fields__", ())}
            yield {
                "number": number, "order": str(step.order), "turn": step.state.turn, "rule": entry.rule,
                "event": type(entry.event).__name__, "says": str(entry.event) if not entry.event.silent else "",
                "data": {name: value for name, value in fields.items() if _is_plain(value)},
            }  # fmt: skip


def _is_plain(value: object) -> bool:
    return isinstance(value, PLAIN) or (isinstance(value, tuple) and all(isinstance(each, PLAIN) for each in value))


def positions(game: Game) -> Iterator[dict[str, Any]]:
    """Yield how things stood at the opening and after each order."""
    orders = ("", *map(str, game.orders))
    for number, order in enumerate(orders):
        now = game.at(number)
        units = {unit.id: {"side": unit.side, "place": unit.place, "steps": unit.steps} for unit in now.units()}
        yield {
            "number": number, "order": order, "turn": now.turn, "phase": now.phase,
            "side": "" if now.outcome else now.side, "digest": digest(now.state), "units": units,
        }  # fmt: skip


def board(game: Game) -> dict[str, Any]:
    """Return the board on the real ground, each hex or sector a polygon, each unit a point."""
    ground = _ground(game)
    hexes = (
        _feature("Polygon", [ground.outline(name)], kind=ground.noun, place=name,
                 name=game.board.labels.get(place, ""), terrain=sorted(game.board.features[place]))
        for place, name in enumerate(game.board.places)
    )  # fmt: skip
    units = (
        _feature("Point", list(reversed(ground.where(unit.place))), kind="unit", unit=unit.id, name=unit.name,
                 side=unit.side, place=unit.place, steps=unit.steps)
        for unit in game.units()
    )  # fmt: skip
    return {"type": "FeatureCollection", "features": [*hexes, *units]}


def theatre(game: Game) -> dict[str, Any]:
    """Return the theatre: the base layer, places with their sources, and the front at each moment."""
    ground = _ground(game)
    places = (
        _feature("Point", [place.at[1], place.at[0]], kind=place.kind, name=place.name, place=place.hex,
                 source=place.source)
        for place in ground.plan.place
    )  # fmt: skip
    fronts = (
        _feature("MultiLineString", list(lines), kind="front", when=moment.when, says=moment.says, source=moment.source)
        for moment in ground.plan.moment
        if (lines := ground.front(moment))
    )
    return {"type": "FeatureCollection", "features": [*ground.ground["features"], *places, *fronts]}


def _ground(game: Game) -> Theatre:
    if "fit" not in game.board.style:
        raise NoSuchName("ground", game.setup.scenario, (), "the boards whose place on the map is known")
    return Theatre(load_theatre(game.setup.system).plan, game.board)


def _feature(shape: str, coordinates: list[Any], **told: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": {"type": shape, "coordinates": coordinates}, "properties": told}


def units(position: Position) -> Iterator[dict[str, Any]]:
    """Yield the units on the map, a row each: a set-up, if nothing has been ordered yet."""
    for unit in position.units():
        yield {"unit": unit.id, "place": unit.place, "side": unit.side, "steps": unit.steps, "name": unit.name}


# --- files ---------------------------------------------------------------------------------------


def _lines(rows: Iterable[dict[str, Any]], path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _table(rows: Iterable[dict[str, Any]], path: Path) -> None:
    listed = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(listed[0]) if listed else [])
        writer.writeheader()
        writer.writerows(listed)


def _json(found: dict[str, Any], path: Path) -> None:
    path.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")


def _svg(game: Game, path: Path) -> None:
    path.write_text(game.board_svg(), encoding="utf-8")


def _pdf(game: Game, path: Path) -> None:
    import_module("fmbook.widgets.drawing.pdf").write_pdf(game.board_svg(), path)


OF_A_GAME: Final[dict[str, dict[str, Callable[[Game, Path], None]]]] = {
    ".jsonl": {
        "events": lambda game, path: _lines(events(game), path),
        "positions": lambda game, path: _lines(positions(game), path),
    },
    ".csv": {"units": lambda game, path: _table(units(game), path)},
    ".geojson": {
        "board": lambda game, path: _json(board(game), path),
        "theatre": lambda game, path: _json(theatre(game), path),
    },
    ".svg": {"map": _svg},
    ".pdf": {"map": _pdf},
}
OF_RESULTS: Final[dict[str, dict[str, Callable[[Results, Path], None]]]] = {
    ".jsonl": {"games": lambda found, path: _lines_of(found, path)},
    ".csv": {"games": lambda found, path: _table(found.rows(), path)},
}


def _lines_of(found: Results, path: Path) -> None:
    path.unlink(missing_ok=True)
    found.write(path)


@checked
def export(what: Game | Results, file: str | Path, part: str = "") -> Path:
    """Write a game or results for another program: ``fm.export(game, "board.geojson")``.

    A game: ``.jsonl`` its events, or with ``part="positions"`` how things stood after each order; ``.csv`` its units;
    ``.geojson`` its board on the ground, or with ``part="theatre"`` places and fronts; ``.svg`` and ``.pdf`` its map.
    Results: ``.jsonl`` the games, ``.csv`` a row each.

    >>> import pathlib, tempfile
    >>> import fmbook as fm
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "board.svg"
    >>> fm.export(fm.new_game("drill"), path).read_text(encoding="utf-8")[:4]
    '<svg'
    """
    path = Path(file)
    known: dict[str, Any] = OF_RESULTS if isinstance(what, Results) else OF_A_GAME
    if path.suffix not in known:
        raise NoSuchName("form", path.suffix or file, known, f"those that can be written: {', '.join(known)}")
    parts = known[path.suffix]
    if part and part not in parts:
        raise NoSuchName("part", part, parts, f"those that a {path.suffix} holds: {', '.join(parts)}")
    try:
        parts[part or next(iter(parts))](what, path)
    except (OSError, ValueError) as error:
        if isinstance(error, FmbookError):
            raise
        raise BadFile(path, error) from None
    return path


@checked
def set_up(game: Game, file: str | Path) -> Game:
    """Set up a game from a CSV with the columns ``unit`` and ``place``, as ``fm.export(game, "units.csv")`` writes it.

    For scenarios that let players place their units; each placement is an order, so that the record has it.

    >>> import pathlib, tempfile
    >>> import fmbook as fm
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "units.csv"
    >>> placed = fm.new_game("scheldt", "free", 1)
    >>> while isinstance(placed.legal()[0], fm.Place):
    ...     _ = placed.do(placed.legal()[0])
    >>> fm.set_up(fm.new_game("scheldt", "free", 1), fm.export(placed, file)).given
    7
    """
    places = _places_in(Path(file))
    asked = list(_placements(game))
    if not asked:
        raise NoSetUp(f"{game.setup.scenario} does not ask where units stand: take a scenario with a free set-up.")
    while asked:
        unit = asked[0].unit
        if unit not in places:
            raise NoSetUp(
                f"{Path(file).name} does not say where {unit} stands: add a line for it, such as {unit},{asked[0].to}."
            )
        game.do(Place(unit, places[unit]))
        asked = list(_placements(game))
    return game


def _placements(game: Game) -> Iterator[Place]:
    return (order for order in game.legal_of(Place) if isinstance(order, Place))


def _places_in(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, ValueError, csv.Error) as error:
        raise NoSetUp(f"No set-up can be read from “{str(path)[:80]}”: {getattr(error, 'strerror', error)}.") from None
    if not rows or not {"unit", "place"} <= set(rows[0]):
        raise NoSetUp(f"{path.name} has no columns “unit” and “place” with lines below them.")
    return {row["unit"]: row["place"] or "" for row in rows if row["unit"]}
