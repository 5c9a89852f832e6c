"""Estimators over a pipeline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .test_ipu_estimator import X, Y, pytestmark  # noqa: F401


class Pipeline:
    """`y = weight * x` in two stages, four micro-batches for each update."""

    def __init__(self, tf: Any, ipu: Any, folder: Path, iterations: int = 8, shards: int = 2) -> None:
        self.tf, self.ipu = tf, ipu
        config = ipu.config.IPUConfig()
        config.auto_select_ipus = shards
        run = ipu.ipu_run_config.IPURunConfig(iterations, config, num_shards=shards)
        made = ipu.ipu_run_config.RunConfig(ipu_run_config=run, model_dir=str(folder))
        self.estimator = ipu.ipu_pipeline_estimator.IPUPipelineEstimator(config=made, model_fn=self.model)

        self.data = lambda: tf.data.Dataset.from_tensor_slices((X, Y)).batch(2, drop_remainder=True).repeat()

    def model(self, mode: str) -> Any:
        tf = self.tf

        def first(x: Any, y: Any) -> Any:
            return x * tf.compat.v1.get_variable("weight", initializer=1.0), y

        def second(predicted: Any, y: Any) -> Any:
            if mode == "infer":
                return predicted
            loss = tf.reduce_mean((predicted - y) ** 2)
            return loss if mode == "train" else (loss, predicted)

        def update(loss: Any) -> Any:
            descent = tf.compat.v1.train.GradientDescentOptimizer(0.125)
            return self.ipu.pipelining_ops.OptimizerFunctionOutput(descent, loss)

        def metrics(loss: Any, predicted: Any) -> Any:
            return {"loss": tf.reduce_mean(loss), "mean": tf.compat.v1.metrics.mean(predicted)}

        return self.ipu.ipu_pipeline_estimator.IPUPipelineEstimatorSpec(
            mode, [first, second], 4, eval_metrics_fn=metrics, optimizer_function=update
        )


def test_training_evaluation_and_prediction(tf: Any, ipu: Any, tmp_path: Path) -> None:
    made = Pipeline(tf, ipu, tmp_path)
    made.estimator.train(made.data, steps=8)
    weight = np.float32(1)
    for rows in (slice(0, 8), slice(8, 16)):  # a batch of four micro-batches has four times the mean gradient
        weight -= np.float32(0.125) * 4 * np.mean(2 * X[rows] * (X[rows] * weight - Y[rows]))
    assert float(made.estimator.get_variable_value("weight")) == pytest.approx(float(weight), rel=1e-5)
    found = made.estimator.evaluate(made.data, steps=8)
    assert found["loss"] == pytest.approx(np.mean((X * weight - Y) ** 2), rel=1e-4)
    assert found["mean"] == pytest.approx(np.mean(X * weight), rel=1e-4)
    predicted = list(made.estimator.predict(made.data, num_predictions=3))
    np.testing.assert_allclose(np.ravel(predicted), X[:3, 0] * weight, rtol=1e-5)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"iterations": 2}, r"\(got 2\) cannot be less than `gradient_accumulation_count` \(got 4\)"),
        ({"iterations": 6}, r"\(got 6\) must be divisible by"),
        ({"shards": 4}, "This pipeline requires 2 devices, but `IPURunConfig.num_shards` was set to 4"),
    ],
)
def test_counts_and_devices(tf: Any, ipu: Any, tmp_path: Path, options: Any, words: str) -> None:
    made = Pipeline(tf, ipu, tmp_path, **options)
    with pytest.raises(ValueError, match=words):
        made.estimator.train(made.data, steps=24)


def test_what_a_spec_lacks(tf: Any, ipu: Any) -> None:
    make = ipu.ipu_pipeline_estimator.IPUPipelineEstimatorSpec
    with pytest.raises(ValueError, match="`optimizer_function` when training"):
        make("train", [], 4)
    with pytest.raises(ValueError, match="`eval_metrics_fn` when evaluating"):
        make("eval", [], 4)
    with pytest.raises(ValueError, match="must contain `gradient_accumulation_count`"):
        make("infer", [])
    with pytest.raises(ValueError, match="`accumulate_outfeed` pipeline keyword argument"):
        make("infer", [], 4, accumulate_outfeed=True)
