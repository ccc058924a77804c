"""The wheel carries everything, and no file names a place that only one machine knows."""

import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# spelled in pieces, so that this file does not name them either
REGISTRIES = ["pypi." + "org", "python" + "hosted", "npm" + "js", "registry." + "yarn", "ana" + "conda.org"]
MACHINE_PATHS = [r"/(?:wo" + r"rk|ro" + r"ot|ho" + r"me/\w+|Us" + r"ers/\w+)/", r"[A-Z]:\\Us" + r"ers\\"]
EPOCH = 1_700_000_000  # when a release was made, as SOURCE_DATE_EPOCH says it
FORBIDDEN = re.compile("|".join([*map(re.escape, REGISTRIES), *MACHINE_PATHS]))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a release would be."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


def built(source: Path, folder: Path) -> Path:
    """Built by the build backend itself: pip would fetch it from the network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    variables = {**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)}
    done = subprocess.run(command, cwd=source, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_wheel_carries_data_chapters_and_types(names):
    assert "fmbook/py.typed" in names
    assert "fmbook/_notebooks/00_start_here.ipynb" in names
    for path in (ROOT / "data").rglob("*.toml"):
        assert f"fmbook/_data/{path.relative_to(ROOT / 'data').as_posix()}" in names


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_page_of_an_index_begins_with_how_to_install_and_links_to_whole_addresses(wheel):
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read(next(name for name in archive.namelist() if name.endswith("METADATA"))).decode()
    head, _, page = about.partition("\n\n")
    assert page.startswith("# fmbook\n\n```\npip install 'fmbook[lab]'\nfmbook open\n```")
    assert "make book" not in page.partition("## Start")[0]
    assert [link for link in re.findall(r"\]\(([^)]+)\)", page) if not link.startswith("https://")] == []
    named = re.findall(r"^Project-URL: (\w+)", head, re.MULTILINE)
    assert set(named) == {"Documentation", "Issues", "Changelog", "Repository"}


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_wheel_carries_the_licences_and_no_tests(names):
    assert {Path(name).name for name in names if "/licenses/" in name} == {
        "LICENSE",
        "LICENSE-TEXT",
        "LICENSE-DATA",
    }
    assert not any(name.startswith(("tests/", ".ci/", "notebooks/")) for name in names)


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_data_and_chapters_are_found_in_an_installed_package(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    script = "from fmbook.core.data import data_root, notebooks_root; print(data_root(), notebooks_root(), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [tmp_path / "site" / "fmbook" / folder for folder in ("_data", "_notebooks")]
    assert [Path(line) for line in done.stdout.splitlines()] == expected


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody has who unpacks the source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # an early 3.11 has none
        archive.extractall(folder)
    return next(path for path in folder.iterdir() if path.is_dir())


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_source_distribution_is_whole(unpacked):
    names = {path.relative_to(ROOT).as_posix() for path in tracked_files()}
    assert {name for name in names if not (unpacked / name).is_file()} == set()


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_what_is_built_from_the_source_distribution_is_what_is_built_here(unpacked, wheel, tmp_path):
    left = unpacked / "notebooks" / ".ipynb_checkpoints" / "00_start_here-checkpoint.ipynb"
    left.parent.mkdir()
    left.write_text("what a reader's Lab leaves behind, and nobody wants in a wheel")
    touched = unpacked / "fmbook" / "__init__.py"
    os.utime(touched)
    touched.chmod(0o600)
    again = built(unpacked, tmp_path)
    with zipfile.ZipFile(wheel) as here, zipfile.ZipFile(again) as there:
        assert {each.filename: each.CRC for each in here.infolist()} == {
            each.filename: each.CRC for each in there.infolist()
        }
        assert {each.date_time for each in there.infolist()} == {time.gmtime(EPOCH)[:6]}
    assert wheel.read_bytes() == again.read_bytes()  # of two machines that build one release, each proves the other


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_boards_that_were_drawn_ahead_go_into_what_is_built(unpacked, tmp_path):
    drawn = unpacked / "fmbook" / "_prepared.zip"
    before = drawn.read_bytes() if drawn.exists() else None
    drawn.write_bytes(b"boards")
    try:
        with zipfile.ZipFile(built(unpacked, tmp_path)) as archive:
            assert archive.read("fmbook/_prepared.zip") == b"boards"
    finally:
        drawn.unlink() if before is None else drawn.write_bytes(before)


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_commands_and_the_tests_of_the_source_distribution_run(unpacked):
    listed = subprocess.run(
        [sys.executable, ".ci/make.py"], cwd=unpacked, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    assert "  book " in listed
    tests = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/core/test_dice.py",
        "tests/test_pins.py",
    ]
    variables = {**os.environ, "PYTHONPATH": str(unpacked)}
    done = subprocess.run(tests, cwd=unpacked, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_recipe_for_conda_wants_what_the_package_and_its_readers_want():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {f"python{project['requires-python']}", *project["dependencies"], *project["optional-dependencies"]["lab"]}
    recipe = (ROOT / ".ci" / "conda" / "meta.yaml").read_text(encoding="utf-8")
    run = recipe.partition("  run:\n")[2].partition("test:\n")[0]
    assert {line.strip("- ").replace(" ", "") for line in run.splitlines()} == wanted
    assert f'version: "{project["version"]}"' in recipe
    assert f"license: {project['license']}" in recipe


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_a_registry_or_a_machines_path():
    found = []
    for path in tracked_files():
        text = path.read_text(encoding="utf-8", errors="ignore")
        found += [f"{path.relative_to(ROOT)}: {match.group()}" for match in FORBIDDEN.finditer(text)]
    assert found == []


@pytest.mark.parametrize("text", ["/" + "work/main", "https://pypi." + "org/simple", "/" + "home/anna/x"])
def test_the_pattern_finds_what_it_should(text):
    assert FORBIDDEN.search(text)


def test_plain_system_paths_are_no_offence():
    assert not FORBIDDEN.search("/usr/bin/python3, /tmp/x, /Applications/Chromium.app, notebooks/00.ipynb")
