"""Which of the folders around a script are looked into."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.runner.child import folder_tree
from gpu2ipu.runner.child.folder_tree import FolderTree, siblings, tops_of
from tests.projects_in_memory import write


def names(tree: FolderTree, top: Path) -> set[str]:
    return {path.relative_to(top).as_posix() for path in tree.entries}


def test_all_that_lies_below_a_folder(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": "", "data/a/x.csv": "1", "__pycache__/y": ""})
    tree = FolderTree()
    tree.add(tmp_path)
    assert names(tree, tmp_path) == {"train.py", "data", "data/a", "data/a/x.csv"}
    assert tree.folders[0] == tmp_path and len(tree.folders) == 3
    assert list(tree.signatures()) == [tmp_path / "train.py", tmp_path / "data/a/x.csv"]


def test_hidden_folders_environments_and_what_is_left_out_are_not_looked_into(tmp_path: Path) -> None:
    write(tmp_path, {".git/config": "", "env/pyvenv.cfg": "", "env/bin/python": "", "kept/a": ""})
    tree = FolderTree((tmp_path / "kept",))
    tree.add(tmp_path)
    assert names(tree, tmp_path) == {".git", "env", "kept"}


def test_a_large_folder_is_one_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_tree, "LARGE_FOLDER", 4)
    write(tmp_path, {f"data/{n}": "" for n in range(5)} | {f"some/{n}": "" for n in range(4)})
    tree = FolderTree()
    tree.add(tmp_path)
    assert tree.large == [tmp_path / "data"]
    assert tmp_path / "some/3" in tree.entries and tmp_path / "data/3" not in tree.entries


def test_a_folder_in_another_one_is_taken_once(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": "", "data/x": ""})
    tree = FolderTree()
    tree.add(tmp_path / "src")
    tree.add(tmp_path)
    assert len(tree.entries) == len(set(tree.entries)) == 4


def test_a_project_is_taken_as_a_whole_unless_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"src/a.py": "", "data/x": ""})
    for most, entries in ((4, 4), (3, 1)):
        monkeypatch.setattr(folder_tree, "LARGE_PROJECT", most)
        tree = FolderTree()
        tree.add(tmp_path / "src")
        tree.add_project(tmp_path)
        assert len(tree.entries) == entries


@pytest.mark.parametrize("mark", [".git/HEAD", "pyproject.toml", "requirements.txt"])
def test_the_project_of_a_folder(tmp_path: Path, mark: str) -> None:
    write(tmp_path, {mark: "", "src/deep/a.py": "", "other/b.py": ""})
    assert tops_of([tmp_path / "src/deep", tmp_path / "other"]) == [tmp_path]


def test_the_home_of_a_user_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path, {".git/HEAD": "", "a/train.py": ""})
    assert tops_of([tmp_path / "a"]) == [tmp_path / "a"]
    assert tops_of([tmp_path / "a", tmp_path]) == [tmp_path]


def test_what_lies_above(tmp_path: Path) -> None:
    write(tmp_path, {"a/b/train.py": "", "a/data": "", "up": ""})
    found = set(siblings(tmp_path / "a/b"))
    assert {tmp_path / "a/data", tmp_path / "up", tmp_path / "a"} <= found
    assert tmp_path / "a/b/train.py" not in found
