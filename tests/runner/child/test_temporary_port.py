"""The port that `compare` makes on the fly, and what of a scratch copy it takes the place of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child.temporary_port import convert, manual_work
from tests.convert.test_multi_file import FILES
from tests.projects_in_memory import write

LONE = "import numpy as np\nfrom tensorflow import keras\nm = keras.Sequential()\nm.fit(np.ones((70, 2)))\n"


def test_a_script_alone(tmp_path: Path) -> None:
    (script,) = write(tmp_path / "a", {"train.py": LONE})
    made = convert(script, "3.4")
    assert b"IPUStrategy" in made.program and made.contents == {script: made.program}


def test_modules_are_ported_too(tmp_path: Path) -> None:
    files = {f"top/{name}": text for name, text in FILES.items()}
    script = write(tmp_path, files)[0]
    made = convert(script, "3.4")
    assert {path.name for path in made.contents} == {"train.py", "data.py", "models.py"}
    assert b"drop_remainder=True" in made.contents[script.parent / "data.py"]
    assert made.contents[script] == made.program and made.notes == ()
    assert "drop_remainder" not in (script.parent / "data.py").read_text()


def test_modules_in_other_folders_keep_their_places(tmp_path: Path) -> None:
    code = 'import sys\nsys.path.append("lib")\n' + LONE + "import data\n"
    script, module = write(tmp_path, {"top/train.py": code, "top/lib/data.py": FILES["data.py"]})
    assert set(convert(script, "3.4").contents) == {script, module}


def test_a_notebook_takes_no_place_in_the_copy(tmp_path: Path) -> None:
    cell: dict[str, object] = {
        "cell_type": "code",
        "source": LONE,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    (script,) = write(tmp_path, {"train.ipynb": notebook})
    made = convert(script, "3.4")
    assert b"IPUStrategy" in made.program and made.contents == {}


def test_manual_work_that_a_given_port_has_left(tmp_path: Path) -> None:
    code = "from nets import m\nfrom tensorflow.python import ipu\nm.train_step = lambda data: {}\n"
    net = "from tensorflow import keras\nm = keras.Sequential()\n"
    port, _ = write(tmp_path, {"train_ipu.py": code, "nets.py": net})
    notes = manual_work(port, "3.4")
    assert all(note.startswith("needs manual work: line 1 of train_ipu.py, IPU10") for note in notes)
    assert all(": nets.py, line 2: " in note for note in notes) and notes
    (broken,) = write(tmp_path, {"broken.py": "m = (\n"})
    assert manual_work(broken, "3.4") == ()


def test_what_is_left_in_modules_is_noted_with_their_names(tmp_path: Path) -> None:
    zoo = "from tensorflow import keras\nm = keras.Sequential()\n"
    script, _ = write(tmp_path, {"train.py": "import zoo\nzoo.m.predict(x)\n", "zoo.py": zoo})
    notes = convert(script, "3.4").notes
    assert any("of the port of zoo.py, IPU103" in note for note in notes)


def test_a_module_that_cannot_be_parsed_is_there_as_it_was(tmp_path: Path) -> None:
    script, module = write(tmp_path, {"train.py": LONE + "import zoo\n", "zoo.py": "print 1\n"})
    made = convert(script, "3.4")
    assert set(made.contents) == {script} and module.exists()
    assert any(note.startswith("not ported: ") for note in made.notes)


def test_a_script_that_cannot_be_parsed(tmp_path: Path) -> None:
    script, _ = write(tmp_path, {"train.py": "import zoo\nprint 1\n", "zoo.py": ""})
    with pytest.raises(Trouble, match=r"train\.py:2: cannot be parsed"):
        convert(script, "3.4")
