"""Each entry of the table of equivalents, computed on both sides: the newer name today, its replacement in 2.6."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gpu2ipu.rules.tf26.tables.newer_api import EQUIVALENTS

#: Prints, for each name, the value of `result` once its code has run with `f` bound to what the name stands for.
#: A newer name is one of Keras 3, or else of tf_keras.
COMPUTE = """
import functools, inspect, json, sys, tempfile
import numpy as np
import tensorflow as tf

try:
    import keras, tf_keras
    modules = {"keras": (keras, tf_keras), "tensorflow": (tf,)}
except ImportError:
    modules = {"keras": (tf.keras,), "tensorflow": (tf,)}


def found(name):
    top, *below = name.split(".")
    # Keras 3 has a module `legacy` that only tells where the optimizers are
    for module in modules[top][-1:] if "legacy" in below else modules[top]:
        try:
            return functools.reduce(getattr, below, module), module
        except AttributeError:
            pass
    raise AttributeError(name)


def plain(value):
    if isinstance(value, (str, bool, type(None))):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return np.asarray(value).tolist()


x = np.array([[0.1, 0.25, 0.5], [0.75, 0.9, 0.3]], "float32")
y = np.array([[0.3, 0.25, 0.7], [0.2, 0.9, 0.1]], "float32")
yes = x > 0.4
a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)
results = {}
for name, spelling, code in json.load(sys.stdin):
    f, keras = found(spelling)
    if name.startswith("tensorflow."):
        keras = tf.keras
    space = {**globals()}
    try:
        exec(code, space)
        results[name] = plain(space["result"])
    except Exception as error:
        results[name] = f"{type(error).__name__}: {error}"
