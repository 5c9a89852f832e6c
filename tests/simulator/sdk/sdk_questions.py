"""A port that asks the SDK in which it runs what it has and does, and prints the answers as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

FIRST = sys.argv[1]
exec(FIRST, {})

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.python import ipu  # noqa: E402

config = ipu.config.IPUConfig()
config.auto_select_ipus = 2
config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
stage = ipu.keras.PipelineStage if sys.argv[2] == "ipu.keras" else tf.keras.ipu.PipelineStage

rng = np.random.RandomState(0)
x = rng.normal(size=(16, 3)).astype("float32")
y = rng.normal(size=(16, 1)).astype("float32")


def answer(question: Callable[[], Any]) -> Any:
    try:
        return question()
    except (Exception, NotImplementedError) as error:
        return f"{type(error).__name__}: {error}"


def dense(model_class: Any = None, optimizer: Any = None) -> Any:
    with strategy.scope():
        inputs = tf.keras.Input((3,), batch_size=2)
        outputs = tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(inputs)
        model = (model_class or tf.keras.Model)(inputs, outputs)
        model.compile(optimizer or tf.keras.optimizers.SGD(0.1), "mse", steps_per_execution=4)
    return model


def fit(model: Any, rows: int = 16) -> Any:
    return float(model.fit(x[:rows], y[:rows], batch_size=2, verbose=0).history["loss"][-1])


class OwnStep(tf.keras.Model):
    def train_step(self, data: Any) -> Any:
        return {"loss": tf.constant(7.0)}


class OwnMinimize(tf.keras.optimizers.SGD):
    def minimize(
        self, loss: Any, var_list: Any, grad_loss: Any = None, name: Any = None, tape: Any = None
    ) -> Any:
        return super().minimize(loss, var_list, tape=tape)


def own_step(accumulation: int) -> Any:
    model = dense(OwnStep)
    if accumulation > 1:
        model.set_gradient_accumulation_options(accumulation)
    return fit(model)


def own_minimize() -> Any:
    model = dense(optimizer=OwnMinimize(0.1))
    model.set_gradient_accumulation_options(2)
    return fit(model) > 0


def accumulated(*args: Any, **kwargs: Any) -> Any:
    """The weights after one update."""
    model = dense()
    model.set_gradient_accumulation_options(4, *args, **kwargs)
    fit(model)
    return model.get_weights()[0].ravel().tolist()


def pipelined(**options: Any) -> Any:
    with strategy.scope():
        inputs = tf.keras.Input((3,), batch_size=2)
        with stage(0):
            hidden = tf.keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)(inputs)
        with stage(1):
            outputs = tf.keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(hidden)
        model = tf.keras.Model(inputs, outputs)
        model.compile(tf.keras.optimizers.SGD(0.1), "mse", steps_per_execution=4)
    model.set_pipelining_options(4, **options)
    fit(model, 8)
    return [weights.ravel().tolist() for weights in model.get_weights()]


def nested() -> Any:
    with strategy.scope():
        inner = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)])
        inputs = tf.keras.Input((3,), batch_size=2)
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inner(inputs)))
        return [type(one).__name__ for one in model.get_pipeline_stage_assignment()]


def name(path: str) -> Callable[[], Any]:
    def ask() -> Any:
        module, _, attribute = path.partition(":")
        names: dict[str, Any] = {}
        exec(f"from {module} import {attribute} as found", names)
        if hasattr(names["found"], "_refuse"):
            names["found"]()
        return f"{names['found'].__module__ if hasattr(names['found'], '__module__') else 'module'}"

    return ask


answers = {path: answer(name(path)) for path in sys.argv[3:]}
answers.update(
    {
        "methods": [n for n in ("set_replication_options", "export_for_ipu_serving") if hasattr(dense(), n)],
        "own step": answer(lambda: own_step(1)),
        "own step, accumulating": answer(lambda: own_step(2)),
        "own minimize": answer(own_minimize),
        "mean": answer(lambda: accumulated(gradient_accumulation_reduction_method="mean")),
        "normalised": answer(lambda: accumulated(experimental_normalize_gradients=True)),
        "normalised mean": answer(
            lambda: accumulated(
                experimental_normalize_gradients=True, gradient_accumulation_reduction_method="mean"
            )
        ),
        "third argument": answer(lambda: accumulated("sum", True)),
        "pipeline": answer(lambda: pipelined(gradient_accumulation_reduction_method="mean")),
        "normalised pipeline": answer(lambda: pipelined(experimental_normalize_gradients=True)),
        "captured gradients": answer(lambda: pipelined(gradient_accumulation_for_captured_grads=True)),
        "nested": answer(nested),
        "star": answer(lambda: exec("from tensorflow.python.ipu.sharding import *", {})),
    }
)
print("ANSWERS" + json.dumps(answers))
