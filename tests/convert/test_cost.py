"""What `check` does grows as the script grows, and not with its square: calls of functions are counted, not time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.batch import check_files
from gpu2ipu.convert.engine import check_text
from tests.tools.loading import tool

HEAD = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x, y = np.load("x.npy"), np.load("y.npy")
"""

BUILDER = """\
def build_{i}(units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(10)])
    model.compile("adam", "mse", metrics=["accuracy"])
    return model

model_{i} = build_{i}({i} + 10)
"""

MODELS = {
    "arrays": """
model_{i}.fit(x_train, y_train, batch_size=32, validation_data=(x_test, y_test))
model_{i}.evaluate(x_test, y_test)
model_{i}.predict(x)
""",
    "arrays of unknown sizes": """
x_{i} = np.load("x{i}.npy")
model_{i}.fit(x_{i}, y, batch_size=32, validation_split=0.1)
model_{i}.predict(x_{i}, batch_size=50)
""",
    "datasets": """
dataset_{i} = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(32)
model_{i}.fit(dataset_{i}, epochs=2)
for images, labels in dataset_{i}:
    print(model_{i}.predict_on_batch(images))
""",
    "functions": """
def train_{i}(model, data, size=32):
    model.fit(data, y, batch_size=size)
    return model.evaluate(data, y, batch_size=size)

train_{i}(model_{i}, x)
""",
    "generators": """
def batches_{i}():
    while True:
        yield x[:32], y[:32]

model_{i}.fit(batches_{i}(), steps_per_epoch=100)
model_{i}.train_on_batch(x, y)
""",
    "methods handed on": """
run_{i}(model_{i}.fit, x, y)
""",
}


MODULE = """
from module_{before} import CONSTANT_{before}, helper_{before}
from tensorflow import keras

CONSTANT_{i} = CONSTANT_{before} + 1

def helper_{i}(x):
    return x + CONSTANT_{before}

def build_{i}():
    model = keras.Sequential([keras.layers.Dense(CONSTANT_{i})])
    model.compile("adam", "mse")
    return model

if __name__ == "__main__":
    build_{i}().fit(x, y)
"""


@contextmanager
def counted_calls() -> Iterator[Counter[CodeType]]:
    """How often each Python function is called, or goes on as a generator."""
    counted: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            counted[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield counted
    finally:
        sys.setprofile(before)


def calls(text: str) -> Counter[CodeType]:
    """What is called while a script is checked."""
    with counted_calls() as counted:
        check_text(Path("script.py"), text, Config())
    return counted


def write_tree(folder: Path, size: int) -> list[Path]:
    """Modules that import each other."""
    paths = [folder / f"module_{i}.py" for i in range(size)]
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    paths[0].write_text("CONSTANT_0 = 1\ndef helper_0(x):\n    return x\n")
    for i, path in enumerate(paths[1:], start=1):
        path.write_text(MODULE.format(i=i, before=i - 1))
    return paths


def calls_for(paths: list[Path]) -> Counter[CodeType]:
    """What is called while some modules are checked."""
    with counted_calls() as counted:
        for _ in check_files(paths, Config(jobs=1)):
            pass
    return counted


def squares(
    few: Counter[CodeType], some: Counter[CodeType], many: Counter[CodeType]
) -> dict[str, tuple[int, int, int]]:
    """The functions that are called more than twice as often for twice as much, and how often."""
    return {
        f"{code.co_filename}:{code.co_firstlineno} {code.co_name}": (few[code], some[code], many[code])
        for code in many
        if many[code] - some[code] > 2.2 * (some[code] - few[code]) + 100
    }


@pytest.mark.parametrize("uses", MODELS)
def test_so_many_models_cost_so_much(uses: str) -> None:
    texts = [HEAD + "".join((BUILDER + MODELS[uses]).format(i=i) for i in range(n)) for n in (10, 20, 40)]
    check_text(Path("script.py"), texts[0], Config())  # what is imported and prepared once is there then
    few, some, many = map(calls, texts)
    assert squares(few, some, many) == {}


@pytest.mark.parametrize("kind", ["classes", "statements", "layers", "functions"])
def test_so_many_lines_cost_so_much(kind: str) -> None:
    grown = tool("benchmark").grown
    check_text(
        Path("script.py"), grown(kind, 50), Config()
    )  # what is imported and prepared once is there then
    few, some, many = (calls(grown(kind, lines)) for lines in (200, 400, 800))
    assert squares(few, some, many) == {}


@pytest.mark.parametrize("asked", [1, None])
def test_so_many_linked_modules_cost_so_much(tmp_path: Path, asked: int | None) -> None:
    calls_for(write_tree(tmp_path / "first", 3))  # what is imported and prepared once is there then
    few, some, many = (calls_for(write_tree(tmp_path / str(n), n)[:asked]) for n in (10, 20, 40))
    assert squares(few, some, many) == {}
