"""The stages of a Sequential model, which go up one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


def test_integers_or_assignments(tf: Any, strategy: Any, three_layers: Any) -> None:
    with strategy.scope():
        model = three_layers([0, 0, 1])
        assignments = model.get_pipeline_stage_assignment()
        assert [each.pipeline_stage for each in assignments] == [0, 0, 1]
        assignments[1].pipeline_stage = 1
        model.set_pipeline_stage_assignment(assignments)
        assert str(model.get_pipeline_stage_assignment()[1]).endswith("is assigned to pipeline stage: 1")


@pytest.mark.parametrize(
    "stages, phrase",
    [
        ((0, 1, 1), "needs to be a list"),
        ([0, 1], r"\(2\) does not match the number of layers in the graph \(3\)"),
        ([0.0, 1.0, 1.0], "All elements of `pipeline_stage_assignment` must be instances of"),
        ([1, 1, 1], "needs to be assigned to the 0th pipeline stage, however it was assigned to 1"),
        ([0, 2, 2], "same pipeline stage as the previous layer or to the next pipeline stage"),
        (
            [0, 1, 0],
            "assigned to pipeline stage 0, however the previous layer .* assigned to pipeline stage 1",
        ),
    ],
)
def test_stages_that_do_not_fit(strategy: Any, three_layers: Any, stages: Any, phrase: str) -> None:
    with strategy.scope(), pytest.raises(ValueError, match=phrase):
        three_layers(stages)


def test_assignments_of_other_layers(strategy: Any, three_layers: Any) -> None:
    with strategy.scope():
        model = three_layers()
        assignments = model.get_pipeline_stage_assignment()
        with pytest.raises(ValueError, match="has not been assigned a pipeline stage"):
            model.set_pipeline_stage_assignment(assignments)
        for stage, assignment in enumerate(assignments):
            assignment.pipeline_stage = stage
        with pytest.raises(
            ValueError, match="assignment at index 0 .* but the layer in the Sequential model"
        ):
            model.set_pipeline_stage_assignment(assignments[1:] + assignments[:1])


def test_layers_that_come_and_go(tf: Any, strategy: Any, three_layers: Any, logged: list[str]) -> None:
    with strategy.scope():
        model = three_layers([0, 1, 2])
        assert model._pipeline_stage_assignment_valid
        model.add(tf.keras.layers.Dense(2))
        assert not model._pipeline_stage_assignment_valid
        model.get_pipeline_stage_assignment()
        assert any("is not valid" in line for line in logged)
        model.set_pipeline_stage_assignment([0, 1, 2, 2])
        assert model._pipeline_stage_assignment_valid
        model.pop()
    assert not model._pipeline_stage_assignment_valid
    for what in ("Adding a layer to", "Removing a layer from"):
        assert any(f"{what} a pipelined Sequential model has invalidated" in line for line in logged)


def test_a_model_that_has_not_been_built(tf: Any, on_ipus: Any) -> None:
    with on_ipus(2).scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(2)])
        model.set_pipeline_stage_assignment([0, 1])
        model.compile("sgd", "mse", steps_per_execution=2)
        with pytest.raises(RuntimeError, match="cannot be represented as a graph network"):
            model._pipeline_graph()
    assert model.predict(np.ones((4, 3), "float32"), batch_size=2, verbose=0).shape == (4, 2)


def test_several_inputs(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Add()])
        model.compile("sgd", "mse")
    x = np.ones((4, 3), "float32")
    with pytest.raises(RuntimeError, match="Layers in a Sequential model should only have a single input"):
        model.predict([x, x], batch_size=2)
