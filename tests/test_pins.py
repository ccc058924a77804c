"""The exact versions: within pyproject's ranges, and fit for the oldest Python."""

import contextlib
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from steps.environment import CONTAINS, PINNED

ROOT = Path(__file__).parents[1]


PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[\w.]+)(?: ; [^\\]+)?(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})*)$"
)
FILES = (
    "binder/requirements.txt",
    ".ci/pages-pins.txt",
    ".ci/site-pins.txt",
    ".ci/test-pins.txt",
    ".ci/dev-pins.txt",
    ".ci/build-pins.txt",
)


def entries(name: str) -> list[re.Match[str]]:
    """Each pin of a file; whatever is none, or has no hash, is told."""
    _, _, text = (ROOT / name).read_text(encoding="utf-8").partition("\n")
    whole = re.sub(r" \\\n +--hash", " --hash", text).splitlines()
    found = [PIN.match(line.replace(" --hash", " \\\n    --hash")) for line in whole]
    assert all(found), [line for line, match in zip(whole, found, strict=True) if not match][:3]
    return [match for match in found if match]


def pins(*names: str) -> dict[str, Version]:
    return {each["name"].casefold(): Version(each["version"]) for name in names for each in entries(name)}


def requirements(extra: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"][extra]]
    return [wanted for wanted in map(Requirement, listed) if wanted.name != "fmbook"]


def test_every_pin_is_within_its_range():
    known = pins("binder/requirements.txt", ".ci/pages-pins.txt", ".ci/site-pins.txt", ".ci/test-pins.txt")
    outside = [
        f"{wanted} but pinned {known.get(wanted.name.casefold())}"
        for extra in ("lab", "pages", "site", "class", "cluster", "gym", "tables", "test", "bench")
        for wanted in requirements(extra)
        if wanted.name.casefold() not in known or known[wanted.name.casefold()] not in wanted.specifier
    ]
    assert outside == [], "run `make pins`"


def test_every_pin_suits_the_oldest_python():
    """Debian 12 has 3.11.2, and a pin made on a newer one may not exist for it."""
    asked = {}
    for name in pins("binder/requirements.txt", ".ci/pages-pins.txt", ".ci/test-pins.txt"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            asked[name] = ", ".join(metadata.metadata(name).get_all("Requires-Python") or [])
    assert asked
    assert [name for name, versions in asked.items() if "3.11.2" not in SpecifierSet(versions)] == []


def test_readers_pins_stand_alone():
    known = pins("binder/requirements.txt")
    assert all(wanted.name.casefold() in known for wanted in requirements("lab"))


@pytest.mark.parametrize("name", FILES)
def test_every_pin_has_the_hashes_of_its_files(name):
    assert entries(name)
    assert [each["name"] for each in entries(name) if not each["hashes"]] == []


def test_no_two_files_pin_one_package_to_two_versions():
    every = [(each["name"].casefold(), each["version"]) for name in FILES for each in entries(name)]
    assert len({name for name, _ in every}) == len(set(every))


def test_the_build_backend_is_pinned_with_all_that_it_needs():
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    known = pins(".ci/build-pins.txt")
    assert [f"{name}=={known[name]}" for name in ("hatchling",)] == built
    assert {"editables", "packaging", "pathspec", "pluggy", "trove-classifiers"} <= known.keys()


@pytest.mark.parametrize("extra", CONTAINS)
def test_what_each_set_up_needs_is_in_the_files_that_it_takes(extra):
    known = pins(*(path.relative_to(ROOT).as_posix() for path in PINNED[extra]))
    inside = [wanted for each in CONTAINS[extra] for wanted in requirements(each)]
    assert [str(wanted) for wanted in inside if str(known.get(wanted.name.casefold(), 0)) not in wanted.specifier] == []


@pytest.mark.parametrize("package", ["colorama", "pywinpty", "appnope"])
def test_what_only_another_system_needs_is_pinned_for_it(package):
    text = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    assert re.search(rf'^{package}==[\w.]+ ; sys_platform == "(win32|darwin)" ', text, re.MULTILINE)
