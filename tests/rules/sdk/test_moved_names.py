"""What the names of one SDK are in another."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text
from gpu2ipu.rules.sdk.moved_names import absent_in, place_in

IPU = "tensorflow.python.ipu"


@pytest.mark.parametrize(
    ("name", "sdk", "place"),
    [
        (f"{IPU}.keras.PipelineStage", "2.5", f"{IPU}.keras.PipelineStage"),
        (f"{IPU}.keras.PipelineStage", "2.6", f"{IPU}.keras.PipelineStage"),  # deprecated
        (f"{IPU}.keras.PipelineStage", "3.1", "keras.ipu.PipelineStage"),
        (
            f"{IPU}.keras.FunctionalLayerPipelineStageAssignment",
            "2.6",
            "keras.ipu.FunctionalLayerPipelineStageAssignment",
        ),
        (f"{IPU}.keras.pipeline.PipelineStage", "2.5", f"{IPU}.keras.PipelineStage"),
        ("keras.ipu.PipelineStage", "2.5", f"{IPU}.keras.PipelineStage"),
        ("keras.ipu.extensions.functional_extensions.PipelineStage", "3.4", "keras.ipu.PipelineStage"),
        ("keras.ipu.extensions.PipelineStage", "3.4", "keras.ipu.extensions.PipelineStage"),
        (f"{IPU}.keras.layers.LSTM", "3.4", "ipu_tensorflow_addons.keras.layers.LSTM"),
        (f"{IPU}.keras.layers", "3.0", "ipu_tensorflow_addons.keras.layers"),
        (f"{IPU}.rnn_ops.PopnnLSTM", "3.4", "ipu_tensorflow_addons.v1.layers.PopnnLSTM"),
        (
            f"{IPU}.horovod.ipu_multi_replica_strategy.IPUMultiReplicaStrategy",
            "2.6",
            f"{IPU}.horovod.popdist_strategy.PopDistStrategy",
        ),
        (f"{IPU}.horovod.size", "3.4", "popdist.getNumInstances"),
        (f"{IPU}.horovod.size", "3.0", f"{IPU}.horovod.size"),
        (f"{IPU}.horovod.allgather", "3.4", None),
        (f"{IPU}.keras.Sequential", "3.4", None),
        (f"{IPU}.keras", "3.4", None),
        ("keras.ipu.ReplicatedMetricReductionMethod", "2.6", None),
        (f"{IPU}.config.IPUConfig", "2.5", f"{IPU}.config.IPUConfig"),
    ],
)
def test_places(name: str, sdk: str, place: str | None) -> None:
    assert place_in(name, sdk) == place


def test_hints_are_those_of_the_closest_name() -> None:
    absent = absent_in(f"{IPU}.keras.optimizers.IpuOptimizer", "3.4")
    assert absent is not None
    assert "keras.ipu.optimizers" in absent.hint
    assert absent_in(f"{IPU}.keras.optimizers.IpuOptimizer", "2.5") is None


@pytest.mark.parametrize(
    ("sdk", "message"),
    [
        ("2.5", None),
        ("2.6", "`ipu.keras` of SDK 2.6 is deprecated, and extends another Keras than `tf.keras`"),
        ("3.0", "`ipu.keras` of SDK 3.0 is deprecated, and extends another Keras than `tf.keras`"),
        ("3.1", "SDK 3.1 has no `ipu.keras`"),
    ],
)
def test_a_module_that_can_be_imported_is_not_called_missing(sdk: str, message: str | None) -> None:
    code = "from tensorflow.python.ipu import keras as ipu_keras\nlayer = ipu_keras.layers.Dropout(0.1)\n"
    found = check_text(Path("model.py"), code, Config(sdk=sdk, select=("IPU605",)))
    messages = [finding.message.partition(":")[0] for finding in found if finding.span.line == 1]
    assert messages == ([] if message is None else [message])
