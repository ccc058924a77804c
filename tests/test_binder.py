"""What Binder will make of the binder folder: its recipe, read without Docker."""

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
HAS_REPO2DOCKER = importlib.util.find_spec("repo2docker") is not None

pytestmark = pytest.mark.filterwarnings("ignore")  # repo2docker warns about its own dependencies


@pytest.fixture(scope="module")
def recipe() -> Any:
    if not HAS_REPO2DOCKER:
        # it brings docker's own library and a dozen more, which nobody who plays or tests the rules needs
        pytest.skip("only maintainers need jupyter-repo2docker: make setup EXTRA=dev brings it")
    from repo2docker.app import Repo2Docker

    app = Repo2Docker()
    app.platform = "linux/amd64"
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        for pack in app.buildpacks:
            found = pack(app.base_image)
            found.platform = "linux/amd64"
            if found.detect():
                yield found
                return
    finally:
        os.chdir(before)
    pytest.fail("no buildpack feels responsible")


def test_the_folder_holds_what_it_should_and_no_more():
    assert {path.name for path in (ROOT / "binder").iterdir()} == {"postBuild", "requirements.txt", "runtime.txt"}
    assert os.access(ROOT / "binder" / "postBuild", os.X_OK)


def test_it_asks_for_a_python_that_the_book_supports():
    asked = (ROOT / "binder" / "runtime.txt").read_text().strip()
    assert asked == "python-3.12"
    assert "Programming Language :: Python :: 3.12" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_every_pin_is_exact():
    lines = (ROOT / "binder" / "requirements.txt").read_text().splitlines()
    assert all(line.startswith(("#", "    --hash=sha256:")) or "==" in line for line in lines)


@pytest.mark.slow
def test_binder_reads_it_as_a_python_project(recipe):
    assert type(recipe).__name__ == "PythonBuildPack"
    assert recipe.python_version.startswith("3.12")
    assert Path(recipe.binder_dir).name == "binder"


@pytest.mark.slow
def test_the_recipe_installs_the_pins_and_runs_post_build(recipe):
    dockerfile = recipe.render()
    assert "binder/requirements.txt" in dockerfile
    assert "binder/postBuild" in dockerfile
    assert recipe.get_post_build_scripts() == ["binder/postBuild"]
