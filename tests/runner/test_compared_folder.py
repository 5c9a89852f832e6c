"""Many pairs: which there are, how they are compared, and the summary."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gpu2ipu import cli
from gpu2ipu.errors import Trouble
from gpu2ipu.runner.compared_folder import compare_folder, pairs
from tests.projects_in_memory import write

TRAINS = """
import numpy as np
from tensorflow import keras

x = np.ones((64, 4), "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], batch_size=32, verbose=0)
"""


def test_scripts_with_their_ports_and_scripts_alone(tmp_path: Path) -> None:
    files = {
        "a.py": TRAINS,
        "a_ipu.py": "from tensorflow.python import ipu\n" + TRAINS,
        "deep/b.py": TRAINS + "import tools\n",
        "deep/tools.py": TRAINS,
        "c.py": "import numpy\n",
        "d_ipu.py": TRAINS,
        "e.py": "from tensorflow.python import ipu\n" + TRAINS,
        "f.py": "print(1)",
        "f_ipu.py": "print(1)",
    }
    write(tmp_path, files)
    expected = [("a.py", "a_ipu.py"), ("deep/b.py", None), ("f.py", "f_ipu.py")]
    found = [
        (path.relative_to(tmp_path).as_posix(), None if port is None else port.name)
        for path, port in pairs(tmp_path)
    ]
    assert sorted(found) == expected


def test_a_folder_without_pairs(tmp_path: Path) -> None:
    write(tmp_path, {"c.py": "print(1)"})
    with pytest.raises(Trouble, match=r"no script that trains, evaluates or predicts, and no NAME_ipu\.py"):
        compare_folder(tmp_path, (), (), 1, None, None)


@pytest.mark.parametrize("option", ["--html=a.html", "--plot=a.svg", "--keep-files=kept", "-m"])
def test_options_that_are_of_one_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    write(tmp_path, {"a.py": TRAINS})
    assert cli.main(["compare", str(tmp_path), option]) == 2
    assert "is of one script" in capsys.readouterr().err
    assert cli.main(["compare", str(tmp_path), "port.py"]) == 2
    assert "a PORT is of one script" in capsys.readouterr().err


@pytest.mark.tensorflow
def test_all_pairs_and_the_summary(command: Any, tmp_path: Path) -> None:
    write(tmp_path, {"work/a.py": TRAINS, "work/b.py": TRAINS + "broken("})
    done = command("compare", "work", "-j", "2", "--epochs=1", "--json", "o.json", "--junit", "o.xml")
    assert done.code == 2
    assert "2 compared: 1 agree, 0 differ, 1 error" in done.out and "made on the fly" in done.out
    assert "/2] work/a.py: agree" in done.err
    first, second = json.loads((tmp_path / "o.json").read_text())["pairs"]
    assert (first["verdict"], second["verdict"]) == ("agree", "error")
    assert first["report"]["calls"][0]["kind"] == "fit" and "cannot be parsed" in second["remark"]
    assert ElementTree.parse(tmp_path / "o.xml").getroot().get("tests") == "1"


@pytest.mark.tensorflow
def test_a_signal_ends_all_comparisons(tmp_path: Path) -> None:
    mark = tmp_path / "mark"  # outside of the working folder, whose paths are those of the copy
    waits = f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(100)\n" + TRAINS
    write(tmp_path, {"user/project/a.py": waits})
    place = tmp_path / "temporary"
    place.mkdir()
    arguments = [sys.executable, "-m", "gpu2ipu", "compare", "project"]
    parent = subprocess.Popen(arguments, cwd=tmp_path / "user", env={**os.environ, "TMPDIR": str(place)})
    for _ in range(1800):
        if mark.exists() and mark.read_text():
            break
        time.sleep(0.1)
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(60) == 128 + signal.SIGTERM
    assert not list(place.glob("gpu2ipu-*"))  # TensorFlow leaves folders of its own
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
