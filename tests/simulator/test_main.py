"""The simulator as a program: a script runs in it as it would run in Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.warm_simulator import SIMULATOR

from .children import run_script, run_warm

HERE = pytest.param("here", marks=pytest.mark.tensorflow)
THERE = pytest.param("2.6", marks=pytest.mark.tf26)


@pytest.fixture(params=[HERE, THERE])
def python(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv("KERAS_HOME", raising=False)  # TensorFlow would be imported to look there
    return sys.executable if request.param == "here" else request.getfixturevalue("python38")


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(text: Any, name: Any = "train.py", encoding: Any = "utf-8") -> Any:
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write


def test_what_a_script_sees(python: Any, script: Any, tmp_path: Path) -> None:
    path = script(
        "import sys\n"
        "print(__name__, __file__, sys.argv, sys.path[0])\n"
        "print(sys.modules['__main__'].__dict__ is globals(), 'tensorflow' in sys.modules)\n"
        "print([entry for entry in sys.path if entry.endswith('simulator')])\n"
    )
    done = run_script(python, path, "--epochs", "3", "--", "-x")
    assert done.stdout.splitlines() == [
        f"__main__ {path} {[str(path), '--epochs', '3', '--', '-x']} {tmp_path}",
        "True False",
        "[]",
    ]
    assert (done.returncode, done.stderr) == (0, "")


def test_what_a_module_sees(python: Any, script: Any, tmp_path: Path) -> None:
    folder = tmp_path / "pkg" / "sub"
    folder.mkdir(parents=True)
    script("print('pkg')", "pkg/__init__.py")
    script("print('sub')", "pkg/sub/__init__.py")
    script("value = 7", "pkg/other.py")
    text = "import sys\nfrom ..other import value\nfrom . import __name__ as name\n"
    shown = "print(__name__, __package__, __spec__.name, __file__, sys.argv, sys.path[0], value, name)\n"
    path = script(text + shown, "pkg/sub/train.py")
    done = run_script(python, "--module=pkg.sub.train", path, "x")
    assert done.stdout.splitlines() == [
        *("pkg", "sub"),
        f"__main__ pkg.sub pkg.sub.train {path} {[str(path), 'x']} {tmp_path} 7 pkg.sub",
    ]
    assert "no known parent package" in run_script(python, path).stderr


def test_nothing_of_this_tool_but_the_simulator_is_on_the_path_of_another_interpreter(
    python38: str, script: Any
) -> None:
    path = script("import sys\nprint(any('site-packages' in e and '3.8' not in e for e in sys.path))\n")
    assert run_script(python38, path).stdout == "False\n"


@pytest.mark.parametrize(
    ("body", "code", "error"),
    [
        ("", 0, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit(7)", 7, ""),
        ("sys.exit(1 < 2)", 1, ""),
        ("sys.exit('bye')", 1, "bye\n"),
        ("raise KeyError('x')", 1, "KeyError: 'x'\n"),
        ("def f():\n    raise ValueError('deep')\nf()", 1, "ValueError: deep\n"),
        ("raise KeyboardInterrupt", 130, "KeyboardInterrupt\n"),
        ("a b", 1, "SyntaxError"),
        (
            "sys.excepthook = lambda *a: print('hook', a[0].__name__, file=sys.stderr)\n1 / 0",
            1,
            "hook ZeroDivisionError\n",
        ),
    ],
)
def test_ends_as_python_would(script: Any, python: Any, body: Any, code: Any, error: Any) -> None:
    path = script(f"import sys\n{body}\n")
    done = run_script(python, path)
    plain = subprocess.run([python, str(path)], stderr=subprocess.PIPE, text=True)
    assert done.returncode == code
    assert error in done.stderr
    assert done.stderr == plain.stderr  # traceback and all, without a frame of ours
    assert plain.returncode == (code if code != 130 else -2)


@pytest.mark.parametrize(
    ("first", "code"),
    [(b"", 1), (b"# -*- coding: latin-1 -*-\n", 0), (b"#!/usr/bin/python\n# coding=latin-1\n", 0)],
)
def test_a_script_in_an_undeclared_encoding_is_refused_as_by_python(
    tmp_path: Path, python: Any, first: bytes, code: int
) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(first + b"import sys\n# caf\xe9\n")
    plain = subprocess.run([python, str(path)], stderr=subprocess.PIPE, text=True)
    done = run_script(python, path)
    assert done.returncode == plain.returncode == code
    assert ("Non-UTF-8 code starting with '\\xe9'" in done.stderr) == bool(code)


DRY = """
import tensorflow as tf
from tensorflow.python import ipu