print("RESULTS" + json.dumps(results))
"""

_CLASS = "result = issubclass(keras.{}, f)"
_SET = "f('{}'); result = keras.{}; {}"
OF_KERAS = {
    "tensorflow.data.Dataset.choose_from_datasets": (
        "c = tf.data.Dataset.from_tensor_slices(np.array([1, 0, 1]))\n"
        "result = list(f([a, b], c).as_numpy_iterator())"
    ),
    "tensorflow.data.Dataset.sample_from_datasets": (
        "result = list(f([a, b], weights=[1.0, 0.0], seed=1, stop_on_empty_dataset=True).as_numpy_iterator())"
    ),
    "tensorflow.data.Dataset.load": (
        "path = tempfile.mkdtemp()\n"
        "a.save(path) if hasattr(a, 'save') else tf.data.experimental.save(a, path)\n"
        "result = list(f(path, element_spec=a.element_spec).as_numpy_iterator())"
    ),
    "keras.utils.SidecarEvaluator": (
        "e = f(model=1, data=2, checkpoint_dir='c', steps=3)\nresult = [e.model, e.data, e.steps]"
    ),
    "keras.optimizers.experimental": "result = float(f.SGD(0.5).get_config()['learning_rate'])",
    "keras.optimizers.legacy": (
        "v = tf.Variable([1.0, 2.0])\n"
        "f.Adam(0.1).apply_gradients([(tf.constant([0.5, 0.25]), v)])\n"
        "result = v.numpy()"
    ),
    "keras.utils.pad_sequences": "result = f([[1], [2, 3, 4]], maxlen=2, padding='post')",
    "keras.layers.EinsumDense": (
        "result = f('ab,bc->ac', output_shape=2, bias_axes='c', kernel_initializer='ones')(x)"
    ),
    **{
        f"keras.saving.{name}": (
            "class Own: pass\n"
            "with f({'Own': Own}):\n"
            "    inside = keras.utils.get_registered_object('Own')\n"
            "result = [inside is Own, keras.utils.get_registered_object('Own') is None]"
        )
        for name in ("CustomObjectScope", "custom_object_scope")
    },
    "keras.saving.deserialize_keras_object": (
        "layer = f({'class_name': 'Dense', 'config': {'units': 3, 'name': 'd'}}, "
        "custom_objects={'Dense': keras.layers.Dense})\nresult = [layer.name, layer.units]"
    ),
    "keras.saving.get_custom_objects": "f()['own'] = 3\nresult = f()['own']\ndel f()['own']",
    "keras.saving.get_registered_name": "class Own: pass\nresult = f(Own)",
    "keras.saving.get_registered_object": "result = f('nothing')",
    "keras.saving.register_keras_serializable": (
        "class Own:\n"
        "    def get_config(self): return {}\n"
        "f(package='p', name='n')(Own)\n"
        "result = keras.utils.get_registered_object('p>n') is Own"
    ),
    **{
        f"keras.saving.{name}": (
            "model = keras.Sequential([keras.layers.Dense(2, kernel_initializer='ones')])\n"
            "before = model.predict(x, verbose=0)\n"
            "path = tempfile.mkdtemp() + '/model.h5'\n"
            f"{code}\n"
            "result = [before, again.predict(x, verbose=0)]"
        )
        for name, code in (
            ("load_model", "model.save(path); again = f(path)"),
            ("save_model", "f(model, path); again = keras.models.load_model(path)"),
        )
    },
    "keras.saving.serialize_keras_object": (
        "told = f(keras.layers.Dense(3, name='d'))\nresult = [told['class_name'], told['config']['units']]"
    ),
    "keras.utils.legacy": (
        "told = f.serialize_keras_object(keras.layers.Dense(3))\n"
        "result = [told['class_name'], told['config']['units']]"
    ),
    "keras.Initializer": _CLASS.format("initializers.Ones"),
    "keras.InputSpec": "result = list(f(shape=(2, 3)).shape)",
    "keras.Layer": _CLASS.format("layers.Dense"),
    "keras.Loss": _CLASS.format("losses.MeanSquaredError"),
    "keras.Metric": _CLASS.format("metrics.Mean"),
    "keras.Optimizer": _CLASS.format("optimizers.SGD"),
    "keras.Regularizer": _CLASS.format("regularizers.L2"),
    "keras.activations.silu": "result = f(tf.constant(x))",
    "keras.config.dtype_policy": "result = f().name",
    "keras.mixed_precision.dtype_policy": "result = f().name",
    **{
        f"keras.{module}.set_dtype_policy": (
            "f('mixed_float16')\n" "result = keras.layers.Dense(1).compute_dtype\n" "f('float32')"
        )
        for module in ("config", "mixed_precision")
    },
    "keras.config.floatx": "result = f()",
    "keras.config.epsilon": "result = f()",
    "keras.config.image_data_format": "result = f()",
    "keras.config.set_floatx": _SET.format("float64", "backend.floatx()", "f('float32')"),
    "keras.config.set_epsilon": "f(1e-3); result = keras.backend.epsilon(); f(1e-7)",
    "keras.config.set_image_data_format": _SET.format(
        "channels_first", "backend.image_data_format()", "f('channels_last')"
    ),
    "keras.initializers.IdentityInitializer": "result = f(gain=2.0)((3, 3))",
    "keras.initializers.OrthogonalInitializer": (
        "m = np.asarray(f(gain=2.0)((3, 3)))\nresult = np.round(m @ m.T, 4) + 0.0"
    ),
    "keras.mixed_precision.DTypePolicy": "p = f('mixed_float16'); result = [p.compute_dtype, p.variable_dtype]",
    "keras.optimizers.LossScaleOptimizer": "result = float(f(keras.optimizers.SGD(0.1)).get_config()['initial_scale'])",
    "keras.utils.clear_session": "result = f()",
}
_RANDOM = "tf.random.set_seed(1)\nr = np.asarray(f({}))\nresult = {}"
_CODES = {
    "result = f(x)": (
        "abs absolute arccos arcsin arcsinh arctan arctanh ceil convert_to_tensor cos cosh elu erf erfinv exp expm1 "
        "floor isfinite isinf isnan leaky_relu log log1p log_sigmoid negative ones_like reciprocal relu relu6 round "
        "rsqrt selu shape sigmoid sign silu sin sinh size softplus softsign sqrt square squeeze stop_gradient swish "
        "tan tanh transpose zeros_like"
    ),
    "result = f(x, y)": (
        "add arctan2 divide divide_no_nan equal floor_divide greater greater_equal less less_equal maximum minimum "
        "multiply not_equal power subtract true_divide"
    ),
    "result = f(yes)": "logical_not",
    "result = f(yes, ~yes)": "logical_and logical_or logical_xor",
    "result = f((2, 3))": "ones zeros",
    "result = f(3)": "eye identity",
    "result = f(x[:, :2] + 2 * np.eye(2, dtype='float32'))": "det inv",
    "result = [f(x), f(x, axis=0)]": "sort argsort softmax log_softmax",
    "result = [f(x, 0), f(x, axis=1)]": "cumsum cumprod expand_dims",
    "result = [f(x), f(x, axis=1), f(x, axis=0, keepdims=True), f(x, 1)]": (
        "amax amin logsumexp max mean min prod std sum var"
    ),
    "result = [f(yes), f(yes, axis=1), f(yes, axis=0, keepdims=True)]": "all any",
}
OPERATIONS = {
    **{f"keras.ops.{name}": code for code, names in _CODES.items() for name in names.split()},
    "keras.activations.leaky_relu": "result = f(x - 0.5)",
    "keras.activations.log_softmax": "result = [f(x), f(x, axis=0)]",
    "keras.activations.relu6": "result = f(10 * x)",
    "keras.ops.arccosh": "result = f(x + 1)",
    "keras.ops.broadcast_to": "result = f(x[:1], (2, 3))",
    "keras.ops.cast": "result = f(x * 10, 'int32')",
    "keras.ops.cholesky": "result = f(np.array([[2.0, 1.0], [1.0, 3.0]], 'float32'))",
    "keras.ops.clip": "result = f(x, 0.2, 0.6)",
    "keras.ops.concatenate": "result = [f([x, y], 1), f([x, y], axis=0)]",
    "keras.ops.cond": "result = f(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))",
    "keras.ops.einsum": "result = f('ij,kj->ik', x, y)",
    "keras.ops.full": "result = f((2, 3), 4.0)",
    "keras.ops.gelu": "result = [f(x, approximate=True), f(x, False)]",
    "keras.ops.in_top_k": "result = f(np.array([2, 0]), x, 1)",
    "keras.ops.is_tensor": "result = [bool(f(tf.constant(1))), bool(f(1))]",
    "keras.ops.linspace": "result = f(0.0, 1.0, 5)",
    "keras.ops.matmul": "result = f(x, y.T)",
    "keras.ops.one_hot": "result = f(np.array([0, 2]), 3)",
    "keras.ops.reshape": "result = f(x, (3, 2))",
    "keras.ops.roll": "result = f(x, 1, axis=1)",
    "keras.ops.scatter": "result = f([[0], [2]], [1.0, 2.0], [4])",
    "keras.ops.slice": "result = f(x, [0, 1], [2, 2])",
    "keras.ops.squeeze": "result = f(x[:1], axis=0)",
    "keras.ops.stack": "result = [f([x, y]), f([x, y], axis=1)]",
    "keras.ops.take": "result = f(x, np.array([2, 0]), axis=1)",
    "keras.ops.tensordot": "result = f(x, y, [[1], [1]])",
    "keras.ops.tile": "result = f(x, [1, 2])",
    "keras.ops.top_k": "result = [np.asarray(each) for each in f(x, 2)]",
    "keras.ops.unstack": "result = [f(x), f(x, axis=1)]",
    "keras.ops.vectorized_map": "result = f(lambda row: row * 2.0, tf.constant(x))",
    "keras.ops.where": "result = f(yes, x, y)",
    "keras.ops.while_loop": "result = f(lambda i: i < 5, lambda i: (i + 1,), (tf.constant(0),))",
    # the numbers are others, the distributions are the same
    "keras.random.dropout": _RANDOM.format(
        "np.ones((4000,), 'float32'), 0.5", "[abs(r.mean() - 1) < 0.1, set(r) == {0, 2}]"
    ),
    "keras.random.normal": _RANDOM.format(
        "(4000,), 1.0, 2.0", "[abs(r.mean() - 1) < 0.2, abs(r.std() - 2) < 0.2]"
    ),
    "keras.random.truncated_normal": _RANDOM.format(
        "(4000,), 1.0, 2.0", "[abs(r.mean() - 1) < 0.2, r.max() <= 5]"
    ),
    "keras.random.uniform": _RANDOM.format(
        "(4000,), 1.0, 3.0", "[abs(r.mean() - 2) < 0.1, r.min() >= 1, r.max() < 3]"
    ),
}
CODES = {**OF_KERAS, **OPERATIONS}


def computed(python: str, spellings: dict[str, str]) -> dict[str, Any]:
    asked = [(name, spelling, CODES[name]) for name, spelling in spellings.items()]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    environment.pop("TF_USE_LEGACY_KERAS", None)
    child = subprocess.run(
        [python, "-c", COMPUTE],
        input=json.dumps(asked),
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    lines = [line for line in child.stdout.splitlines() if line.startswith("RESULTS")]
    assert lines, child.stderr[-3000:]
    found: dict[str, Any] = json.loads(lines[0].removeprefix("RESULTS"))
    return found


def test_each_entry_has_a_computation() -> None:
    assert CODES.keys() == EQUIVALENTS.keys()


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_both_sides_compute_the_same(python38: str) -> None:
    new = computed(sys.executable, {name: name for name in EQUIVALENTS})
    old = computed(python38, dict(EQUIVALENTS))
    differ = {name: (new[name], old[name]) for name in EQUIVALENTS if not same(new[name], old[name])}
    assert not differ


def same(new: Any, old: Any) -> bool:
    """True if two values are the same but for rounding; errors are none."""
    if isinstance(new, str) or isinstance(old, str):
        return bool(new == old) and "Error: " not in new
    if isinstance(new, list) and isinstance(old, list):
        return len(new) == len(old) and all(map(same, new, old))
    if new is None or old is None or isinstance(new, bool) or isinstance(old, bool):
        return new is old
    return bool(np.allclose(new, old, rtol=1e-5, atol=1e-6))
