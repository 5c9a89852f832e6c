"""Which names can be imported, what they are, and what is refused by name."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from gpu2ipu.simulator.finder import keras_package

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize(
    "statement, value",
    [
        ("from tensorflow.python import ipu", "ipu.config.IPUConfig"),
        ("from tensorflow.python import ipu", "ipu.utils.IPUConfig"),
        ("from tensorflow.python import ipu", "ipu.ipu_strategy.IPUStrategyV1"),
        ("import tensorflow.python.ipu.config as c", "c.configure_ipu_system"),
        ("from tensorflow.python.ipu.ipu_strategy import IPUStrategy", "IPUStrategy"),
        ("from tensorflow.python.ipu import config, utils", "utils.get_num_of_ipus_in_device"),
        ("from tensorflow.python.ipu import loops", "loops.repeat"),
        ("from tensorflow.python import ipu", "ipu.pipelining_ops.pipeline"),
        ("from tensorflow.python import ipu", "ipu.ops.pipelining_ops.PipelineSchedule.Interleaved"),
        ("from tensorflow.python import ipu", "ipu.cross_replica_optimizer.CrossReplicaOptimizer"),
        ("from tensorflow.python import ipu", "ipu.outlined_function"),
        ("import keras.ipu", "keras.ipu.ReplicatedMetricReductionMethod"),
        ("from keras.ipu import PipelineStage", "PipelineStage"),
        ("from tensorflow.keras import ipu", "ipu.extensions"),
        ("import tensorflow.keras.ipu", "tensorflow.keras.ipu.extensions.data_adapter.IPUDataHandler"),
        ("import tensorflow as tf", "tf.keras.ipu.extensions.ModelExtension"),
        (
            "from tensorflow import keras; from tensorflow.keras import layers; from tensorflow.python import ipu",
            "keras.ipu.PipelineStage",
        ),
        ("from keras.models import Sequential", "Sequential"),
        ("from keras.utils import np_utils", "np_utils.to_categorical"),
        ("import keras.utils.np_utils as u", "u.to_categorical"),
        ("from keras.engine.training import Model", "Model"),
        ("from keras.optimizer_v2 import gradient_descent", "gradient_descent.SGD(0.1).momentum"),
        ("import keras.optimizer_v2.optimizer_v2 as v2", "v2.OptimizerV2"),
        ("from tensorflow.python.keras import datasets", "datasets"),
        ("from tensorflow.python.keras.datasets import mnist", "mnist.load_data"),
    ],
)
def test_a_port_imports_it(tf: Any, statement: str, value: str) -> None:
    names: dict[str, Any] = {}
    exec(statement, names)
    assert eval(value, names) is not None


@pytest.mark.parametrize(
    "name", ["layers", "models", "optimizers", "losses", "callbacks", "utils", "backend"]
)
def test_keras_is_the_keras_of_tensorflow(tf: Any, name: str) -> None:
    keras = importlib.import_module("keras")
    module = importlib.import_module(f"keras.{name}")
    assert keras.__version__.startswith("2.")
    assert module is getattr(keras, name)
    assert importlib.import_module("keras.layers").Dense is tf.keras.layers.Dense


def test_public_names_of_keras_3_are_those_of_keras(tf: Any) -> None:
    api = importlib.import_module("keras.api")
    if keras_package() == "keras":  # that of 2.6, as on the SDK
        assert not hasattr(api, "Sequential")
        return
    assert api.Sequential is tf.keras.Sequential
    assert importlib.import_module("keras.api.layers") is importlib.import_module("keras.layers")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("keras.api.unheard_of")


def test_an_alias_leaves_the_module_its_own_name(tf: Any) -> None:
    keras = importlib.import_module("keras")
    assert keras.__spec__ and keras.__spec__.name == keras.__name__
    assert importlib.import_module("tensorflow.keras.ipu") is importlib.import_module("keras.ipu")


@pytest.mark.parametrize("name", ["config", "ipu_strategy", "utils"])
def test_modules_carry_the_names_of_the_original(tf: Any, name: str) -> None:
    assert (
        importlib.import_module(f"tensorflow.python.ipu.{name}").__name__ == f"tensorflow.python.ipu.{name}"
    )


@pytest.mark.parametrize(
    "statement, use",
    [
        ("from tensorflow.python.ipu import ipu_multi_worker_strategy as s", "s.IPUMultiWorkerStrategy()"),
        ("import tensorflow.python.ipu.serving as serving", "serving.export_keras(1)"),
        ("from tensorflow.python.ipu.ops import f8_ops", "f8_ops.Format.F143.value()"),
        ("from tensorflow.python import ipu", "ipu.custom_ops.precompiled_user_op([])"),
        ("from tensorflow.python import ipu", "ipu.ops.custom_ops.precompiled_user_op([])"),
        ("from tensorflow.python.ipu.ops.op_util import gradient_override_scope as op", "op.__enter__()"),
        ("from keras.ipu.extensions.polling_thread import PollingThread as T", "type('Own', (), {}) and T()"),
        ("from tensorflow.compiler.plugin.poplar.ops import gen_ipu_ops as gen", "gen.ipu_stateful_noop()"),
        ("from tensorflow.compiler.plugin.poplar.driver.trace_pb2 import IpuTraceEvent as E", "E.Type['X']"),
    ],
)
def test_what_is_not_emulated_is_refused_when_it_is_used(tf: Any, statement: str, use: str) -> None:
    names: dict[str, Any] = {}
    exec(statement, names)
    with pytest.raises(NotImplementedError, match=r"[\w.]+ is part of Graphcore's SDK"):
        eval(use, names)


def test_a_class_that_is_not_emulated_has_no_instances_or_subclasses(tf: Any, ipu: Any) -> None:
    refused = ipu.ipu_multi_worker_strategy.IPUMultiWorkerStrategy
    assert not isinstance(tf.constant(1), refused)
    name = "ipu_multi_worker_strategy.IPUMultiWorkerStrategy"
    assert repr(refused) == f"<tensorflow.python.ipu.{name}, not emulated>"
    with pytest.raises(NotImplementedError, match=rf"{name} is part of"):
        exec("class Own(refused): pass", {"refused": refused})
    assert not hasattr(refused, "__file__")
    private = importlib.import_module("tensorflow.compiler.plugin.poplar.ops.gen_ipu_ops")
    assert not hasattr(private, "_hidden")


@pytest.mark.parametrize(
    "statement, error",
    [
        ("from tensorflow.python.ipu import nonsense", ImportError),
        ("import tensorflow.python.ipu.nonsense", ModuleNotFoundError),
        ("from tensorflow.python import ipu; ipu.nonsense", AttributeError),
        ("from tensorflow.python import ipu; ipu.config.IpuConfig", AttributeError),
        ("import keras.nonsense", ModuleNotFoundError),
    ],
)
def test_what_the_original_lacks_fails_as_ever(tf: Any, statement: str, error: type) -> None:
    with pytest.raises(error):
        exec(statement, {})
