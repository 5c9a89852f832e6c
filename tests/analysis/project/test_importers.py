"""The files around a module that may import it: which, and in which order."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from gpu2ipu.analysis.project.importers import Importers
from gpu2ipu.analysis.project.module_files import ModuleFiles
from tests.projects_in_memory import write

TEXT = "from pkg.a import x\n"
FILES = {
    "top/.git/config": "",
    "top/run.py": TEXT,
    "top/pkg/b.py": TEXT,
    "top/pkg/other.py": "a = 1  # import a\nimport apart.x as a\n",
    "top/pkg/a.py": "",
    "top/pkg/data.csv": TEXT,
    "top/pkg/notes.ipynb": TEXT,
    "top/pkg/inner.v2/c.py": "def f():\n    import b, a as name\n",
    "top/pkg/.hidden/d.py": TEXT,
    "top/pkg/__pycache__/e.py": TEXT,
    "top/pkg/inner.v2/deep/g.py": TEXT,
    "top/venv/pyvenv.cfg": "",
    "top/venv/f.py": TEXT,
    "above.py": TEXT,
}


def test_the_nearest_come_first(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    importers = Importers(ModuleFiles(), Path.read_text)
    found = [
        path.relative_to(tmp_path).as_posix() for path in importers.candidates(tmp_path / "top/pkg/a.py")
    ]
    assert list(dict.fromkeys(found)) == [
        *("top/pkg/b.py", "top/pkg/notes.ipynb", "top/pkg/inner.v2/c.py", "top/run.py")
    ]


def test_each_file_is_read_once(tmp_path: Path) -> None:
    paths = write(tmp_path, FILES)
    read: Counter[Path] = Counter()

    def text(path: Path) -> str:
        read[path] += 1
        return path.read_text()

    importers = Importers(ModuleFiles(), text)
    for path in paths[1:5]:
        list(importers.candidates(path))
    assert set(read.values()) == {1}


def test_a_folder_that_cannot_be_read_is_empty(tmp_path: Path) -> None:
    assert list(Importers(ModuleFiles(), Path.read_text).candidates(tmp_path / "none/a.py")) == []
