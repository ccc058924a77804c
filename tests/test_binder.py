"""What Binder will make of the binder folder: its recipe, read without Docker."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from steps import links

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
    assert {path.name for path in (ROOT / "binder").iterdir()} == {
        "postBuild", "requirements.txt", "runtime.txt", "start"
    }  # fmt: skip
    assert all(os.access(ROOT / "binder" / script, os.X_OK) for script in ("postBuild", "start"))


def test_it_asks_for_a_python_that_the_book_supports():
    asked = (ROOT / "binder" / "runtime.txt").read_text().strip()
    assert asked == "python-3.12"
    assert "Programming Language :: Python :: 3.12" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_every_pin_is_exact():
    lines = (ROOT / "binder" / "requirements.txt").read_text().splitlines()
    assert all(line.startswith(("#", "    --hash=sha256:")) or "==" in line for line in lines)


# --- an image of before with chapters of today: binder/start, between two toy repositories -----------


class Image:
    """What Binder would have built of a tag, and the repository that has gone on since."""

    def __init__(self, folder: Path, tag: str) -> None:
        self.public, self.home = folder / "public", folder / "home"
        (self.public / "binder").mkdir(parents=True)
        shutil.copy(ROOT / "binder" / "start", self.public / "binder")
        self.git(self.public, "init", "-q")
        self.commit("binder/postBuild", "#!/usr/bin/env bash\ncp chapter laid-out\n")
        self.commit("chapter", "of then")
        self.git(self.public, "tag", tag)
        self.git(folder, "clone", "-q", str(self.public), str(self.home))

    def git(self, folder: Path, *words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)

    def commit(self, name: str, text: str) -> None:
        (self.public / name).write_text(text, encoding="utf-8")
        (self.public / name).chmod(0o755)
        self.git(self.public, "add", ".")
        self.git(self.public, "commit", "-q", "-m", name)

    def started(self) -> str:
        """The chapter that a reader meets, as the command sees it that the image then runs."""
        command = [str(self.home / "binder" / "start"), "cat", "chapter"]
        return subprocess.run(command, cwd=self.home.parent, check=True, capture_output=True, text=True).stdout


on_a_linux = pytest.mark.skipif(sys.platform == "win32", reason="a script of an image, which is a Linux")


@on_a_linux
def test_an_image_of_an_environment_plays_the_newest_chapter_laid_out_anew(tmp_path):
    image = Image(tmp_path, "environment-1")
    image.commit("chapter", "of today")
    assert image.started() == "of today"
    assert (image.home / "laid-out").read_text() == "of today"


@on_a_linux
def test_an_image_of_any_other_commit_plays_that_commit(tmp_path):
    image = Image(tmp_path, "v1")
    image.commit("chapter", "of today")
    assert image.started() == "of then"


@on_a_linux
def test_an_image_whose_recipe_has_changed_since_plays_its_own(tmp_path):
    image = Image(tmp_path, "environment-1")
    image.commit("binder/requirements.txt", "another")
    image.commit("chapter", "of today")
    assert image.started() == "of then"


@on_a_linux
def test_an_image_without_a_network_plays_its_own(tmp_path):
    image = Image(tmp_path, "environment-1")
    image.commit("chapter", "of today")
    image.public.rename(tmp_path / "gone")
    assert image.started() == "of then"


@on_a_linux
def test_an_image_in_which_the_newest_cannot_be_laid_out_plays_its_own(tmp_path):
    image = Image(tmp_path, "environment-1")
    image.git(image.public, "rm", "-q", "chapter")
    image.commit("other", "there is no chapter to lay out")
    assert image.started() == "of then"


def test_the_environment_has_another_name_when_its_recipe_changes_and_only_then(tmp_path):
    for folder in ("binder", ".ci", "notebooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    assert links.environment(tmp_path) == links.environment()
    (tmp_path / "notebooks" / "new.ipynb").write_text("{}")
    assert links.environment(tmp_path) == links.environment()
    (tmp_path / "binder" / "requirements.txt").write_text("numpy==2.0\n")
    assert links.environment(tmp_path) != links.environment()


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
    assert recipe.get_start_script() == "${REPO_DIR}/binder/start"
