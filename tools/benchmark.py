"""What `check` and `convert` cost, as ratios of CPU time to other tools on the same files: nothing here is a test.

    python tools/benchmark.py            all of it, a few minutes
    python tools/benchmark.py start      one script, cold: against black and pyupgrade
    python tools/benchmark.py tree       linked modules, 100, 300, 1,000: against pyupgrade; memory
    python tools/benchmark.py models     one script with 100, 200, 400 models
    python tools/benchmark.py convert    a tree of scripts: against `libcst.parse_module` alone
    python tools/benchmark.py cache      1,000 scripts, cold and again: against ruff, pyupgrade and black
    python tools/benchmark.py laws       time and memory at 1x, 10x and 100x: files, lines, models, one long line

Times are user and system time of the process and its children; tools take turns, and the least of each counts, since
other processes on the machine only ever add to it.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gpu2ipu.runner.child.temporary_folder import folder_for_all

PLAIN = '''\
"""Module {i}: settings and small things."""

import json
import os
{imports}

LIMIT_{i} = {i} + 8


class Table{i}:
    def __init__(self, rows, limit=LIMIT_{i}):
        self.rows = list(rows)
        self.limit = limit

    def head(self, count=None):
        count = count or self.limit
        return [clean_{i}(row, count) for row in self.rows[:count]]

    def save(self, path):
        with open(os.path.join(path, "table_{i}.json"), "w") as file:
            json.dump(self.head(), file)


def clean_{i}(row, count):
    if row is None:
        return ""
    words = [word.strip() for word in str(row).split(",")]
    return " ".join(words[:count])


def total_{i}(values):
    result = 0
    for value in values:
        result += {calls}
    return result
'''

MODEL = '''\
"""Module {i}: a model."""

from tensorflow import keras
from tensorflow.keras import layers
{imports}

UNITS_{i} = {i} % 7 + 16


def block_{i}(x, units):
    x = layers.Dense(units, activation="relu")(x)
    x = layers.BatchNormalization()(x)
    return layers.Dropout(0.1)(x)


def build_{i}(shape=(28, 28), classes=10):
    inputs = keras.Input(shape=shape)
    x = layers.Flatten()(inputs)
    x = block_{i}(x, UNITS_{i})
    x = block_{i}(x, UNITS_{i} * 2)
    outputs = layers.Dense(classes, activation="softmax")(x)
    model = keras.Model(inputs, outputs)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model
'''

SCRIPT = '''\
"""Script {i}: trains a model."""

import argparse

from tensorflow import keras
{imports}


def load():
    (x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
    return (x_train / 255.0, y_train), (x_test / 255.0, y_test)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    arguments = parser.parse_args()
    (x_train, y_train), (x_test, y_test) = load()
    model = build_{model}()
    model.fit(x_train, y_train, batch_size=128, epochs=arguments.epochs)
    print(model.evaluate(x_test, y_test, batch_size=100))
    model.save("model_{i}.h5")


if __name__ == "__main__":
    main()
'''

ONE_MODEL = """\
def build_{i}(units):
    model = keras.Sequential()
    model.add(keras.layers.Flatten(input_shape=(28, 28)))
    model.add(keras.layers.Dense(units, activation="relu"))
    model.add(keras.layers.Dense(10))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    return model


model_{i} = build_{i}({i} + 10)
model_{i}.fit(x_train, y_train, batch_size=32, epochs=2)
print(model_{i}.evaluate(x_test, y_test))


"""

HEAD = """\
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

"""

PARSE = """\
import pathlib, sys
import libcst
for path in pathlib.Path(sys.argv[1]).iterdir():
    libcst.parse_module(path.read_bytes())
"""

PORT = """\
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_train, x_test = x_train / 255.0, x_test / 255.0

train_steps = len(x_train) // 128
train_size = train_steps * 128

