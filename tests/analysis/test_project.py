"""Projects: which files belong together and which are run."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from gpu2ipu.analysis import project as module
from gpu2ipu.analysis.project import Project, single
from tests.projects_in_memory import of, write

GUARD = 'if __name__ == "__main__":\n    pass\n'


def names(paths: object) -> list[str]:
    assert isinstance(paths, (tuple, frozenset))
    return sorted(path.name for path in paths)


def test_files_that_import_nothing_are_alone(tmp_path: Path) -> None:
    paths = write(tmp_path, {"a.py": "import numpy\n", "b.py": "x = 1\n"})
    assert of(paths) == [single(path) for path in paths]


def test_files_that_share_a_module_belong_together(tmp_path: Path) -> None:
    paths = write(
        tmp_path, {"a.py": "import c\n", "lone.py": "", "b.py": "import c\n", "c.py": "", "d.py": GUARD}
    )
    together, lone, guarded = of(paths)
    assert (names(together.asked), names(together.entries)) == (["a.py", "b.py", "c.py"], ["a.py", "b.py"])
    assert (names(lone.asked), names(guarded.asked)) == (["lone.py"], ["d.py"])
    assert pickle.loads(pickle.dumps(together)) == together


def test_a_module_that_nobody_asked_for_is_followed(tmp_path: Path) -> None:
    paths = write(tmp_path, {"a.py": "import b\n", "b.py": "import c\n", "c.py": "import a\n"})
    (project,) = of(paths[:1])
    assert (names(project.asked), names(project.followed)) == (["a.py"], ["b.py", "c.py"])
    assert names(project.whole.asked) == ["a.py", "b.py", "c.py"]


def test_what_is_run(tmp_path: Path) -> None:
    files = {"a.py": "import b, c\n" + GUARD, "b.py": GUARD, "c.py": "", "d.py": "from a import x\n"}
    (project,) = of(write(tmp_path, files))
    assert names(project.entries) == ["a.py", "b.py", "d.py"]


def test_a_circle_is_run_from_anywhere(tmp_path: Path) -> None:
    (project,) = of(write(tmp_path, {"a.py": "import b\n", "b.py": "import a\n"}))
    assert names(project.entries) == ["a.py", "b.py"]


def test_named_entries_are_all_there_is(tmp_path: Path) -> None:
    files = {"a.py": "import c\n", "b.py": "import c, d\n", "c.py": GUARD, "d.py": "", "e.py": ""}
    paths = write(tmp_path, files)
    (project,) = of(paths, paths[1])
    assert (names(project.asked), names(project.entries)) == (["b.py", "c.py", "d.py"], ["b.py"])


def test_scripts_without_their_modules(tmp_path: Path) -> None:
    (project,) = of(write(tmp_path, {"a.py": "import c\n", "b.py": "import c\n", "c.py": ""}))
    assert [(names(each.asked), names(each.followed)) for each in project.entries_alone()] == [
        (["a.py"], ["b.py", "c.py"]),
        (["b.py"], ["a.py", "c.py"]),
    ]


def test_files_of_a_large_group_are_looked_at_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_TOGETHER", 2)
    parts: list[Project] = of(write(tmp_path, {"a.py": "import c\n", "b.py": "import c\n", "c.py": ""}))
    assert [(names(each.asked), names(each.followed)) for each in parts] == [
        (["a.py"], ["c.py"]),
        (["b.py"], ["c.py"]),
        (["c.py"], []),
    ]


def test_not_every_import_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_FOLLOWED", 1)
    paths = write(tmp_path, {"a.py": "import b\n", "b.py": "import c\n", "c.py": ""})
    assert names(of(paths[:1])[0].followed) == ["b.py"]
