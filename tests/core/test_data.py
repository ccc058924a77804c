"""Reading the book's own files: what is found, and what is said when it is not."""

import shutil
from pathlib import Path

import msgspec
import pytest

from fmbook.core import data
from fmbook.core.errors import DataError


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: int = 1
    parts: list[dict[str, int]] = []


def write(folder: Path, content: str | bytes, name: str = "thing.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def fault(name: str, root: Path | None) -> DataError:
    with pytest.raises(DataError) as refused:
        data.load(Thing, name, root=root)
    assert refused.value.file == name
    return refused.value


# --- where files lie ------------------------------------------------------------------------------------


def test_in_a_checkout_the_folders_lie_beside_the_package() -> None:
    checkout = Path(data.__file__).parents[2]
    assert data.data_root() == checkout / "data"
    assert data.notebooks_root() == checkout / "notebooks"


def test_in_a_wheel_the_folders_lie_inside_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "fmbook"
    for folder in (package / "_data", package / "_notebooks", package.parent / "data"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(data, "PACKAGE", package)
    assert data.data_root() == package / "_data"
    assert data.notebooks_root() == package / "_notebooks"


def test_without_the_folder_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "fmbook")
    with pytest.raises(DataError, match=r"data: no such folder in or beside .* install fmbook again"):
        data.data_root()
    with pytest.raises(DataError, match="notebooks: no such folder"):
        data.notebooks_root()


def test_files_are_read_from_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(write(tmp_path / "from", 'name = "a"', "drill/thing.toml"), tmp_path / "data")
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "fmbook")
    assert data.load(Thing, "drill/thing.toml") == Thing("a")


# --- what they say --------------------------------------------------------------------------------------


def test_a_file_is_read_into_its_type(tmp_path: Path) -> None:
    write(tmp_path, 'name = "Thélus"\nsize = 3\n[[parts]]\nx = 1\n')
    assert data.load(Thing, "thing.toml", root=tmp_path) == Thing("Thélus", 3, [{"x": 1}])


def test_the_mark_that_some_editors_put_first_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path, b'\xef\xbb\xbfname = "a"')
    assert data.load(Thing, "thing.toml", root=tmp_path) == Thing("a")


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ('name = "a"\nsize = "3"', "$.size", "Expected `int`, got `str`"),
        ('name = "a"\nsize = 1.0', "$.size", "Expected `int`, got `float`"),
        ('name = "a"\n[[parts]]\nx = 1\n[[parts]]\ny = "2"', "$.parts[1][...]", "Expected `int`, got `str`"),
        ("size = 3", "$", "Object missing required field `name`"),
        ('name = "a"\nsise = 3', "$", "Object contains unknown field `sise`"),
    ],
)
def test_a_wrong_type_is_named_by_its_path(tmp_path: Path, text: str, path: str, problem: str) -> None:
    error = fault("thing.toml", write(tmp_path, text))
    assert (error.path, error.problem) == (path, problem)
    assert str(error) == f"thing.toml at {path}: {problem}"


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ('name = "a"\n\nsize = = 3', "line 3, column 8", "this is not TOML: Invalid value"),
        ('name = "a"\nname = "b"\n', "line 2, column 11", "this is not TOML: Cannot overwrite a value"),
        ('[x]\na = 1\n[x]\n', "line 3, column 3", "this is not TOML: Cannot declare ('x',) twice"),
        ('name = "a', "end of document", "this is not TOML: Unterminated string"),
        (b'name = "a"\nsize = 3 # h\xf6he', "line 2", "this is not UTF-8; save the file as UTF-8"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, text: str | bytes, path: str, problem: str) -> None:
    error = fault("thing.toml", write(tmp_path, text))
    assert (error.path, error.problem) == (path, problem)


def test_a_missing_file_says_what_there_is_instead(tmp_path: Path) -> None:
    write(tmp_path, 'name = "a"', "drill/board.toml")
    assert fault("drill/bord.toml", tmp_path).problem == "there is no such file; its folder holds board.toml"
    assert fault("dril/board.toml", tmp_path).problem == "there is no such file; its folder holds no data files either"
    assert "there is no such file" in fault("drill", tmp_path).problem


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, 'name = "a"', "secret.toml")
    inside = tmp_path / "data"
    inside.mkdir()
    (inside / "link.toml").symlink_to(tmp_path / "secret.toml")
    for name in ("../secret.toml", str(tmp_path / "secret.toml"), "x/../../secret.toml", "link.toml"):
        assert "outside the data folder" in fault(name, inside).problem


def test_a_name_may_go_up_and_down_inside_the_folder(tmp_path: Path) -> None:
    write(tmp_path, 'name = "a"', "drill/thing.toml")
    assert data.load(Thing, "drill/../drill/thing.toml", root=tmp_path) == Thing("a")
