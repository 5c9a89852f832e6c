"""Short scripts for newer releases: each runs on the current TensorFlow, its port on 2.6 in the simulator."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import Converted, convert_text
from tests.warm_simulator import simulator_of


class Parts(NamedTuple):
    """What a script has of its own: statements on top, a layer, the optimizer, the loss, statements at the end."""

    top: str = ""
    layer: str = ""
    optimizer: str = '"sgd"'
    loss: str = '"mse"'
    end: str = ""


OF_KERAS_3 = "import keras\nfrom keras import layers, ops"
OF_TENSORFLOW = "import tensorflow as tf\nfrom tensorflow import keras\nfrom tensorflow.keras import layers"
OF_STARS = "import keras\nfrom keras import layers\nfrom keras.ops import *"
ALL_OF_KERAS = "import keras\nfrom keras import *"
TEMPLATE = """\
import numpy as np
{imports}
{top}
rng = np.random.RandomState(1)
x = rng.rand(64, 4).astype("float32")
y = x.sum(axis=1, keepdims=True)
model = keras.Sequential([keras.Input((4,)), {layer}layers.Dense(1)])
model.compile({optimizer}, {loss})
model.fit(x, y, batch_size=32, verbose=0)
{end}
print("done", np.isfinite(model.predict(x, batch_size=32, verbose=0)).all())
"""


def in_layer(expression: str) -> Parts:
    """A layer whose `call` returns an expression of its inputs `a`."""
    top = f"""
        class Own(layers.Layer):
            def call(self, a):
                return {expression}
    """
    return Parts(top, "Own(), ")


def in_loss(expression: str) -> Parts:
    """A loss of `t` and `p`."""
    return Parts(f"def own(t, p):\n    return {expression}", loss="own")


WITH_KERAS_3 = {
    "plain imports": Parts(),
    "seeds": Parts("keras.utils.set_random_seed(1)"),
    "Layer": Parts("class Own(keras.Layer):\n    def call(self, a):\n        return a * 2.0", "Own(), "),
    "mean of squares": in_loss("ops.mean(ops.square(t - p), axis=-1)"),
    "absolute": in_loss("ops.mean(ops.absolute(t - p))"),
    "logcosh": in_loss("ops.mean(ops.log(ops.cosh(p - t)), axis=-1)"),
    "maximum": in_loss("ops.mean(ops.maximum(0.5 * (t - p), -0.5 * (t - p)))"),
    "where": in_loss("ops.mean(ops.where(t > p, t - p, 2.0 * (p - t)))"),
    "clip": in_loss("ops.mean(ops.square(ops.clip(t - p, -1.0, 1.0)))"),
    "sum with keepdims": in_layer("a / (1.0 + ops.sum(a, axis=-1, keepdims=True))"),
    "softmax": in_layer("ops.softmax(a, axis=-1)"),
    "log_softmax": in_layer("ops.log_softmax(a)"),
    "relu": in_layer("ops.relu(a)"),
    "leaky_relu": in_layer("ops.leaky_relu(a)"),
    "swish": in_layer("ops.swish(a)"),
    "gelu": in_layer("ops.gelu(a)"),
    "concatenate": in_layer("ops.concatenate([a, a * 2.0], axis=-1)"),
    "concatenate by its default": in_layer(
        "ops.transpose(ops.concatenate([ops.transpose(a), ops.transpose(a)]))"
    ),
    "stack": in_layer("ops.reshape(ops.stack([a, a], axis=1), (32, 8))"),
    "expand and squeeze": in_layer("ops.squeeze(ops.expand_dims(a, axis=1), axis=1)"),
    "cumsum": in_layer("ops.cumsum(a, axis=1)"),
    "negative": in_layer("ops.negative(a) + ops.minimum(a, 0.5)"),
    "tile": in_layer("ops.tile(a, [1, 2])"),
    "roll": in_layer("ops.roll(a, 1, axis=1)"),
    "matmul": in_layer("ops.matmul(a, ops.eye(4))"),
    "einsum": in_layer("ops.einsum('ij,kj->ik', a, ops.ones((3, 4)))"),
    "cast": in_layer("ops.cast(a > 0.5, 'float32') * a"),
    "std and var": in_layer("a * ops.std(a) + ops.var(a)"),
    "zeros_like": in_layer("a + ops.zeros_like(a)"),
    "power": in_layer("ops.power(a, 2.0) + ops.sqrt(a)"),
    "stop_gradient": in_layer("a + ops.stop_gradient(a)"),
    "noise": in_layer("a + keras.random.normal((32, 4), stddev=0.1)"),
    "uniform noise": in_layer("a + keras.random.uniform((32, 4), minval=0.0, maxval=0.1)"),
    "floatx": Parts("assert keras.config.floatx() == 'float32'\nkeras.config.set_epsilon(1e-6)"),
    "image_data_format": Parts("keras.config.set_image_data_format('channels_last')"),
    "policy": Parts("print(keras.config.dtype_policy().name)"),
    "quiet": Parts("keras.utils.disable_interactive_logging()"),
    "tracebacks": Parts("keras.config.disable_traceback_filtering()"),
    "clear_session": Parts("keras.utils.clear_session()"),
    "registered": Parts(
        "@keras.saving.register_keras_serializable()\ndef own(t, p):\n    return ops.mean(ops.square(t - p))",
        loss="own",
    ),
    "pad_sequences": Parts("print(keras.utils.pad_sequences([[1], [2, 3]], maxlen=2))"),
    "initializer": Parts(
        layer="layers.Dense(4, kernel_initializer=keras.initializers.OrthogonalInitializer()), "
    ),
    "save and load": Parts(
        end="import tempfile\npath = tempfile.mkdtemp() + '/m.h5'\n"
        "keras.saving.save_model(model, path)\nagain = keras.saving.load_model(path, compile=False)"
    ),
    "loss by its class": Parts(loss="keras.losses.MeanSquaredError()"),
    "optimizer by its class": Parts(optimizer="keras.optimizers.Adam(1e-3)"),
    "weight_decay of nothing": Parts(optimizer="keras.optimizers.Adam(1e-3, weight_decay=None)"),
}
WITH_TENSORFLOW = {
    "seeds of TensorFlow": Parts("tf.keras.utils.set_random_seed(2)"),
    "determinism": Parts("tf.keras.utils.set_random_seed(2)\ntf.config.experimental.enable_op_determinism()"),
    "synchronized": Parts(layer="layers.BatchNormalization(synchronized=False), "),
    "jit_compile": Parts(loss='"mse", jit_compile=False'),
    "load of a dataset": Parts(
        "import tempfile\nsource = tf.data.Dataset.range(3)\n"
        "print([int(each) for each in tf.data.Dataset.choose_from_datasets([source], "
        "tf.data.Dataset.from_tensors(np.int64(0)).repeat(2))])"
    ),
    "names of datasets": Parts(
        "print(int(tf.data.Dataset.range(3, name='numbers').batch(3, name='b').cardinality()))"
    ),
    "EinsumDense": Parts(layer="layers.EinsumDense('ab,bc->ac', output_shape=4), "),
    "a matching of cases": Parts(
        "match x_shape := 3:\n    case 3:\n        print('three')\n    case _:\n        pass"
    ),
    "a union of dicts": Parts("options = {'a': 1} | {'b': 2}\nprint(options)"),
    "hints": Parts(
        "def f(a: list[int] | None = None) -> dict[str, int]:\n    return {'a': len(a or [])}\nprint(f())"
    ),
    "cached": Parts("import functools\n@functools.cache\ndef f(n):\n    return n\nprint(f(1))"),
    "contexts in parentheses": Parts(
        "import contextlib\nwith (contextlib.nullcontext(1) as a, contextlib.nullcontext(2) as b):\n    print(a, b)"
    ),
    "strict zip": Parts("print(list(zip([1], [2], strict=True)))"),
    "schedule": Parts(optimizer="keras.optimizers.SGD(keras.optimizers.schedules.CosineDecay(0.1, 10))"),
}
WITH_STARS = {
    "all operations": in_layer(
        "relu(a) * max(a, axis=-1, keepdims=True) + abs(mean(a, axis=-1, keepdims=True))"
    ),
    "all operations in a loss": in_loss("sum(square(t - p), axis=-1)"),
}
WITH_ALL_OF_KERAS = {
    "all of Keras": Parts(
        "class Own(Layer):\n    def call(self, a):\n        return ops.relu(a) * 2.0", "Own(), "
    ),
}
BY_TEXT = {
    "metrics by text": Parts(
        loss='"mse", metrics=["kl_divergence"]',
        end='assert "kl_divergence" in model.history.history, model.history.history',
    ),
    "options of an optimizer": Parts(
        'options = {"learning_rate": 1e-3, "weight_decay": None}\n'
        "settings = dict(use_ema=False, ema_momentum=0.9, clipnorm=1.0)",
        optimizer="keras.optimizers.Adam(**options, **settings)",
    ),
    "configurations": Parts(
        layer='layers.Dense(4, kernel_initializer=keras.initializers.get({"class_name": "OrthogonalInitializer", '
        '"config": {}})), ',
        optimizer='keras.optimizers.get({"class_name": "SGD", "config": {"learning_rate": 0.1, '
        '"weight_decay": None}})',
    ),
}
SCRIPTS = {
    **{name: (OF_STARS, parts) for name, parts in WITH_STARS.items()},
    **{name: (ALL_OF_KERAS, parts) for name, parts in WITH_ALL_OF_KERAS.items()},
    **{name: (OF_KERAS_3, parts) for name, parts in BY_TEXT.items()},
    **{name: (OF_KERAS_3, parts) for name, parts in WITH_KERAS_3.items()},
    **{name: (OF_TENSORFLOW, parts) for name, parts in WITH_TENSORFLOW.items()},
}

#: Runs each script in a fork of a process that has imported TensorFlow; prints the exit codes and what was printed.
RUN = """
import json, os, sys, tempfile
import keras, tensorflow

