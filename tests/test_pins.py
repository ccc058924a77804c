"""The exact versions: within pyproject's ranges, and fit for the oldest Python."""

import contextlib
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).parents[1]


def pins(*names: str) -> dict[str, Version]:
    lines = [line for name in names for line in (ROOT / name).read_text().splitlines() if line[0] != "#"]
    return {name.casefold(): Version(version) for name, _, version in (line.partition("==") for line in lines)}


def requirements(extra: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"][extra]]
    return [wanted for wanted in map(Requirement, listed) if wanted.name != "fmbook"]


def test_every_pin_is_within_its_range():
    known = pins("binder/requirements.txt", ".ci/test-pins.txt")
    outside = [
        f"{wanted} but pinned {known.get(wanted.name.casefold())}"
        for wanted in [*requirements("lab"), *requirements("test"), *requirements("bench")]
        if wanted.name.casefold() not in known or known[wanted.name.casefold()] not in wanted.specifier
    ]
    assert outside == [], "run `make pins`"


def test_every_pin_suits_the_oldest_python():
    """Debian 12 has 3.11.2, and a pin made on a newer one may not exist for it."""
    asked = {}
    for name in pins("binder/requirements.txt", ".ci/test-pins.txt"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            asked[name] = metadata.metadata(name)["Requires-Python"] or ""
    assert asked
    assert [name for name, versions in asked.items() if "3.11.2" not in SpecifierSet(versions)] == []


def test_readers_pins_stand_alone():
    known = pins("binder/requirements.txt")
    assert all(wanted.name.casefold() in known for wanted in requirements("lab"))
