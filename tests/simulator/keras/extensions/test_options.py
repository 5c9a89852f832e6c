"""The options of a model: what the setters refuse, and what is saved."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize("method", ["NONE", "list", "Mean", "sum"])
def test_replicated_metrics(tf: Any, dense: Any, method: str) -> None:
    model = dense()
    for value in (method, tf.keras.ipu.ReplicatedMetricReductionMethod[method.upper()]):
        model.set_replication_options(value)
        assert model._replicated_metric_reduction_method.name == method.upper()
    with pytest.raises(ValueError, match="Cannot parse max as a ReplicatedMetricReductionMethod"):
        model.set_replication_options("max")
    assert tf.keras.ipu.ReplicatedMetricReductionMethod.MEAN.value == 4


@pytest.mark.parametrize("setter", ["set_gradient_accumulation_options", "set_pipelining_options"])
@pytest.mark.parametrize("steps", [0, -1, 1.5, "2"])
def test_accumulation_needs_a_positive_integer(dense: Any, setter: str, steps: Any) -> None:
    with pytest.raises(ValueError, match=f"to be a positive integer, but got {steps} instead"):
        getattr(dense(), setter)(gradient_accumulation_steps_per_replica=steps)


@pytest.mark.parametrize("setter", ["set_gradient_accumulation_options", "set_pipelining_options"])
def test_both_setters_share_the_reduction(ipu: Any, dense: Any, setter: str) -> None:
    model, methods = dense(), ipu.gradient_accumulation.GradientAccumulationReductionMethod
    assert model._gradient_accumulation_reduction_method is methods.SUM
    getattr(model, setter)(gradient_accumulation_reduction_method="Running_Mean")
    assert model._gradient_accumulation_reduction_method is methods.RUNNING_MEAN
    with pytest.raises(ValueError, match="Cannot parse max .* GradientAccumulationReductionMethod"):
        getattr(model, setter)(gradient_accumulation_reduction_method="max")


@pytest.mark.parametrize(
    "setter, key, phrase",
    [
        ("gradient_accumulation", "opt", "automatically wrapped"),
        (
            "gradient_accumulation",
            "num_mini_batches",
            "Set the `gradient_accumulation_steps_per_replica` argument",
        ),
        ("gradient_accumulation", "experimental_normalize_gradients", "has now been removed"),
        ("pipelining", "experimental_normalize_gradients", "has now been removed"),
        (
            "pipelining",
            "gradient_accumulation_count",
            "Set the `gradient_accumulation_steps_per_replica` argument to `set_pipelining_options` instead",
        ),
        ("pipelining", "computational_stages", "automatically set by Keras"),
        ("pipelining", "repeat_count", "automatically set by Keras"),
        ("pipelining", "inputs", "automatically set by Keras"),
        ("pipelining", "infeed_queue", "automatically set by Keras"),
        ("pipelining", "outfeed_queue", "automatically set by Keras"),
        ("pipelining", "optimizer_function", "automatically set by Keras"),
        ("pipelining", "outfeed_loss", "not compatible with Keras"),
        ("pipelining", "outfeed_mask", "not compatible with Keras"),
        ("pipelining", "batch_serialization_iterations", "not compatible with Keras"),
        ("infeed_queue", "dataset", "automatically set by Keras"),
        ("infeed_queue", "element_spec", "automatically set by Keras"),
        ("infeed_queue", "_internal_id", "not compatible with Keras"),
        ("outfeed_queue", "outfeed_mode", "not compatible with Keras"),
        ("outfeed_queue", "device_ordinal", "not compatible with Keras"),
    ],
)
def test_keywords_that_are_not_the_users(dense: Any, setter: str, key: str, phrase: str) -> None:
    with pytest.raises(ValueError, match=f"Found `{key}` .*{phrase}"):
        getattr(dense(), f"set_{setter}_options")(**{key: 1})


@pytest.mark.parametrize("mapping", [(0, 1), [0.0, 1.0], ["0"], 1])
def test_a_mapping_is_a_list_of_integers(dense: Any, mapping: Any) -> None:
    with pytest.raises(ValueError, match="Expected `device_mapping` to be a list of integers."):
        dense().set_pipelining_options(device_mapping=mapping)


def test_what_is_not_given_stays(dense: Any) -> None:
    model = dense()
    model.set_pipelining_options(8, [1, 0], True)
    model.set_pipelining_options()
    assert model._pipelining_gradient_accumulation_steps_per_replica == 8
    assert model._pipelining_device_mapping == [1, 0]
    assert model._pipelining_accumulate_outfeed is True


def test_options_go_through_a_config(dense: Any, logged: Any) -> None:
    model = dense()
    model.set_asynchronous_callbacks(True)
    model.set_replication_options("mean")
    model.set_infeed_queue_options(prefetch_depth=2)
    model.set_outfeed_queue_options(buffer_depth=5)
    model.set_gradient_accumulation_options(4, dtype="float16")
    model.set_pipelining_options(8, [1, 0], True, "running_mean", offload_activations=True)
    fresh = dense()
    config = model._ipu.options.to_config("mine")
    assert any("`pipelining_kwargs` cannot be serialized" in line for line in logged)
    assert config["gradient_accumulation_reduction_method"] == 2
    fresh._ipu.options.take_config(config)
    for name in config:
        assert getattr(fresh, "_" + name) == getattr(model, "_" + name)
    assert not fresh._pipelining_kwargs
    assert not fresh._gradient_accumulation_optimizer_kwargs


def test_a_config_without_options(dense: Any) -> None:
    model = dense()
    model.set_asynchronous_callbacks(True)
    model._ipu.options.take_config({})
    assert model._ipu.options == dense()._ipu.options


@pytest.mark.parametrize(
    "setter, arguments",
    [
        ("set_asynchronous_callbacks", {"asynchronous": False}),
        ("set_replication_options", {"replicated_metric_reduction_method": "NONE"}),
        ("set_infeed_queue_options", {}),
        ("set_outfeed_queue_options", {}),
        (
            "set_gradient_accumulation_options",
            {
                "gradient_accumulation_steps_per_replica": None,
                "gradient_accumulation_reduction_method": "sum",
                "use_v2_gradient_accumulation_optimizer": False,
            },
        ),
        (
            "set_pipelining_options",
            {
                "gradient_accumulation_steps_per_replica": None,
                "device_mapping": None,
                "accumulate_outfeed": None,
                "gradient_accumulation_reduction_method": "sum",
            },
        ),
        ("reset_pipeline_stage_assignment", {}),
        ("print_pipeline_stage_assignment_summary", {"line_length": None, "print_fn": lambda line: None}),
    ],
)
def test_setters_take_these_in_this_order_and_give_nothing(dense: Any, setter: str, arguments: Any) -> None:
    method = getattr(dense(), setter)
    parameters = inspect.signature(method).parameters.values()
    named = {each.name: each.default for each in parameters if each.kind is not each.VAR_KEYWORD}
    assert list(named) == list(arguments)
    assert all(named[name] == default for name, default in arguments.items() if not callable(default))
    assert method(*arguments.values()) is None


def test_what_the_optimizer_and_the_pipeline_take_besides(
    tf: Any, ipu: Any, on_ipus: Any, three_layers: Any
) -> None:
    pipelining_ops, x, y = ipu.pipelining_ops, np.ones((8, 3), np.float32), np.ones((8, 2), np.float32)
    stage = pipelining_ops.PipelineStageOptions(matmul_options={"partialsType": "half"})
    with on_ipus(2).scope():
        model = three_layers([0, 1, 1])
        model.compile("sgd", "mse", steps_per_execution=4)
        model.set_pipelining_options(
            4,
            gradient_accumulation_dtype=tf.float32,
            gradient_accumulation_for_captured_grads=False,
            pipeline_schedule=pipelining_ops.PipelineSchedule.Grouped,
            recomputation_mode=pipelining_ops.RecomputationMode.Auto,
            forward_propagation_stages_poplar_options=[stage, stage],
            backward_propagation_stages_poplar_options=[stage, stage],
            weight_update_poplar_options=stage,
            offload_weight_update_variables=True,
            replicated_optimizer_state_sharding=False,
            offload_activations=False,
            offload_gradient_accumulation_buffers=False,
            replicated_weight_sharding=False,
            offload_weights=False,
            continuous_weight_updates=False,
            accumulate_outfeed_dtype=tf.float32,
            name="stages",
        )
        model.fit(x, y, batch_size=2, verbose=0)
        model.reset_pipeline_stage_assignment()
        model.set_gradient_accumulation_options(
            2,
            offload_weight_update_variables=None,
            replicated_optimizer_state_sharding=False,
            dtype=tf.float32,
            name="accumulated",
        )
        model.compile("sgd", "mse", steps_per_execution=2)
        model.fit(x, y, batch_size=2, verbose=0)
        assert int(model.optimizer.iterations) == 1
