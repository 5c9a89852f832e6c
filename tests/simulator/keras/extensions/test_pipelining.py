"""What is refused when the pipeline of a Keras model is made."""

from __future__ import annotations

import builtins
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
        run(model, "predict")  # the same program
        run(model, "evaluate")
    about = [line for line in lines if "The moving statistics for keras.BatchNormalization" in line]
    assert len(about) == (2 if warned else 0)


STAGE_OPTIONS = "list or a tuple of PipelineStageOptions objects"


@pytest.mark.parametrize(
    "option, error, phrase",
    [
        (
            {"continuous_weight_updates": True},
            "NotImplementedError",
            "Continuous weight updates are currently not",
        ),
        ({"offload_activation": True}, "TypeError", "unexpected keyword argument 'offload_activation'"),
        (
            {"pipeline_schedule": "Grouped"},
            "TypeError",
            "pipeline_schedule is not a member of the PipelineSchedule enumeration",
        ),
        (
            {"recomputation_mode": 1},
            "TypeError",
            "recomputation_mode is not a member of the RecomputationMode enumeration",
        ),
        ({"forward_propagation_stages_poplar_options": 1}, "TypeError", STAGE_OPTIONS),
        ({"backward_propagation_stages_poplar_options": [1]}, "ValueError", f"{STAGE_OPTIONS} of length 2"),
        ({"weight_update_poplar_options": {}}, "TypeError", "to be of type PipelineStageOptions"),
        (
            {"offload_weight_update_variables": False, "replicated_optimizer_state_sharding": True},
            "ValueError",
            "optimizer state must be offloaded",
        ),
    ],
)
def test_arguments_of_the_pipeline(
    on_ipus: Any, three_layers: Any, option: Any, error: str, phrase: str
) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=4)
        model.set_pipelining_options(4, **option)
    with pytest.raises(getattr(builtins, error), match=phrase):
        run(model, "fit")


@pytest.mark.parametrize(
    "schedule, mode, mapping, error, phrase",
    [
        ("Grouped", "RecomputeThenBackpropagate", [0, 1, 0], None, ""),
        ("Sequential", "RecomputeAndBackpropagateInterleaved", [0, 1, 0], None, ""),
        ("Sequential", "RecomputeThenBackpropagate", None, "UnimplementedError", "does not support"),
        (
            "Interleaved",
            "RecomputeAndBackpropagateInterleaved",
            None,
            "UnimplementedError",
            "does not support",
        ),
        ("Interleaved", "Auto", None, None, ""),
        (
            "Interleaved",
            "Auto",
            [0, 1, 0],
            "NotImplementedError",
            "multiple pipeline stages on the same device",
        ),
    ],
)
def test_schedules(
    tf: Any,
    ipu: Any,
    on_ipus: Any,
    three_layers: Any,
    schedule: str,
    mode: str,
    mapping: Any,
    error: Any,
    phrase: str,
) -> None:
    pipelining_ops = ipu.pipelining_ops
    with on_ipus(4).scope():
        model = three_layers([0, 1, 2])
        model.compile("sgd", "mse", steps_per_execution=6)
        model.set_pipelining_options(
            6,
            device_mapping=mapping,
            pipeline_schedule=pipelining_ops.PipelineSchedule[schedule],
            recomputation_mode=pipelining_ops.RecomputationMode[mode],
            forward_propagation_stages_poplar_options=[pipelining_ops.PipelineStageOptions()] * 3,
        )
    if error is None:
        run(model, "fit")
    else:
        with pytest.raises(getattr(tf.errors, error, NotImplementedError), match=phrase):
            run(model, "fit")


@pytest.mark.parametrize("rows, phrase", [(4, ""), (3, "must be a multiple of 2, but it is 3")])
def test_validation_runs_in_the_pipeline_too(
    tf: Any, on_ipus: Any, three_layers: Any, rows: int, phrase: str
) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=8)
        model.set_pipelining_options(8)
    held_out = {"validation_data": (X[:rows], Y[:rows]), "batch_size": 1, "verbose": 0}
    if phrase:
        with pytest.raises(tf.errors.FailedPreconditionError, match=phrase):
            model.fit(X, Y, **held_out)
    else:
        assert "val_loss" in model.fit(X, Y, **held_out).history


@pytest.mark.parametrize("ipus, fits", [(6, False), (8, True)])
def test_replicas_fill_the_device(
    tf: Any, on_ipus: Any, three_layers: Any, monkeypatch: pytest.MonkeyPatch, ipus: int, fits: bool
) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--use_ipu_model")  # which has any number of IPUs
    with on_ipus(ipus).scope():
        model = three_layers([0, 1, 2])
        model.compile("sgd", "mse", steps_per_execution=3)
    if fits:
        run(model, "predict")
    else:
        with pytest.raises(
            tf.errors.InternalError, match="The number of shards needs to divide the number of IPUs"
        ):
            run(model, "predict")


@pytest.mark.parametrize(
    "group, ipus, call", [(2, 2, "fit"), (2, 1, "fit"), (4, 2, "fit"), (2, 2, "predict")]
)
def test_statistics_that_replicas_share_are_not_emulated(
    tf: Any, ipu: Any, group: int, ipus: int, call: str
) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = ipus
    config.norms.experimental.distributed_batch_norm_replica_group_size = group
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.BatchNormalization(input_shape=(3,)), tf.keras.layers.Dense(2)]
        )
        model.compile("sgd", "mse")
    if ipus % group:
        with pytest.raises(
            tf.errors.InternalError, match="must be divisible by distributed_batch_norm_replica"
        ):
            run(model, call)
    elif call == "fit":
        with pytest.raises(NotImplementedError, match="distributed_batch_norm_replica_group_size = 2"):
            run(model, call)
    else:
        run(model, call)
