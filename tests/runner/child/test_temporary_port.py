"""The port that `compare` makes on the fly: where it lies, and what lies around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.temporary_port import convert
from tests.convert.test_multi_file import FILES
from tests.projects_in_memory import write

LONE = "import numpy as np\nfrom tensorflow import keras\nm = keras.Sequential()\nm.fit(np.ones((70, 2)))\n"


def test_a_script_alone_goes_by_the_path_of_its_original(tmp_path: Path) -> None:
    (script,) = write(tmp_path / "a", {"train.py": LONE})
    made = convert(script, tmp_path, "3.4")
    assert (made.script.parent, made.path_of) == (tmp_path, script)
    assert "IPUStrategy" in made.script.read_text()


def test_a_script_with_modules_runs_in_a_copy_of_its_folder(tmp_path: Path) -> None:
    files = {f"top/{name}": text for name, text in FILES.items()} | {
        "top/rows.csv": "1",
        "top/deep/x.txt": "2",
    }
    script = write(tmp_path, files)[0]
    made = convert(script, tmp_path / "temporary", "3.4")
    folder = made.script.parent
    assert (made.script.name, made.path_of, made.notes) == ("train.py", None, ())
    assert sorted(path.name for path in folder.iterdir()) == [
        *("data.py", "deep", "models.py", "rows.csv", "train.py")
    ]
    assert "drop_remainder=True" in (folder / "data.py").read_text()
    assert (folder / "rows.csv").is_symlink() and (folder / "deep/x.txt").read_text() == "2"
    assert "drop_remainder" not in (script.parent / "data.py").read_text()


def test_modules_in_other_folders_keep_their_places(tmp_path: Path) -> None:
    code = 'import sys\nsys.path.append("lib")\n' + LONE + "import data\n"
    script, _ = write(tmp_path, {"top/train.py": code, "top/lib/data.py": FILES["data.py"]})
    made = convert(script, tmp_path / "temporary", "3.4")
    assert (made.script.parent / "lib/data.py").is_file()
    assert not (made.script.parent / "lib").is_symlink()


def test_a_module_is_in_the_copy_by_its_full_name(tmp_path: Path) -> None:
    files = {
        "top/pkg/train.py": LONE + "from .models import m\n",
        "top/pkg/models.py": "m = 1\n",
        "top/rows.csv": "1",
    }
    script = write(tmp_path, files)[0]
    made = convert(script, tmp_path / "temporary", "3.4", tmp_path / "top")
    assert made.script.parts[-2:] == ("pkg", "train.py")
    assert (made.script.parents[1] / "rows.csv").read_text() == "1"


def test_what_is_left_in_modules_is_noted_with_their_names(tmp_path: Path) -> None:
    zoo = "from tensorflow import keras\nm = keras.Sequential()\n"
    script, _ = write(tmp_path, {"train.py": "import zoo\nzoo.m.predict(x)\n", "zoo.py": zoo})
    notes = convert(script, tmp_path / "temporary", "3.4").notes
    assert any("of the port of zoo.py, IPU103" in note for note in notes)


def test_a_module_that_cannot_be_parsed_is_there_as_it_was(tmp_path: Path) -> None:
    script, module = write(tmp_path, {"train.py": LONE + "import zoo\n", "zoo.py": "print 1\n"})
    made = convert(script, tmp_path / "temporary", "3.4")
    assert (made.script.parent / "zoo.py").resolve() == module
    assert any(note.startswith("not ported: ") for note in made.notes)


def test_a_script_that_cannot_be_parsed(tmp_path: Path) -> None:
    script, _ = write(tmp_path, {"train.py": "import zoo\nprint 1\n", "zoo.py": ""})
    with pytest.raises(Trouble, match=r"train\.py:2: cannot be parsed"):
        convert(script, tmp_path / "temporary", "3.4")
