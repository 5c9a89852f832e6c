"""Estimators on an IPU: what they train, what they show, and what they demand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HAS_ESTIMATORS = importlib.util.find_spec("tensorflow_estimator") is not None
pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.skipif(not HAS_ESTIMATORS, reason="newer TensorFlows have no estimators"),
]

X = np.arange(16, dtype=np.float32).reshape(16, 1) / 16
Y = 2 * X


class Regression:
    """`y = weight * x` in batches of two rows, and the Estimator of it."""

    def __init__(self, tf: Any, ipu: Any, folder: Path, iterations: int = 4, **options: Any) -> None:
        self.tf, self.ipu = tf, ipu
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = 1
        run = ipu.ipu_run_config.IPURunConfig(iterations_per_loop=iterations, ipu_options=config)
        self.config = ipu.ipu_run_config.RunConfig(ipu_run_config=run, model_dir=str(folder))
        self.learning = options.pop("learning", True)
        self.spec = options.pop("spec", self.stock_spec)
        self.estimator = ipu.ipu_estimator.IPUEstimator(config=self.config, model_fn=self.model, **options)

        # a function, since parameters are copied with all that they hold
        self.data = lambda: tf.data.Dataset.from_tensor_slices((X, Y)).batch(2, drop_remainder=True).repeat()

    def model(self, features: Any, labels: Any, mode: str) -> Any:
        weight = self.tf.compat.v1.get_variable("weight", initializer=1.0)
        predicted = features * weight
        if labels is None:
            return self.tf.estimator.EstimatorSpec(mode, predictions=predicted)
        loss = self.tf.reduce_mean((predicted - labels) ** 2)
        return self.spec(mode, loss, predicted, labels)

    def stock_spec(self, mode: str, loss: Any, predicted: Any, labels: Any) -> Any:
        train_op, metrics = None, None
        if mode == "train":
            train_op = self.tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(loss)
        if mode == "eval":
            metrics = {"error": self.tf.compat.v1.metrics.mean_absolute_error(labels, predicted)}
        return self.tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op, eval_metric_ops=metrics)


def trained(batches: int) -> float:
    weight = np.float32(1)
    for number in range(batches):
        x, y = X[2 * number % 16 :][:2], Y[2 * number % 16 :][:2]
        weight -= np.float32(0.5) * np.mean(2 * x * (x * weight - y))
    return float(weight)


@pytest.mark.parametrize("iterations", [1, 4])
def test_training_evaluation_and_prediction(tf: Any, ipu: Any, tmp_path: Path, iterations: int) -> None:
    made = Regression(tf, ipu, tmp_path, iterations)
    made.estimator.train(made.data, steps=8)
    weight = trained(8)
    assert float(made.estimator.get_variable_value("weight")) == pytest.approx(weight, rel=1e-5)
    made.estimator.train(made.data, max_steps=8)  # are done already
    assert made.estimator.get_variable_value("global_step") in (8, 8 + iterations)
    made.estimator.train(made.data, steps=8)
    weight = float(made.estimator.get_variable_value("weight"))
    found = made.estimator.evaluate(made.data, steps=8)
    assert found["error"] == pytest.approx(np.mean(abs(X * weight - Y)), rel=1e-4)
    assert found["loss"] == pytest.approx(np.mean((X * weight - Y) ** 2), rel=1e-4)
    predicted = list(made.estimator.predict(made.data, num_predictions=5))
    np.testing.assert_allclose(np.ravel(predicted), X[:5, 0] * weight, rtol=1e-5)


def test_metrics_and_calls_of_the_host(tf: Any, ipu: Any, tmp_path: Path) -> None:
    def spec(mode: str, loss: Any, predicted: Any, labels: Any) -> Any:
        make = ipu.ipu_estimator.IPUEstimatorSpec
        if mode == "eval":
            sent = {"labels": labels, "predictions": predicted}
            return make(mode, loss=loss, eval_metrics=(errors, sent))
        (weight,) = tf.compat.v1.trainable_variables()
        (gradient,) = tf.gradients(loss, [weight])
        return make(mode, loss=loss, train_op=tf.identity(loss), host_call=(subtract, [gradient]))

    def errors(labels: Any, predictions: Any) -> Any:
        return {"largest": tf.compat.v1.metrics.mean(tf.reduce_max(abs(labels - predictions)))}

    def subtract(gradient: Any) -> Any:
        (weight,) = tf.compat.v1.trainable_variables()
        return weight.assign_sub(0.5 * gradient)

    made = Regression(tf, ipu, tmp_path, 1, spec=spec)
    made.estimator.train(made.data, steps=3)
    weight = float(made.estimator.get_variable_value("weight"))
    assert weight == pytest.approx(trained(3), rel=1e-5)
    found = made.estimator.evaluate(made.data, steps=1)
    assert found["largest"] == pytest.approx(X[1, 0] * (2 - weight), rel=1e-4)


def test_a_hook_that_logs_tensors(tf: Any, ipu: Any, tmp_path: Path, logged: list[str]) -> None:
    hooks: list[Any] = []

    def spec(mode: str, loss: Any, predicted: Any, labels: Any) -> Any:
        hook = ipu.ipu_session_run_hooks.IPULoggingTensorHook(
            every_n_iter=1, formatter=lambda v: f"seen {v['loss']}"
        )
        hooks.append(hook)
        with tf.control_dependencies([hook.log({"loss": loss})]):
            train_op = tf.identity(loss)
        with pytest.raises(RuntimeError, match="more than once"):
            hook.log(loss)
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op, training_hooks=[hook])

    made = Regression(tf, ipu, tmp_path, 2, spec=spec)
    made.estimator.train(made.data, steps=4)
    assert sum(line.startswith("seen ") for line in logged) == 2


@pytest.mark.parametrize(
    "options, words",
    [
        ({"params": {"input_fn": 1}}, "reserved keys"),
        ({"params": {"batch_size": 1}, "train_batch_size": 4}, "cannot be passed in params"),
        ({"params": [1]}, "expected to be of type `dict`"),
        ({"train_batch_size": 0}, "must be positive"),
    ],
)
def test_options(tf: Any, ipu: Any, tmp_path: Path, options: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Regression(tf, ipu, tmp_path, **options)


def test_what_it_demands(tf: Any, ipu: Any, tmp_path: Path) -> None:
    made = Regression(tf, ipu, tmp_path)
    with pytest.raises(ValueError, match=r"steps \(6\) must be a multiple of iterations_per_loop \(4\)"):
        made.estimator.train(made.data, steps=6)
    with pytest.raises(ValueError, match="input_fn must return Dataset"):
        made.estimator.train(lambda: (X, Y), steps=4)

    def counting(mode: str, loss: Any, predicted: Any, labels: Any) -> Any:
        step = tf.compat.v1.train.get_global_step()
        train_op = tf.compat.v1.train.GradientDescentOptimizer(0.5).minimize(loss, step)
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)

    with pytest.raises(ValueError, match="Illegal increment of the `global_step`"):
        again = Regression(tf, ipu, tmp_path / "counting", spec=counting)
        again.estimator.train(again.data, steps=4)
    with pytest.raises(ValueError, match="with type `ipu_run_config.RunConfig`"):
        ipu.ipu_estimator.IPUEstimator(made.model, config=tf.estimator.RunConfig())
    make = ipu.ipu_estimator.IPUEstimatorSpec
    with pytest.raises(TypeError, match="`host_call` must be a tuple"):
        make("train", host_call=[made.data, []])
    with pytest.raises(TypeError, match="second element in `eval_metrics` must be a list or dict"):
        make("eval", eval_metrics=(made.data, 1))


def test_run_configurations(tf: Any, ipu: Any) -> None:
    make = ipu.ipu_run_config.IPURunConfig
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = [1, 2]
    assert make(ipu_options=config, num_shards=2, ordinal=1).ipu_options is config
    with pytest.raises(ValueError, match="configured with 1 devices .* `ipu_options` configured with 2"):
        make(ipu_options=config, ordinal=1)
    with pytest.raises(ValueError, match=r"Only 2 device\(s\) available"):
        make(ipu_options=config, ordinal=2)
    with pytest.raises(ValueError, match="`ipu_options` is None"):
        make(num_replicas=2)
    with pytest.raises(TypeError, match="must be an IPUConfig instance"):
        make(ipu_options=1)
    assert ipu.ipu_run_config.RunConfig(master="here").master == "here"