with ipu.ipu_strategy.IPUStrategy().scope() as strategy:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
rows = tf.data.Dataset.from_tensors(([[1.0]], [[1.0]])).filter(lambda x, y: True)
try:
    {body}
except Exception:
    print("caught as an exception")
{more}
"""


@pytest.mark.parametrize(
    ("body", "more", "code"),
    [
        ("model.fit(rows, steps_per_epoch=1, verbose=0)", "", 0),
        ("model.fit(rows, steps_per_epoch=2, verbose=0)", "", 134),
        ("model.fit(rows, steps_per_epoch=2, verbose=0)", "except:\n    print('went on')", 134),
    ],
    ids=["enough", "dry", "dry and caught"],
)
def test_where_the_sdk_aborts_the_run_ends_with_the_code_of_an_abort(
    script: Any, python: Any, body: Any, more: Any, code: Any
) -> None:
    done = run_warm(python, script(DRY.format(body=body, more=more)))
    assert done.returncode == code
    assert done.stdout == ("went on\n" if more else "")
    last = (["", *done.stderr.strip().splitlines()])[-1]
    assert ("DeviceAborted: Infeed dataset iterator out of range" in last) == bool(code)
    assert ("The SDK aborts the process here" in last) == bool(code)


def test_exit_handlers_can_pickle_what_the_script_defines(python: Any, script: Any) -> None:
    path = script(
        "import atexit, pickle\n"
        "class Box: pass\n"
        "atexit.register(lambda: print(type(pickle.loads(pickle.dumps(Box()))).__name__))\n"
        "raise SystemExit(3)\n"
    )
    done = run_script(python, path)
    assert (done.stdout, done.returncode) == ("Box\n", 3)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("# -*- coding: latin-1 -*-\nprint(len('grüße'))\n", "latin-1"), ("print(len('grüße'))\n", "utf-8-sig")],
)
def test_encoding_cookies_and_byte_order_marks(python: Any, script: Any, text: Any, encoding: Any) -> None:
    assert run_script(python, script(text, encoding=encoding)).stdout == "5\n"


def test_modules_beside_the_script_win_over_ours(python: Any, script: Any) -> None:
    for name in ("finder", "recorder", "inputs", "weights", "keras2"):
        script(f"NAME = 'the user\\'s {name}'\n", f"{name}.py")
    path = script("import finder, recorder, inputs\nprint(finder.NAME, recorder.NAME, inputs.NAME)\n")
    assert run_script(python, path).stdout == "the user's finder the user's recorder the user's inputs\n"


def test_a_port_in_the_place_of_its_original(python: Any, script: Any, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    port = folder / "train_ipu.py"
    port.write_text("import sys, beside\nprint(__file__, sys.argv, beside.NAME)\nraise ValueError\n")
    script("NAME = 1\n", "beside.py")
    original = script("")
    done = run_script(python, f"--path-of={original}", port, "x")
    assert done.stdout == f"{original} {[str(original), 'x']} 1\n"
    assert f'File "{port}", line 3' in done.stderr and "raise ValueError" in done.stderr


def test_an_original_does_not_find_the_emulated_modules(python: Any, script: Any) -> None:
    path = script("from tensorflow.python import ipu\n")
    refused = run_script(python, "--no-ipu", path)
    assert refused.returncode == 1 and "import of tensorflow.python.ipu halted" in refused.stderr
    assert run_script(python, path).returncode == 0


@pytest.mark.parametrize("no_ipu", [(), ("--no-ipu",)])
def test_keras_is_keras_2_with_and_without_ipus(python: Any, script: Any, no_ipu: Any) -> None:
    path = script(
        "import keras, tensorflow as tf\nfrom keras.models import Sequential\n"
        "print(keras.__version__[0], Sequential is tf.keras.Sequential)\n"
    )
    assert run_script(python, *no_ipu, path).stdout == "2 True\n"


def test_without_tensorflow_it_says_what_to_install(script: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-S", SIMULATOR, str(script(""))], stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 2
    assert "TensorFlow is not installed" in done.stderr and "gpu2ipu[simulator]" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "which script?"),
        (("--nonsense=1", "x.py"), "--nonsense"),
        (("--epochs", "many", "x.py"), "invalid int"),
    ],
)
def test_command_lines_that_say_nothing(arguments: Any, words: Any) -> None:
    done = subprocess.run([sys.executable, SIMULATOR, *arguments], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and words in done.stderr


@pytest.mark.tensorflow
def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    done = run_script(sys.executable, tmp_path / "none.py")
    assert done.returncode == 2
    assert done.stderr.endswith(f"gpu2ipu: cannot read {tmp_path / 'none.py'}: No such file or directory\n")


SYNTHETIC = """
import numpy as np
from tensorflow.keras.datasets import mnist, imdb
from tensorflow import keras

