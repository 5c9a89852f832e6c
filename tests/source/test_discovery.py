"""Which scripts a path stands for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.errors import Trouble
from gpu2ipu.source.discovery import Found, common_folder, find, scripts_of

Tree = Callable[..., Path]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Make empty files with their folders."""

    def make(*names: str) -> Path:
        for name in names:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        return tmp_path

    return make


def below(top: Path, config: Config | None = None) -> list[str]:
    return [script.relative_to(top).as_posix() for script in scripts_of(top, config or Config())]


def ignore(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text(text)


def test_a_file_stands_for_itself_even_when_it_is_ignored(tree: Tree) -> None:
    top = tree("a.py")
    ignore(top, "a.py\n")
    config = Config(exclude=("a.py",), root=top)
    assert scripts_of(top / "a.py", config) == (top / "a.py",)


def test_what_is_excluded_by_force_stands_for_nothing(tree: Tree) -> None:
    top = tree("a.py", "b.py", "old/c.py", "old/new/d.py")
    config = Config(exclude=("a.py", "old/"), force_exclude=True, root=top)
    named = [top / name for name in ("a.py", "b.py", "old/c.py", "old/new/d.py", "old", "old/new")]
    assert find(named, config) == Found((top / "b.py",), ())
    ignore(top, "b.py\n")
    assert scripts_of(top / "b.py", config) == (top / "b.py",)  # only `exclude` counts
    assert find([top / "old" / "missing.py", top / "missing.py"], config) == Found(
        (), (f"{top / 'missing.py'}: no such file or folder",)
    )


def test_a_folder_stands_for_the_scripts_below_it_in_order(tree: Tree) -> None:
    top = tree("b.py", "a.py", "c/d.py", "c/e.txt", "c/f.ipynb", "c/.ipynb_checkpoints/f.ipynb", "g")
    assert below(top) == ["a.py", "b.py", "c/d.py", "c/f.ipynb"]


@pytest.mark.parametrize("hidden", [".git/a.py", ".hidden/a.py", "__pycache__/a.py", "env/lib/a.py"])
def test_folders_that_are_not_source_are_left_out(tree: Tree, hidden: str) -> None:
    top = tree("z.py", hidden, "env/pyvenv.cfg")
    assert below(top) == ["z.py"]


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        ("a.py\n", ["b.py", "sub/b.py", "sub/deep/b.py"]),
        ("/a.py\n", ["b.py", "sub/a.py", "sub/b.py", "sub/deep/a.py", "sub/deep/b.py"]),
        ("sub/\n", ["a.py", "b.py"]),
        ("*.py\n!b.py\n", ["b.py", "sub/b.py", "sub/deep/b.py"]),
        ("sub/**/a.py\n", ["a.py", "b.py", "sub/b.py", "sub/deep/b.py"]),
        ("# a.py\n\n", ["a.py", "b.py", "sub/a.py", "sub/b.py", "sub/deep/a.py", "sub/deep/b.py"]),
    ],
)
def test_gitignore_and_exclude_mean_the_same(tree: Tree, patterns: str, left: list[str]) -> None:
    top = tree("a.py", "b.py", "sub/a.py", "sub/b.py", "sub/deep/a.py", "sub/deep/b.py")
    assert below(top, Config(exclude=tuple(patterns.splitlines()), root=top)) == left
    ignore(top, patterns)
    assert below(top) == left


def test_a_nested_gitignore_has_the_last_word(tree: Tree) -> None:
    top = tree("a.py", "b.py", "sub/a.py", "sub/b.py")
    ignore(top, "a.py\n")
    ignore(top / "sub", "!a.py\nb.py\n")
    assert below(top) == ["b.py", "sub/a.py"]


def test_a_gitignore_above_counts_within_the_repository(tree: Tree) -> None:
    top = tree("a.py", "sub/a.py", "sub/b.py")
    ignore(top, "a.py\n")
    assert below(top / "sub") == ["a.py", "b.py"]
    (top / ".git").mkdir()
    assert below(top / "sub") == ["b.py"]


def test_exclude_counts_from_the_folder_of_the_pyproject(tree: Tree) -> None:
    top = tree("sub/a.py", "sub/b.py")
    assert below(top / "sub", Config(exclude=("/sub/a.py",), root=top)) == ["b.py"]


def test_a_loop_of_links_ends(tree: Tree) -> None:
    top = tree("sub/a.py")
    (top / "sub" / "again").symlink_to(top)
    assert below(top) == ["sub/a.py"]


def test_links_to_files_count_once_and_broken_ones_not_at_all(tree: Tree) -> None:
    top = tree("a.py")
    (top / "b.py").symlink_to(top / "a.py")
    (top / "c.py").symlink_to(top / "nowhere.py")
    assert find([top], Config()).scripts == (top / "a.py",)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing.py", "no such file or folder"),
        ("missing", "no such file or folder"),
        ("empty", "no Python script or notebook in this folder"),
        ("data.txt", "neither a Python script nor a notebook"),
        ("folder.ipynb", "no Python script or notebook in this folder"),
    ],
)
def test_a_path_that_stands_for_no_script(tree: Tree, name: str, sentence: str) -> None:
    top = tree("data.txt", "folder.ipynb/x.txt", "empty/x.txt")
    with pytest.raises(Trouble) as trouble:
        scripts_of(top / name, Config())
    assert str(trouble.value).startswith(f"{top / name}: ")
    assert sentence in str(trouble.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_trouble(tree: Tree) -> None:
    top = tree("a.py", "sub/b.py")
    (top / "sub").chmod(0)
    try:
        with pytest.raises(Trouble, match="cannot be read"):
            scripts_of(top, Config())
    finally:
        (top / "sub").chmod(0o755)


def test_trouble_with_one_path_does_not_stop_the_others(tree: Tree) -> None:
    top = tree("a.py", "sub/b.py")
    found = find([top / "missing.py", top / "sub", top / "a.py", top], Config())
    assert found.scripts == (top / "sub/b.py", top / "a.py")
    assert found.troubles == (f"{top / 'missing.py'}: no such file or folder",)


def test_the_common_folder_is_where_options_are_looked_up(tree: Tree) -> None:
    top = tree("a/b/c.py", "a/d.py")
    assert common_folder([top / "a/b/c.py"]) == top / "a/b"
    assert common_folder([top / "a/b/c.py", top / "a/d.py"]) == top / "a"
    assert common_folder([top / "a"]) == top / "a"
