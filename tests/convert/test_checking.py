"""`check` of paths and of unsaved text, and what it writes if asked to."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.checking import Checked, add_ignore_comments, check_paths, check_text_of, settle
from gpu2ipu.errors import Trouble
from tests.projects_in_memory import write
from tests.reports.found import CHECKED, notebook
from tests.sample_rules import SAMPLES, use


@pytest.fixture(autouse=True)
def _sample_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, *SAMPLES)


def told(checked: Checked) -> list[tuple[str, str, int]]:
    return [
        (result.path.name, finding.rule, finding.span.line)
        for result in checked.results
        for finding in result.findings
    ]


def test_errors_of_paths_and_files() -> None:
    assert CHECKED.errors == ("d: no such file or folder", "c.py:1: bad")
    assert CHECKED.asks
    assert not Checked(CHECKED.results[1:]).asks  # a note asks for nothing


def test_paths_are_checked_with_trouble_beside(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import keras\nx.batch(1)\n", "b.py": "import numpy\n"})
    checked = check_paths([tmp_path, tmp_path / "c.py"], Config())
    assert told(checked) == [("a.py", "IPU201", 2)]
    assert checked.errors == (f"{tmp_path / 'c.py'}: no such file or folder",)


def test_a_text_counts_instead_of_the_file(tmp_path: Path) -> None:
    (path,) = write(tmp_path, {"a.py": "import keras\nx.batch(1)\n"})
    assert told(check_text_of(path, b"import keras\n\n\nx.batch(1)\n", Config())) == [("a.py", "IPU201", 4)]
    assert told(check_text_of(tmp_path / "new.py", b"import keras\nx.batch(1)\n", Config())) == [
        ("new.py", "IPU201", 2)
    ]
    book = notebook("import keras\nx.batch(1)\n").encode()
    assert told(check_text_of(tmp_path / "n.ipynb", book, Config())) == [("n.ipynb", "IPU201", 3)]
    (result,) = check_text_of(path, b"x = (\n", Config()).results
    assert result.error == f"{path}:1: cannot be parsed: '(' was never closed"


def test_a_text_is_checked_with_the_files_that_import_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    files = {
        "train.py": "import numpy as np\nimport models\n"
        "models.build().fit(np.ones((10, 4)), np.ones(10), batch_size=4)\n",
        "models.py": "",
    }
    _, path = write(tmp_path, files)
    text = (
        b"from tensorflow import keras\ndef build():\n"
        b"    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])\n"
        b"    model.compile('sgd', 'mse')\n    return model\n"
    )
    assert ("models.py", "IPU301", 4) in told(check_text_of(path, text, Config()))


def test_what_is_excluded_is_not_checked(tmp_path: Path) -> None:
    (path,) = write(tmp_path, {"old/a.py": "import keras\nx.batch(1)\n"})
    config = Config(exclude=("old/",), root=tmp_path)
    text = path.read_bytes()
    assert told(check_text_of(path, text, config)) == told(check_paths([path], config)) != []
    config = Config(exclude=("old/",), force_exclude=True, root=tmp_path)
    assert check_text_of(path, text, config) == check_paths([path], config) == Checked(())
    assert check_paths([path.parent], config) == Checked(())


def test_fixes_are_written_and_the_rest_is_told(tmp_path: Path) -> None:
    path, broken = write(
        tmp_path,
        {"a.py": "import keras\nx.batch(1)\ndef train_step(): pass\n", "b.py": "import keras\nx = (\n"},
    )
    checked, rewritten = settle([tmp_path], Config())
    assert path.read_text().splitlines()[1] == "x.batch(1, drop_remainder=True)"
    assert told(checked) == [("a.py", "IPU304", 4)]  # below the comment that says so
    assert checked.errors == (f"{broken}:2: cannot be parsed: '(' was never closed",)
    assert [port.target for port in rewritten] == [path]
    assert settle([path], Config())[1] == ()


def test_comments_silence_what_was_found(tmp_path: Path) -> None:
    path, clean = write(
        tmp_path,
        {
            "a.py": "import keras\nx.batch(1)\ndef train_step(\n    self,\n): print(1)\n",
            "b.py": "import numpy\n",
        },
    )
    assert list(add_ignore_comments(check_paths([tmp_path], Config()))) == [
        f"{path}: comments silence 2 of its findings"
    ]
    assert path.read_text() == (
        "import keras\nx.batch(1)  # gpu2ipu: ignore[IPU201]\n"
        "def train_step(\n    self,\n): print(1)  # gpu2ipu: ignore[IPU304]\n"
    )
    assert clean.read_text() == "import numpy\n"
    checked = check_paths([tmp_path], Config())
    assert told(checked) == [("a.py", "IPU909", 5)]
    assert list(add_ignore_comments(checked)) == []


def test_a_file_that_has_changed_is_not_written(tmp_path: Path) -> None:
    (path,) = write(tmp_path, {"a.py": "import keras\nx.batch(1)\n"})
    checked = check_paths([path], Config())
    path.write_text("import keras\n\nx.batch(1)\n")
    with pytest.raises(Trouble, match="a.py: has changed since it was read"):
        list(add_ignore_comments(checked))
    assert path.read_text() == "import keras\n\nx.batch(1)\n"
