"""`PipelineStage`: stages that layers get where they are made or called."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def stages(model: Any) -> list[Any]:
    return [assignment.pipeline_stage for assignment in model.get_pipeline_stage_assignment()]


def test_a_call_outranks_its_layer(tf: Any, strategy: Any) -> None:
    stage = tf.keras.ipu.PipelineStage
    with strategy.scope():
        inputs = tf.keras.Input((4,))
        with stage(0):
            layer = tf.keras.layers.Dense(4)
        x = layer(inputs)
        with stage(1):
            x = layer(x)
        model = tf.keras.Model(inputs, x)
    assert stages(model) == [0, 1]


def test_all_layers_need_a_stage(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((4,))
        with tf.keras.ipu.PipelineStage(0):
            x = tf.keras.layers.Dense(4)(inputs)
        x = tf.keras.layers.Dense(4, name="forgotten")(x)
        with pytest.raises(ValueError, match="However, forgotten has not been assigned to one"):
            tf.keras.Model(inputs, x)


def subclass(tf: Any, scoped: tuple[int, ...]) -> Any:
    class Stack(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            with tf.keras.ipu.PipelineStage(0):
                self.first = tf.keras.layers.Dense(4)
            self.second = tf.keras.layers.Dense(4)

        def call(self, x: Any) -> Any:
            x = self.first(x)
            for stage in scoped:
                with tf.keras.ipu.PipelineStage(stage):
                    x = self.second(x)
            return x if scoped else self.second(x)

    return Stack()


def test_scopes_in_a_subclass(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = subclass(tf, (1, 2))
        for ask in (model.get_pipeline_stage_assignment, lambda: model.set_pipeline_stage_assignment([])):
            with pytest.raises(
                RuntimeError, match="has not been built yet. Please call `model.build\\(\\)` first"
            ):
                ask()
        model.build((1, 4))
        assert stages(model) == [0, 1, 2]
        with pytest.raises(
            ValueError, match="All layers of a pipelined model must have an associated pipeline stage"
        ):
            subclass(tf, ()).build((1, 4))


def test_a_sequential_model_reads_no_scopes(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        with tf.keras.ipu.PipelineStage(0):
            layer = tf.keras.layers.Dense(4)
        assert not tf.keras.Sequential([tf.keras.Input((4,)), layer])._is_pipelined()


def test_where_a_scope_may_be(tf: Any, strategy: Any) -> None:
    stage = tf.keras.ipu.PipelineStage
    with pytest.raises(RuntimeError, match="may only be used from within an IPUStrategy context"), stage(0):
        pass
    with strategy.scope():
        with pytest.raises(ValueError, match="is not a valid pipeline stage"), stage(-1):
            pass
        with stage(0), pytest.raises(RuntimeError, match="Pipeline stages must not be nested"), stage(1):
            pass
        with stage(1):  # nothing is left of those that failed
            pass


def test_layers_outside_of_scopes_have_no_stage(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        assert not hasattr(tf.keras.layers.Dense(1), "_pipeline_stage")
