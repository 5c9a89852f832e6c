"""Projects: which files belong together and which are run."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from gpu2ipu.analysis.project.project import Project, projects, single
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


def test_every_import_is_followed(tmp_path: Path) -> None:
    chain = {f"m{i}.py": f"import m{i + 1}\n" if i < 149 else "" for i in range(150)}
    paths = write(tmp_path, chain)
    (from_the_top,) = of(paths[:1])
    assert len(from_the_top.followed) == 149
    (together,) = of(paths)
    assert (together.asked, names(together.entries)) == (tuple(paths), ["m0.py"])


def test_what_a_folder_adds_is_looked_for_again_by_those_that_had_come_from_others(tmp_path: Path) -> None:
    files = {
        "one/a.py": "import lib\n",
        "two/b.py": "import lib\n",
        "lib/__init__.py": "import first\nimport second\n",
        "one/first.py": "import third\n",
        "two/second.py": "",
        "two/third.py": "",
        "setup.py": "",
    }
    paths = write(tmp_path, files)
    (project,) = of(paths[:2])
    assert names(project.followed) == ["__init__.py", "first.py", "second.py", "third.py"]


def around(*paths: Path) -> list[Project]:
    """The projects of files, with those that import them."""
    return list(projects(paths, Path.read_text, around=True))


def test_who_imports_a_file_is_looked_for_around_it(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "",
        "pkg/__init__.py": "",
        "pkg/layers.py": "",
        "pkg/models.py": "from .layers import (\n    a,\n    b,\n)\n",
        "train.py": "from pkg import (  # the model\n    models,\n)\nimport other\n",
        "scripts/run.py": "from pkg.models import create\n",
        "other.py": "layers = 1\n# import layers\n",
        "deep/er/far.py": "from pkg.models import create\n",
        "lone.py": "import models\n",
    }
    paths = dict(zip(files, write(tmp_path, files), strict=True))
    (project,) = around(paths["pkg/layers.py"])
    assert names(project.asked) == ["layers.py"]
    assert names(project.followed) == ["__init__.py", "models.py", "other.py", "run.py", "train.py"]
    assert names(project.entries) == ["run.py", "train.py"]
    together, lone = around(paths["pkg/models.py"], paths["pkg/layers.py"], paths["lone.py"])
    assert (names(together.asked), names(together.entries)) == (
        ["layers.py", "models.py"],
        ["run.py", "train.py"],
    )
    assert lone == single(paths["lone.py"])
    assert of([paths["pkg/layers.py"]]) == [single(paths["pkg/layers.py"])]


def test_files_that_share_an_importer_belong_together(tmp_path: Path) -> None:
    # without a project's top, what other tests write beside this folder would be read, too
    files = {"a.py": "", "b.py": "", "run.py": "import a, b\n", "__init__.py": "", "pyproject.toml": ""}
    paths = write(tmp_path, files)
    (project,) = around(*paths[:2])
    assert (names(project.asked), names(project.followed)) == (["a.py", "b.py"], ["run.py"])
    (package,) = around(paths[3])
    assert package == single(paths[3])


def test_a_package_is_imported_by_the_name_of_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"pkg/__init__.py": "", "train.py": "import pkg\n"})
    monkeypatch.chdir(tmp_path / "pkg")
    (project,) = around(Path("__init__.py"))
    assert names(project.entries) == ["train.py"]


def test_all_files_that_import_one_are_found_however_many_they_are(tmp_path: Path) -> None:
    files = {"a.py": "", "__init__.py": "", "pyproject.toml": ""}
    users = {f"u{i}.py": f"import a, c{i}\n" for i in range(150)}
    used = {f"c{i}.py": "" for i in range(150)}
    chain = {f"d{i}.py": f"import {f'd{i - 1}' if i else 'u149'}\n" for i in range(50)}
    others = {f"b{i}.py": "import os\n" for i in range(250)}  # between the module and its importers
    paths = write(tmp_path, {**files, **others, **users, **used, **chain})
    (project,) = around(paths[0])
    assert names(project.files) == sorted(["a.py", *users, *used, *chain])
    assert names(project.entries) == sorted({*users, "d49.py"} - {"u149.py"})


def test_the_files_around_many_are_found(tmp_path: Path) -> None:
    modules = {f"m{i}.py": "" for i in range(120)}
    paths = write(tmp_path, {**modules, "run.py": "import m0\nimport m119\n", "pyproject.toml": ""})
    project, *alone = around(*paths[:120])
    assert (names(project.asked), names(project.entries)) == (["m0.py", "m119.py"], ["run.py"])
    assert len(alone) == 118


@pytest.mark.parametrize("module_first", [False, True])
def test_a_module_imports_what_stands_beside_the_script(tmp_path: Path, module_first: bool) -> None:
    files = {"a.py": "import lib.b\n", "lib/b.py": "from other import c\n", "other/c.py": "", "d.py": ""}
    paths = write(tmp_path, files)
    together, alone = of(paths[1::-1] + paths[2:] if module_first else paths)
    assert (names(together.asked), names(together.entries)) == (["a.py", "b.py", "c.py"], ["a.py"])
    assert names(alone.asked) == ["d.py"]
