"""What the names of one SDK are in another."""

from __future__ import annotations

import pytest

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
