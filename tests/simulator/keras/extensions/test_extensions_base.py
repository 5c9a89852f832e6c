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
        ("infeed", {"dataset": 1}, "Found `dataset` key in `kwargs`. This argument is automatically set by Keras"),
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
    ],
)
def test_queue_options_are_checked_when_it_runs(dense: Any, setter: str, options: Any, phrase: Any) -> None:
    model = dense()
    getattr(model, f"set_{setter}_queue_options")(**options)
    if phrase is None:
        model.fit(X, Y, batch_size=4, verbose=0)
    else:
        with pytest.raises(ValueError, match=phrase):
            model.fit(X, Y, batch_size=4)


@pytest.mark.parametrize("method", ["NONE", "list", "Mean", "sum"])
def test_replicated_metrics(tf: Any, dense: Any, method: str) -> None:
    model = dense()
    model.set_replication_options(method)
    model.set_replication_options(tf.keras.ipu.ReplicatedMetricReductionMethod[method.upper()])
    with pytest.raises(ValueError, match="Cannot parse max as a ReplicatedMetricReductionMethod"):
        model.set_replication_options("max")
    assert tf.keras.ipu.ReplicatedMetricReductionMethod.MEAN.value == 4


@pytest.mark.parametrize("setter", ["set_gradient_accumulation_options", "set_pipelining_options"])
@pytest.mark.parametrize("steps", [0, -1, 1.5, "2"])
def test_accumulation_needs_a_positive_integer(dense: Any, setter: str, steps: Any) -> None:
    with pytest.raises(ValueError, match="to be a positive integer"):
        getattr(dense(), setter)(gradient_accumulation_steps_per_replica=steps)


@pytest.mark.parametrize(
    "setter, options",
    [
        ("set_gradient_accumulation_options", {"gradient_accumulation_steps_per_replica": 4}),
        ("set_pipelining_options", {"gradient_accumulation_steps_per_replica": 4}),
        ("set_pipelining_options", {"device_mapping": [0, 1]}),
        ("set_pipelining_options", {"pipeline_schedule": 1}),
        ("set_pipeline_stage_assignment", {"pipeline_stage_assignment": [0]}),
        ("print_pipeline_stage_assignment_summary", {}),
        ("export_for_ipu_serving", {"export_dir": "x"}),
    ],
)
def test_what_is_not_emulated_is_refused(dense: Any, setter: str, options: Any) -> None:
    with pytest.raises(NotImplementedError, match="does not emulate it"):
        getattr(dense(), setter)(**options)


def test_options_without_effect_are_taken(dense: Any) -> None:
    model = dense()
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=1)
    model.set_pipelining_options(gradient_accumulation_steps_per_replica=1)
    model.reset_pipeline_stage_assignment()
    assert model.get_pipeline_stage_assignment() == []


@pytest.mark.parametrize("ipus", [1, 2])
def test_replication_is_not_emulated(ipu: Any, dense: Any, ipus: int) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = ipus
    config.configure_ipu_system()
    if ipus == 1:
        dense().fit(X, Y, batch_size=4, verbose=0)
    else:
        with pytest.raises(NotImplementedError, match="replication .*: the device has 2 IPUs"):
            dense().fit(X, Y, batch_size=4)


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
        with pytest.raises(RuntimeError, match=f"The function `{name}` for the model .* has been overridden") as caught:
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
    with pytest.raises(NotImplementedError, match="When subclassing the `Model` class you must implement a `call`"):
        model.fit(X, Y, batch_size=4)


def test_single_steps_are_worth_a_note(dense: Any, logged: Any) -> None:
    dense().fit(X, Y, batch_size=4, verbose=0)
    assert any("has been configured with only 1 steps per execution" in line for line in logged)
    logged.clear()
    dense(steps_per_execution=2).fit(X, Y, batch_size=2, epochs=2, verbose=0)
    assert not any("has been configured with only 1" in line for line in logged)
    assert "Doing 2 weight updates per execution per replica, which is 4 per epoch per replica." in logged