with strategy.scope():
    model = keras.Sequential(
        [
            keras.layers.Flatten(input_shape=(28, 28)),
            keras.layers.Dense(128, activation="relu"),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )
    model.compile(
        "adam",
        "sparse_categorical_crossentropy",
        metrics=["accuracy"],
        steps_per_execution=train_steps,
    )
model.fit(x_train[:train_size], y_train[:train_size], batch_size=128, epochs=3)
print(model.evaluate(x_test, y_test, batch_size=100))
"""


def write_tree(folder: Path, count: int) -> list[Path]:
    """Linked modules: of ten, seven are plain, two build a model, one is a script that trains it."""
    paths = []
    for i in range(count):
        kind = i % 10
        path = folder / f"package_{i % 13}" / f"module_{i}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        plain = [j for j in (i - 1, i // 2, i // 3) if 0 <= j < i and j % 10 < 7]
        imports = [
            f"from package_{j % 13}.module_{j} import total_{j}, LIMIT_{j}" for j in dict.fromkeys(plain)
        ]
        calls = " + ".join([f"total_{j}([value])" for j in dict.fromkeys(plain)] or ["int(value)"])
        if kind == 9:
            imports.append(f"from package_{(i - 1) % 13}.module_{i - 1} import build_{i - 1}")
        text = SCRIPT if kind == 9 else MODEL if kind >= 7 else PLAIN
        path.write_text(text.format(i=i, imports="\n".join(imports), calls=calls, model=i - 1))
        paths.append(path)
    (folder / "setup.py").touch()
    return paths


def cpu(command: Sequence[str]) -> tuple[float, float]:
    """User and system time of a command in seconds, and the most memory of one process in MiB."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def gpu2ipu(*arguments: str | Path) -> list[str]:
    """The command line of this tree's gpu2ipu, in one process, started as the installed command and other tools are."""
    command = "import sys; from gpu2ipu.cli import main; sys.exit(main())"
    return [sys.executable, "-c", command, *map(str, arguments)]


def side_by_side(rounds: int, **commands: Sequence[str]) -> dict[str, float]:
    """The least time of each command, which take turns."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(rounds + 1):  # the first one writes bytecode
        for name, command in commands.items():
            best[name] = min(best[name], cpu(command)[0])
    return best


def tool(name: str, *arguments: str) -> list[str]:
    """The command line of a tool that is installed beside this interpreter."""
    return [str(Path(sys.executable).parent / name), *arguments]


def start(folder: Path) -> None:
    """One file, cold: a port, and a script that has nothing to do with TensorFlow."""
    padding = "".join(f"# line {i}\n" for i in range(100))
    texts = {"port": PORT, "script without TensorFlow": PLAIN.format(i=1, imports="", calls="value")}
    for name, text in texts.items():
        path = folder / "script.py"
        path.write_text(text + padding)
        times = side_by_side(
            9,
            gpu2ipu=gpu2ipu("check", path),
            black=tool("black", "--check", "-q", "--no-cache", str(path)),
            pyupgrade=tool("pyupgrade", "--py38-plus", str(path)),
        )
        ratios = ", ".join(
            f"{times['gpu2ipu'] / times[other]:.2f} x {other}" for other in ("black", "pyupgrade")
        )
        print(f"check of one {name}: {ratios} ({times['gpu2ipu'] * 1000:.0f} ms)")


def tree(folder: Path) -> None:
    """Linked modules."""
    for count in (100, 300, 1000):
        inside = folder / str(count)
        paths = list(map(str, write_tree(inside, count)))
        times = side_by_side(
            1, gpu2ipu=gpu2ipu("check", "-j1", inside), pyupgrade=tool("pyupgrade", "--py36-plus", *paths)
        )
        memory = cpu(gpu2ipu("check", "-j1", inside))[1]
        ratio = times["gpu2ipu"] / times["pyupgrade"]
        each = times["gpu2ipu"] / count * 1000
        print(f"check of {count} modules: {ratio:.2f} x pyupgrade ({each:.1f} ms a module), {memory:.0f} MiB")


def models(folder: Path) -> None:
    """One script with many models."""
    for count in (100, 200, 400):
        path = folder / f"models_{count}.py"
        path.write_text(HEAD + "".join(ONE_MODEL.format(i=i) for i in range(count)))
        seconds = side_by_side(1, gpu2ipu=gpu2ipu("check", path))["gpu2ipu"]
        print(f"check of {count} models: {seconds:.2f} s, {seconds / count * 1000:.1f} ms a model")


# What grows in one script: a head, and lines that are there again and again.
CLASSES = """\
class Test{i}(keras.models.Model):
    def __init__(self, units={i}):
        super().__init__()
        self.dense = keras.layers.Dense(units)

    def test_values(self):
        x = np.array([[1, 2, 3], [3, 2, 1]])
        y = [np.ones((2, 3)), (4, 5, 6)]
        self.assertAllClose(knp.add(x, y), np.add(x, y))
        self.assertEqual(keras.ops.add(x, {i}).shape, (2, 3))
"""
STATEMENTS = """\
value_{i} = np.sqrt(value_{before} + {i}) * scale
if value_{i}.sum() > {i}:
    scale = scale / 2
    log(f"value {{value_{i}}}", keras.backend.floatx())
"""
LAYERS = """\
x = keras.layers.Dense(16, activation="relu", name="dense_{i}")(x)
x = keras.layers.Dropout(0.1)(x)
"""
FUNCTIONS = """\
def function_{i}(x, units=8):
    for _ in range(units):
        x = function_0(x, units - 1) + helper(x)
    return keras.backend.sum(x)
"""
GROWING: dict[str, tuple[str, str]] = {
    "classes": ("import numpy as np\nfrom tensorflow import keras\nfrom keras import ops as knp\n", CLASSES),
    "statements": ("import numpy as np\nfrom tensorflow import keras\nvalue_0 = scale = 1.0\n", STATEMENTS),
    "layers": (
        "from tensorflow import keras\nx = inputs = keras.Input((8,))\n",
        LAYERS,
    ),
    "functions": ("from tensorflow import keras\ndef function_0(x, units): return x\n", FUNCTIONS),
    "models": (HEAD, ONE_MODEL),
}


def grown(name: str, lines: int) -> str:
    """A script of so many lines, of a kind that grows."""
    head, more = GROWING[name]
    count = max(lines // len(more.splitlines()), 1)
    return head + "".join(more.format(i=i, before=i - 1) for i in range(1, count + 1))


def laws(folder: Path) -> None:
    """Time and memory at 1x, 10x and 100x, less what a script of one line costs."""
    empty = folder / "empty.py"
    empty.write_text("from tensorflow import keras\n")
    nothing = measured(empty)
    print(f"nothing: check {nothing[0]:.2f} s, {nothing[1]:.0f} MiB")
    for name in GROWING:
        paths = []
        for lines in (100, 1_000, 10_000):
            paths.append(folder / f"{name}_{lines}.py")
            paths[-1].write_text(grown(name, lines))
        tell_growth(f"one script of {name}, lines", (100, 1_000, 10_000), paths, nothing)
    tell_growth("files", (10, 100, 1_000), [trees(folder, count) for count in (10, 100, 1_000)], nothing)
    paths = []
    for size in (1_000, 10_000, 100_000):
        paths.append(folder / f"list_{size}.py")
        paths[-1].write_text(f"from tensorflow import keras\ntable = [{'1, ' * size}]\n")
    tell_growth("a list on one line, numbers", (1_000, 10_000, 100_000), paths, nothing)


def trees(folder: Path, count: int) -> Path:
    """A folder of scripts that have nothing to do with each other."""
    write_scripts(folder / f"files_{count}", count)
    return folder / f"files_{count}"


def measured(path: Path) -> tuple[float, float]:
    """CPU time and memory of `check`, cold; the less of two runs."""
    runs = [cpu(gpu2ipu("check", "-j1", "--no-cache", path)) for _ in range(2)]
    return min(each[0] for each in runs), min(each[1] for each in runs)


def tell_growth(what: str, sizes: Sequence[int], paths: Sequence[Path], nothing: tuple[float, float]) -> None:
    """Print what each size costs, and how much more ten times as much does."""
    found = [measured(path) for path in paths]
    seconds, memory = ([each[i] - nothing[i] for each in found] for i in (0, 1))
    told = (f"{size:,}: {each[0]:.2f} s, {each[1]:.0f} MiB" for size, each in zip(sizes, found))
    ratios = [
        [after / max(before, 0.01) for before, after in itertools.pairwise(each)]
        for each in (seconds, memory)
    ]
    print(
        f"{what}: {'; '.join(told)}; ten times as much takes "
        f"{' and '.join(f'{ratio:.1f}' for ratio in ratios[0])} x the time, "
        f"{' and '.join(f'{ratio:.1f}' for ratio in ratios[1])} x the memory",
        flush=True,
    )


def convert(folder: Path) -> None:
    """A tree of scripts that have nothing to do with each other."""
    inside = folder / "scripts"
    inside.mkdir()
    for i in range(60):
        functions = (f"def f_{i}_{j}(a, b):\n    return a * b + {j}\n\n\n" for j in range(20))
        (inside / f"script_{i}.py").write_text(HEAD + ONE_MODEL.format(i=i) + "".join(functions))
    times = side_by_side(
        3,
        gpu2ipu=gpu2ipu("convert", "--diff", "-j1", inside),
        libcst=[sys.executable, "-c", PARSE, str(inside)],
    )
    print(f"convert of 60 scripts: {times['gpu2ipu'] / times['libcst']:.1f} x libcst.parse_module")


def cache(folder: Path) -> None:
    """1,000 files, cold, again, and again after an edit of one: of scripts for themselves, and of linked modules."""
    os.environ |= {name: str(folder / "cache") for name in ("GPU2IPU_CACHE_DIR", "BLACK_CACHE_DIR")}
    for name, write in (("scripts", write_scripts), ("linked modules", write_tree)):
        inside = folder / name.replace(" ", "_")
        paths = write(inside, 1000)
        subprocess.run(
            tool("black", "-q", str(inside)), check=True
        )  # of files that are formatted it keeps results
        ruff = tool("ruff", "check", "-q", str(inside))
        commands = {
            "gpu2ipu cold": gpu2ipu("check", "-j1", "--no-cache", inside),
            "gpu2ipu again": gpu2ipu("check", "-j1", inside),
            "pyupgrade": tool("pyupgrade", "--py36-plus", *map(str, paths)),
            "black cold": tool("black", "--check", "-q", "--no-cache", str(inside)),
            "black again": tool("black", "--check", "-q", str(inside)),
            "ruff cold": [*ruff, "--no-cache"],
            "ruff again": [*ruff, f"--cache-dir={folder / 'ruff'}"],
        }
        times = side_by_side(1, **commands)
        paths[9].write_text(paths[9].read_text() + "\n# edited\n")
        times["gpu2ipu after an edit"] = cpu(commands["gpu2ipu again"])[0]
        base = times["gpu2ipu cold"]
        told = ", ".join(f"{each} {seconds:.2f} s ({seconds / base:.3f})" for each, seconds in times.items())
        print(f"check of 1,000 {name}, of all the cold run: {told}")


def write_scripts(folder: Path, count: int) -> list[Path]:
    """Scripts that have nothing to do with each other: ports, originals, and others without TensorFlow."""
    folder.mkdir()
    paths = [folder / f"script_{i}.py" for i in range(count)]
    for i, path in enumerate(paths):
        others = (HEAD + ONE_MODEL.format(i=i), PLAIN.format(i=i, imports="", calls="value"))
        path.write_text((PORT, *others)[i % 3] + f"# {i}\n")
    return paths


PARTS: dict[str, Callable[[Path], None]] = {
    "start": start,
    "tree": tree,
    "models": models,
    "convert": convert,
    "cache": cache,
    "laws": laws,
}


def main(names: Sequence[str]) -> None:
    """Run some of the parts, or all."""
    for name in names or PARTS:
        with folder_for_all("benchmark") as folder:
            PARTS[name](folder)


if __name__ == "__main__":
    main(sys.argv[1:])