ended = {}
for name, path in json.load(sys.stdin):
    child = os.fork()
    if not child:
        out = os.open(path + ".out", os.O_CREAT | os.O_WRONLY)
        os.dup2(out, 1), os.dup2(out, 2)
        code = 1
        try:
            exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
            code = 0
        except BaseException:
            import traceback
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    ended[name] = [os.waitstatus_to_exitcode(status), open(path + ".out").read()]
print("ENDED" + json.dumps(ended))
"""


def script(name: str) -> str:
    imports, parts = SCRIPTS[name]
    top, end = (textwrap.dedent(each).strip("\n") for each in (parts.top, parts.end))
    return TEMPLATE.format(imports=imports, **parts._replace(top=top, end=end)._asdict())


@functools.cache
def port(name: str) -> Converted:
    return convert_text(Path("train.py"), script(name), Config())


@functools.cache
def originals() -> dict[str, tuple[int, str]]:
    """How all scripts end on the current TensorFlow."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [(name, str(Path(folder) / f"{number}.py")) for number, name in enumerate(SCRIPTS)]
        for name, path in paths:
            Path(path).write_text(script(name))
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
        environment.pop("TF_USE_LEGACY_KERAS", None)
        child = subprocess.run(
            [sys.executable, "-c", RUN],
            input=json.dumps(paths),
            capture_output=True,
            text=True,
            env=environment,
        )
    lines = [line for line in child.stdout.splitlines() if line.startswith("ENDED")]
    assert lines, child.stderr[-3000:]
    found: dict[str, tuple[int, str]] = json.loads(lines[0].removeprefix("ENDED"))
    return found


def test_there_are_sixty() -> None:
    assert len(SCRIPTS) >= 60


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_is_left_of_a_port(name: str) -> None:
    assert port(name).complete, port(name).text


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_original_runs(name: str) -> None:
    code, printed = originals()[name]
    assert code == 0, printed
    assert printed.endswith("done True\n"), printed


@pytest.mark.tf26
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_port_runs(name: str, python38: str, tmp_path: Path) -> None:
    (tmp_path / "train_ipu.py").write_text(port(name).text)
    ended = simulator_of(python38).run((str(tmp_path / "train_ipu.py"),), os.environ, str(tmp_path))
    assert ended.returncode == 0, ended.stdout + ended.stderr + port(name).text
    assert "done True" in ended.stdout
