"""The files around a module: which, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.project import importers
from gpu2ipu.analysis.project.importers import Neighbours
from gpu2ipu.analysis.project.module_files import ModuleFiles
from tests.projects_in_memory import write

FILES = {
    "top/.git/config": "",
    "top/run.py": "",
    "top/pkg/b.py": "",
    "top/pkg/a.py": "",
    "top/pkg/data.csv": "",
    "top/pkg/notes.ipynb": "",
    "top/pkg/inner.v2/c.py": "",
    "top/pkg/.hidden/d.py": "",
    "top/pkg/__pycache__/e.py": "",
    "top/venv/pyvenv.cfg": "",
    "top/venv/f.py": "",
    "above.py": "",
}


def test_the_nearest_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, FILES)
    found = [
        path.relative_to(tmp_path).as_posix()
        for path in Neighbours().of(tmp_path / "top/pkg/a.py", ModuleFiles())
    ]
    assert found[:5] == [
        *("top/pkg/a.py", "top/pkg/b.py", "top/pkg/notes.ipynb", "top/pkg/inner.v2/c.py", "top/run.py")
    ]
    assert set(found[5:]) <= set(found[:5])
    monkeypatch.setattr(importers, "MOST", 2)
    assert len(list(Neighbours().of(tmp_path / "top/pkg/a.py", ModuleFiles()))) == 2


def test_a_folder_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    assert list(Neighbours().of(tmp_path / "none/a.py", ModuleFiles())) == []
