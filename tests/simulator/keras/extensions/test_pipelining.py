"""What is refused when the pipeline of a Keras model is made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.ones((24, 3), np.float32)
Y = np.ones((24, 2), np.float32)


def run(model: Any, call: str) -> None:
    getattr(model, call)(*((X,) if call == "predict" else (X, Y)), batch_size=1, verbose=0)


@pytest.mark.parametrize(
    "stages, mapping, count, call, error, phrase",
    [
        ([0, 1, 1], None, 4, "fit", None, ""),
        ([0, 1, 1], None, 8, "fit", None, ""),
        ([0, 1, 1], None, 6, "fit", "FailedPreconditionError", "must be a multiple of 4, but it is 6"),
        ([0, 1, 1], None, 6, "evaluate", None, ""),
        ([0, 1, 1], None, 3, "predict", "FailedPreconditionError", "must be a multiple of 2, but it is 3"),
        ([0, 1, 2], [0, 1, 0], 4, "fit", "FailedPreconditionError", "must be a multiple of 6, but it is 4"),
        ([0, 1, 2], [0, 1, 0], 6, "fit", None, ""),
        (
            [0, 1, 2],
            [0, 1],
            6,
            "fit",
            "ValueError",
            "Each stage must be mapped to an IPU: 2 mappings != 3 stages",
        ),
        ([0, 0, 0], None, 4, "fit", "ValueError", "Pipeline requires at least two computational stages"),
        ([0, 0, 0], None, 4, "predict", "ValueError", "Pipeline requires at least two computational stages"),
    ],
)
def test_layout_and_counts(
    tf: Any,
    on_ipus: Any,
    three_layers: Any,
    stages: Any,
    mapping: Any,
    count: int,
    call: str,
    error: Any,
    phrase: str,
) -> None:
    with on_ipus(2).scope():
        model = three_layers(stages)
        model.compile("sgd", "mse", steps_per_execution=count)
        model.set_pipelining_options(count, device_mapping=mapping)
    if error is None:
        run(model, call)
    else:
        with pytest.raises(getattr(tf.errors, error, ValueError), match=phrase):
            run(model, call)


def test_every_stage_has_a_layer(tf: Any, on_ipus: Any) -> None:
    with on_ipus(4).scope():
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(tf.keras.layers.Dense(2)(inputs)))
        assigned = model.get_pipeline_stage_assignment()
        assigned[0].pipeline_stage, assigned[1].pipeline_stage = 0, 3
        model.set_pipeline_stage_assignment(assigned)
        model.compile("sgd", "mse", steps_per_execution=4)
    phrase = (
        r"All stages in a pipeline must have at lease one layer .* is stage 3, .* preceeding stages \[1, 2\]"
    )
    with pytest.raises(RuntimeError, match=phrase):
        run(model, "predict")


@pytest.mark.parametrize("mapping, refused", [([0, 1, 1], True), ([0, 1, 0], False)])
def test_weights_are_on_one_ipu(tf: Any, on_ipus: Any, mapping: Any, refused: bool) -> None:
    with on_ipus(2).scope():
        stage = tf.keras.ipu.PipelineStage
        inputs = x = tf.keras.Input((3,))
        shared, other = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
        for number, layer in enumerate([shared, other, shared]):
            with stage(number):
                x = layer(x)
        model = tf.keras.Model(inputs, x)
        model.set_pipelining_options(device_mapping=mapping)
        model.compile("sgd", "mse", steps_per_execution=3)
    if refused:
        phrase = "an input can only be used by pipeline stages on the same IPU"
        with pytest.raises(tf.errors.UnimplementedError, match=phrase):
            run(model, "predict")
    else:
        run(model, "predict")


@pytest.mark.parametrize("momentum, warned", [(0.9, True), (0.0, False), (1.0, False)])
def test_batch_normalisation_is_warned_of(
    tf: Any, on_ipus: Any, momentum: float, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tensorflow.python.platform import tf_logging

    lines: list[str] = []
    monkeypatch.setattr(tf_logging, "warn", lambda message, *args: lines.append(message))
    with on_ipus(2).scope():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.BatchNormalization(momentum=momentum, input_shape=(3,)),
                tf.keras.layers.Dense(2),
            ]
        )
        model.compile("sgd", "mse", steps_per_execution=4)
        run(model, "predict")
        assert not lines
        model.set_pipeline_stage_assignment([0, 1])
        run(model, "predict")
    assert any("The moving statistics for keras.BatchNormalization" in line for line in lines) == warned


@pytest.mark.parametrize(
    "option, error, phrase",
    [
        (
            {"continuous_weight_updates": True},
            NotImplementedError,
            "Continuous weight updates are currently not",
        ),
        ({"offload_activation": True}, TypeError, "unexpected keyword argument 'offload_activation'"),
    ],
)
def test_arguments_of_the_pipeline(
    on_ipus: Any, three_layers: Any, option: Any, error: type, phrase: str
) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=4)
        model.set_pipelining_options(4, **option)
    with pytest.raises(error, match=phrase):
        run(model, "fit")
