"""`gpu2ipu review`: what it writes, where, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu import cli
from gpu2ipu.analysis.syntax.script import CELL_SIGN
from tests.reports.found import notebook
from tests.review.reviews import TRAINING, port_of

CODE = (
    "import numpy as np\nfrom tensorflow import keras",
    "!pip install x",
    "x, y = np.zeros((1000, 4)), np.zeros((1000, 1))",
    'model = keras.Sequential([keras.layers.Dense(1)])\nmodel.compile("adam", "mse")',
    "%time model.fit(x, y, batch_size=32)\nmodel.evaluate(x, y)",
)
NOTEBOOK: dict[str, Any] = json.loads(notebook(*CODE))

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("train.py").write_text(TRAINING)
    subprocess.run(["git", "init", "-q"], check=True)


def review(*arguments: str) -> int:
    return cli.main(["review", *arguments])


def test_what_is_accepted_goes_where_a_port_goes(capsys: Printed) -> None:
    assert review("train.py", "--accept", "all") == 0
    assert Path("train_ipu.py").read_text() == port_of(TRAINING)
    assert capsys.readouterr().out == "train.py -> train_ipu.py (written): 5 of 5 changes accepted\n"
    assert review("train.py", "--reject", "5") == 2
    assert capsys.readouterr().err == "train_ipu.py: is there already and differs; --force writes over it\n"
    assert review("train.py", "--reject", "5", "--force") == 1
    assert "print(model.evaluate(x, y))" in Path("train_ipu.py").read_text()
    assert "rejected: change 5; `gpu2ipu check`" in capsys.readouterr().out


def test_to_another_file(capsys: Printed) -> None:
    os.chmod("train.py", 0o755)
    assert review("train.py", "--accept", "all", "-o", "out/port.py") == 0
    assert Path("out/port.py").read_text() == port_of(TRAINING) and os.access("out/port.py", os.X_OK)
    assert not Path("train_ipu.py").exists()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", ["\n", ""])
@pytest.mark.parametrize("name", ["train.py", "sub dir/my train.py"])
def test_git_applies_what_was_accepted(capsys: Printed, name: str, end: str, last: str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    data = (TRAINING.removesuffix("\n") + last).replace("\n", end).encode()
    for numbers in ("all", "1", "1-3", "5"):
        Path(name).write_bytes(data)
        review(name, "--accept", numbers, "-o", "expected.py", "--patch", "out.patch")
        assert Path(name).read_bytes() == data
        subprocess.run(["git", "apply", "out.patch"], check=True)
        assert Path(name).read_bytes() == Path("expected.py").read_bytes() != data
    assert f"apply it in {Path.cwd()} with `git apply`" in capsys.readouterr().out


def test_a_notebook(capsys: Printed) -> None:
    """As `convert` writes it; of the changes that are accepted, each in its cell."""
    data = json.dumps(NOTEBOOK, indent=1).encode()
    Path("train.ipynb").write_bytes(data)
    assert review("train.ipynb", "--accept", "all", "-o", "all.ipynb", "--html", "page.html") == 0
    assert cli.main(["convert", "train.ipynb", "-o", "converted.ipynb"]) == 0
    assert Path("all.ipynb").read_bytes() == Path("converted.ipynb").read_bytes()
    page = Path("page.html").read_text()
    assert "# cell 2" in page and "!pip install x" in page and "%time model.fit(x, y" in page
    assert CELL_SIGN not in page and 'data-line="3:1"' in page
    review("train.ipynb", "--accept", "1", "-o", "one.ipynb", "--patch", "out.patch")
    before, after = NOTEBOOK["cells"], json.loads(Path("one.ipynb").read_bytes())["cells"]
    assert [cell["source"] for cell in after[1:]] == [cell["source"] for cell in before[1:]]
    assert "\nfrom tensorflow.python import ipu" in "".join(after[0]["source"])
    subprocess.run(["git", "apply", "out.patch"], check=True)
    assert Path("train.ipynb").read_bytes() == Path("one.ipynb").read_bytes()
    assert "internal error" not in capsys.readouterr().err


def test_nothing_accepted_is_no_patch(capsys: Printed) -> None:
    assert review("train.py", "--accept", "none", "--patch", "out.patch") == 1
    assert "nothing is accepted, and so there is no patch" in capsys.readouterr().out
    assert not Path("out.patch").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train.py"], "train.py: review asks on a terminal, and this is none"),
        (["missing.py", "--accept", "all"], "missing.py: no such file or folder"),
        ([".", "--accept", "all"], ".: review takes one script; this is a folder"),
        (["train.py", "--accept", "1", "--reject", "2"], "gpu2ipu: choose one of --accept and --reject"),
        (["train.py", "--accept", "9"], "train.py: there is no change '9'; changes are 1 to 5"),
        (
            ["train.py", "--accept", "4"],
            "train.py: change 4 needs change 2 for `train_size`; accept both, or reject 4",
        ),
        (
            ["train.py", "--accept", "3"],
            "train.py: change 3 needs changes 1, 2 for `strategy`, `train_steps`; accept all of them, or reject 3",
        ),
        (
            ["train.py", "--accept", "all", "--digest", "x"],
            "train.py: the changes are others now than those with",
        ),
        (
            ["train.py", "--accept", "all", "-o", "./train.py"],
            "train.py: the output would overwrite the script",
        ),
        (
            ["train.py", "--accept", "all", "-o", "cache.txt"],
            "cache.txt: the port of train.py must end in .py too",
        ),
        (["train.py", "--accept", "all", "--patch", "."], ".: is a folder; name a file"),
        (["train.py", "--accept", "all", "-o", "x.py", "--patch", "./x.py"], "x.py: is named for two things"),
        (["broken.py", "--accept", "all"], "broken.py:1: cannot be parsed"),
    ],
)
def test_trouble_is_one_sentence(capsys: Printed, arguments: list[str], sentence: str) -> None:
    Path("broken.py").write_text("x = (\n")
    before = sorted(Path.cwd().iterdir())
    assert review(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(sentence) and printed.err.count("\n") == 1 and not printed.out
    assert sorted(Path.cwd().iterdir()) == before


def test_without_changes_nothing_is_written(capsys: Printed) -> None:
    Path("clean.py").write_text("import numpy\n")
    assert review("clean.py") == 0
    assert capsys.readouterr().out == "clean.py: nothing to port: it does not use Keras\n"
    assert not Path("clean_ipu.py").exists()


def test_encodings_stay() -> None:
    data = f"# -*- coding: latin-1 -*-\n# für\n{TRAINING}".encode("latin-1")
    Path("train.py").write_bytes(data)
    assert review("train.py", "--accept", "5") == 1
    port = Path("train_ipu.py").read_bytes()
    assert port == data.replace(b"evaluate(x, y)", b"evaluate(x, y, batch_size=25)")


def test_a_page_and_a_choice(capsys: Printed) -> None:
    assert review("train.py", "--html", "page.html") == 0
    assert not Path("train_ipu.py").exists()
    assert review("train.py", "--html", "page.html", "--accept", "all", "--patch", "out.patch") == 0
    assert Path("out.patch").exists() and not Path("train_ipu.py").exists()
    assert review("train.py", "--html", "page.html", "--patch", "out.patch") == 2
    assert "review asks on a terminal" in capsys.readouterr().err


def test_options_of_the_port_count() -> None:
    assert review("train.py", "--accept", "all", "--gradient-accumulation", "4") == 0
    assert "gradient_accumulation_steps_per_replica=4" in Path("train_ipu.py").read_text()
