"""The options of a model, and what it refuses before it runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.ones((8, 3), np.float32)
Y = np.ones((8, 1), np.float32)


@pytest.mark.parametrize(
    "setter, options, phrase",
    [
        (
            "infeed",
            {"dataset": 1},
            "Found `dataset` key in `kwargs`. This argument is automatically set by Keras",
        ),
        ("infeed", {"element_spec": 1}, "is automatically set by Keras"),
        ("infeed", {"_internal_id": 1}, "is not compatible with Keras"),
        ("outfeed", {"outfeed_mode": 1}, "is not compatible with Keras"),
        ("outfeed", {"device_ordinal": 1}, "is not compatible with Keras"),
    ],
)
def test_queue_options_that_are_not_the_users(dense: Any, setter: str, options: Any, phrase: str) -> None:
    with pytest.raises(ValueError, match=phrase):
        getattr(dense(), f"set_{setter}_queue_options")(**options)


@pytest.mark.parametrize(
    "setter, options, phrase",
    [
        ("infeed", {"prefetch_depth": 2, "optimise_latency": True}, None),
        ("infeed", {"prefetch_depth": 0}, None),  # stands for the default
        ("infeed", {"prefetch_depth": -1}, "prefetch_depth must be greater than zero"),
        ("infeed", {"prefetch_depth": 256}, "prefetch_depth must be less than 256"),
        ("outfeed", {"buffer_depth": 1}, None),
        ("outfeed", {"buffer_depth": 0}, "Outfeed buffer depth cannot be less than 1"),
        ("outfeed", {"optimise_latency": True}, None),
        ("outfeed", {"buffer_dept": 1}, "unexpected keyword argument 'buffer_dept'"),
    ],
)
def test_queue_options_are_checked_when_it_runs(dense: Any, setter: str, options: Any, phrase: Any) -> None:
    model = dense()
    getattr(model, f"set_{setter}_queue_options")(**options)
    if phrase is None:
        model.fit(X, Y, batch_size=4, verbose=0)
    else:
        with pytest.raises((ValueError, TypeError), match=phrase):
            model.fit(X, Y, batch_size=4)


def test_exports_are_not_emulated(dense: Any) -> None:
    with pytest.raises(NotImplementedError, match="does not emulate it"):
        dense().export_for_ipu_serving("x")


@pytest.mark.parametrize("ipus, stages, mapping, replicas", [(1, None, None, 1), (4, None, None, 4)])
@pytest.mark.parametrize("asked", [[0, 1], [0, 0], [1, 0], [0, 3]])
def test_replicas_are_what_the_ipus_hold(
    on_ipus: Any, three_layers: Any, ipus: int, stages: Any, mapping: Any, replicas: int, asked: Any
) -> None:
    with on_ipus(ipus).scope():
        model = three_layers()
    assert model._get_replication_factor() == replicas
    model.set_pipeline_stage_assignment([0, 1, 1])
    model.set_pipelining_options(device_mapping=asked)
    shards = {1: 1, 2: 2, 4: 4}[max(asked) + 1]
    if shards <= ipus:
        assert model._get_replication_factor() == ipus // shards
    else:
        phrase = f"Current device has {ipus} IPUs attached, however the current model requires a multiple of {shards}"
        with pytest.raises(ValueError, match=phrase):
            model._get_replication_factor()


def test_three_stages_take_four_ipus(on_ipus: Any, three_layers: Any) -> None:
    with on_ipus(8).scope():
        assert three_layers([0, 1, 2])._get_replication_factor() == 2


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("steps, batches", [(6, 12), (12, 6)], ids=["as asked", "clamped"])
def test_an_execution_is_whole_updates(
    on_ipus: Any, three_layers: Any, pipelined: bool, steps: int, batches: int
) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1] if pipelined else None)
        model.compile("sgd", "mse", steps_per_execution=steps)
        (model.set_pipelining_options if pipelined else model.set_gradient_accumulation_options)(4)
    message = (
        f"The {'pipelined ' * pipelined}model has been configured to use gradient accumulation for training, however "
        rf"the current `steps_per_execution` value \(set to \d+\) is not divisible by "
        r"`gradient_accumulation_steps_per_replica` \(4\)"
    )
    rows = batches * (1 if pipelined else 2)
    with pytest.raises(RuntimeError, match=message):
        model.fit(np.ones((rows, 3), np.float32), np.ones((rows, 2), np.float32), batch_size=1)


def test_a_pipeline_needs_accumulation(on_ipus: Any, three_layers: Any) -> None:
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=8)
    with pytest.raises(ValueError, match="has not been set through `set_pipelining_options\\(\\)`"):
        model.fit(X, np.ones((8, 2), np.float32), batch_size=1)


class OwnMinimize:
    """Makes an optimizer that replaces `minimize`."""

    def __new__(cls, tf: Any) -> Any:
        legacy = getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)
        return type("Own", (legacy.SGD,), {"minimize": lambda self, *args, **kwargs: None})()


@pytest.mark.parametrize("wrap", [False, True])
def test_an_own_minimize(tf: Any, on_ipus: Any, three_layers: Any, wrap: bool) -> None:
    optimizer = OwnMinimize(tf)
    with on_ipus(1).scope():
        if wrap:
            optimizer = tf.keras.mixed_precision.LossScaleOptimizer(optimizer)
        model = three_layers()
        model.compile(optimizer, "mse", steps_per_execution=2)
    model.fit(X, np.ones((8, 2), np.float32), batch_size=2, verbose=0)  # nobody asks
    model.set_gradient_accumulation_options(2)
    with pytest.raises(ValueError, match="the provided optimizer must not override OptimizerV2.minimize"):
        model.fit(X, np.ones((8, 2), np.float32), batch_size=2)


def test_the_newer_accumulating_optimizer(tf: Any, on_ipus: Any, three_layers: Any) -> None:
    y = np.ones((8, 2), np.float32)
    with on_ipus(1).scope():
        model = three_layers()
        model.compile("sgd", "mse", steps_per_execution=2)
        model.set_gradient_accumulation_options(2, use_v2_gradient_accumulation_optimizer=True)
        model.fit(X, y, batch_size=2, verbose=0)
        model.compile(tf.compat.v1.train.GradientDescentOptimizer(0.1), "mse", steps_per_execution=2)
        with pytest.raises(
            ValueError, match="may only be set to True when an OptimizerV2 derived optimizer is used"
        ):
            model.fit(X, y, batch_size=2)


def test_arguments_of_the_accumulating_optimizer(on_ipus: Any, three_layers: Any) -> None:
    with on_ipus(1).scope():
        model = three_layers()
        model.compile("sgd", "mse", steps_per_execution=2)
    model.set_gradient_accumulation_options(2, dtypo="float16")
    with pytest.raises(TypeError, match="unexpected keyword argument 'dtypo'"):
        model.fit(X, np.ones((8, 2), np.float32), batch_size=2)


@pytest.mark.parametrize(
    "name, call",
    [("test_step", "evaluate"), ("predict_step", "predict"), ("call", "fit"), ("call", "predict")],
)
def test_what_a_pipeline_does_not_let_override(tf: Any, on_ipus: Any, name: str, call: str) -> None:
    with on_ipus(2).scope():
        model = overriding(tf, name)([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse", steps_per_execution=4)
    arrays = (X,) if call == "predict" else (X, Y)
    getattr(model, call)(*arrays, batch_size=2, verbose=0)
    model.set_pipeline_stage_assignment([0, 1])
    model.set_pipelining_options(4)
    with pytest.raises(RuntimeError, match=f"The function `{name}` .* not supported for pipelined Keras"):
        getattr(model, call)(*arrays, batch_size=2)


@pytest.mark.parametrize("pipelined", [False, True])
def test_a_functional_model_of_ones_own(tf: Any, on_ipus: Any, pipelined: bool) -> None:
    class Own(tf.keras.Model):  # type: ignore[misc]
        def call(self, *args: Any, **kwargs: Any) -> Any:
            return super().call(*args, **kwargs)

    with on_ipus(2).scope():
        inputs = tf.keras.Input((3,))
        model = Own(inputs, tf.keras.layers.Dense(1)(tf.keras.layers.Dense(2)(inputs)))
        model.compile("sgd", "mse", steps_per_execution=4)
    if not pipelined:
        model.fit(X, Y, batch_size=1, verbose=0)
        return
    assignments = model.get_pipeline_stage_assignment()
    for stage, assignment in enumerate(assignments):
        assignment.pipeline_stage = stage
    model.set_pipeline_stage_assignment(assignments)
    model.set_pipelining_options(4)
    with pytest.raises(
        RuntimeError, match="The function `call` .* not supported for pipelined Keras Functional models"
    ):
        model.fit(X, Y, batch_size=1)


@pytest.mark.parametrize("call", ["fit", "evaluate", "predict"])
def test_an_own_minimize_in_a_pipeline(tf: Any, on_ipus: Any, three_layers: Any, call: str) -> None:
    arrays = (X,) if call == "predict" else (X, np.ones((8, 2), np.float32))
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile(OwnMinimize(tf), "mse", steps_per_execution=4)
        model.set_pipelining_options(4)
    with pytest.raises(ValueError, match="the provided optimizer must not override OptimizerV2.minimize"):
        getattr(model, call)(*arrays, batch_size=2)
    model.compile("sgd", "mse", steps_per_execution=4)
    getattr(model, call)(*arrays, batch_size=2, verbose=0)


def test_the_strategys_own_device_counts(ipu: Any, tf: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = [4, 1]
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy(ipu_device="/device:IPU:1").scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    assert model.predict(X, batch_size=4, verbose=0).shape == (8, 1)


def overriding(tf: Any, name: str) -> Any:
    def override(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(tf.keras.Sequential, name)(self, *args, **kwargs)

    return type("Own", (tf.keras.Sequential,), {name: override})


@pytest.mark.parametrize(
    "name, call, refused",
    [
        ("train_step", "fit", True),
        ("make_train_function", "fit", True),
        ("make_test_function", "evaluate", True),
        ("make_predict_function", "predict", True),
        ("train_step", "evaluate", False),
        ("test_step", "evaluate", False),
        ("predict_step", "predict", False),
        ("make_test_function", "predict", False),
    ],
)
def test_overridden_functions(tf: Any, strategy: Any, name: str, call: str, refused: bool) -> None:
    with strategy.scope():
        model = overriding(tf, name)([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    arrays = (X,) if call == "predict" else (X, Y)
    if refused:
        with pytest.raises(
            RuntimeError, match=f"The function `{name}` for the model .* has been overridden"
        ) as caught:
            getattr(model, call)(*arrays, batch_size=4)
        assert "`enable_keras_extensions=False`" in str(caught.value)
    else:
        getattr(model, call)(*arrays, batch_size=4, verbose=0)


def test_overridden_functions_without_extensions(tf: Any, ipu: Any) -> None:
    with ipu.ipu_strategy.IPUStrategy(enable_keras_extensions=False).scope():
        model = overriding(tf, "train_step")([tf.keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(X, Y, batch_size=4, verbose=0)


def test_a_subclass_needs_a_call(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = type("Empty", (tf.keras.Model,), {})()
        model.compile("sgd", "mse")
    with pytest.raises(
        NotImplementedError, match="When subclassing the `Model` class you must implement the `call`"
    ):
        model.fit(X, Y, batch_size=4)


def test_single_steps_are_worth_a_note(dense: Any, logged: Any) -> None:
    dense().fit(X, Y, batch_size=4, verbose=0)
    assert any("has been configured with only 1 steps per execution" in line for line in logged)
    logged.clear()
    dense(steps_per_execution=2).fit(X, Y, batch_size=2, epochs=2, verbose=0)
    assert not any("has been configured with only 1" in line for line in logged)
    assert "Doing 2 weight updates per execution per replica, which is 4 per epoch per replica." in logged


@pytest.mark.parametrize(
    "ipus, accumulation, phrase",
    [
        (1, 1, None),
        (2, 1, "Training is distributed across 2 replicas, your effective batch size is 4."),
        (
            1,
            2,
            "Training is not distributed and accumulating 2 batches per optimizer step, your effective batch size is "
            "4.",
        ),
        (
            2,
            2,
            "Training is distributed and accumulating 2 batches per optimizer step across 2 replicas, your effective "
            "batch size is 8.",
        ),
    ],
)
def test_the_effective_batch_is_noted(
    on_ipus: Any, three_layers: Any, logged: Any, ipus: int, accumulation: int, phrase: Any
) -> None:
    with on_ipus(ipus).scope():
        model = three_layers()
        model.compile("sgd", "mse", steps_per_execution=2)
        model.set_gradient_accumulation_options(accumulation)
    model.fit(X, np.ones((8, 2), np.float32), batch_size=2, verbose=0)
    assert phrase in logged if phrase else not any("effective batch" in line for line in logged)
    assert any(f"Doing {2 // accumulation} weight update" in line for line in logged)