(x, y), (xt, yt) = mnist.load_data()
print(x.shape, x.dtype, y.dtype, xt.shape, sorted(set(y.tolist())) == list(range(10)))
print(int(x.sum()), int(y[:50].sum()))
(x, y), (xt, yt) = imdb.load_data(num_words=500, maxlen=100)
print(len(x) == len(y), max(max(t) for t in x), max(len(t) for t in x), sorted(set(y.tolist())))
(x, y), (xt, yt) = keras.datasets.boston_housing.load_data(test_split=0.5)
print(x.shape, y.shape, xt.shape)
"""


def test_synthetic_data(python: Any, script: Any) -> None:
    done = run_warm(python, "--synthetic-data", script(SYNTHETIC))
    lines = done.stdout.splitlines()
    assert lines[0] == "(60000, 28, 28) uint8 uint8 (10000, 28, 28) True", done.stderr
    assert lines[2:] == ["True 499 99 [0, 1]", "(253, 13) (253,) (253, 13)"]
    # the same numbers in every interpreter
    assert lines[1] == "5827639575 213"


def test_synthetic_data_is_made_once_in_a_folder_that_is_given(
    python: Any, script: Any, tmp_path: Path
) -> None:
    path = script("import tensorflow as tf\nprint(tf.keras.datasets.mnist.load_data()[1][0].sum())\n")
    given, folder = ("--synthetic-data", f"--data-folder={tmp_path / 'data'}"), tmp_path / "data"
    first = run_warm(python, *given, path)
    (made,) = folder.iterdir()
    before = made.stat()
    second = run_warm(python, *given, path)
    assert made.name == "mnist.npz" and [*folder.iterdir()] == [made]
    assert made.stat().st_mtime_ns == before.st_mtime_ns
    assert first.stdout == second.stdout != ""


def test_real_data_below_keras_home(python: Any, script: Any, tmp_path: Path) -> None:
    """A file there is taken, whatever its checksum; Keras would delete it and ask the network."""
    import numpy as np

    folder = tmp_path / "keras" / "datasets"
    folder.mkdir(parents=True)
    arrays: dict[str, Any] = {name: np.full((3, 28, 28), 7, np.uint8) for name in ("x_train", "x_test")}
    np.savez(folder / "mnist.npz", y_train=np.arange(3), y_test=np.arange(3), **arrays)
    path = script("import tensorflow as tf\nprint(tf.keras.datasets.mnist.load_data()[0][0].sum())\n")
    done = run_script(python, path, KERAS_HOME=str(tmp_path / "keras"))
    assert done.stdout == f"{3 * 28 * 28 * 7}\n", done.stderr
    assert Path(folder / "mnist.npz").exists()
