"""Stages of layers: which assignments fit a model, those of nested models included."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def sequential(tf: Any, layers: Any) -> Any:
    return tf.keras.Sequential([tf.keras.Input((4,)), *layers])


def functional(tf: Any, layers: Any) -> Any:
    inputs = x = tf.keras.Input((4,))
    for layer in layers:
        x = layer(x)
    return tf.keras.Model(inputs, x)


def subclass(tf: Any, layers: Any) -> Any:
    class Stack(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.parts = list(layers)

        def call(self, x: Any) -> Any:
            for part in self.parts:
                x = part(x)
            return x

    model = Stack()
    model.build((1, 4))
    return model


KINDS = [sequential, functional, subclass]


def numbered(assignments: list[Any], start: int = 0) -> int:
    for assignment in assignments:
        if assignment.is_nested_model:
            start = numbered(assignment.pipeline_stage_assignments, start)
        else:
            assignment.pipeline_stage = start
            start += 1
    return start


@pytest.mark.parametrize("outer", KINDS)
@pytest.mark.parametrize("inner", KINDS)
def test_models_in_models(tf: Any, strategy: Any, outer: Any, inner: Any) -> None:
    dense = tf.keras.layers.Dense
    with strategy.scope():
        nested = inner(tf, [dense(4), dense(4)])
        model = outer(tf, [dense(4), nested, dense(4)])
        assignments = model.get_pipeline_stage_assignment()
        assert numbered(assignments) == 4
        model.set_pipeline_stage_assignment(assignments)
        calls = model._placed_calls()
    assert [(call.layer.name, call.stage, call.needs) for call in calls] == [
        (model.layers[-3].name, 0, 0),
        (nested.layers[-2].name, 1, 0),
        (nested.layers[-1].name, 2, 1),
        (model.layers[-1].name, 3, 2),
    ]
    assert not nested._is_pipelined()
    assert "has the following pipeline stage assignments:\n  Layer: " in str(assignments[1])


@pytest.mark.parametrize("make", [functional, subclass])
def test_one_layer_called_twice(tf: Any, strategy: Any, make: Any) -> None:
    with strategy.scope():
        layer = tf.keras.layers.Dense(4)
        model = make(tf, [layer, layer])
        first, second = model.get_pipeline_stage_assignment()
    assert (first.layer, first.node_index, second.node_index) == (layer, 0, 1)
    assert second.inbound_layers == [layer]
    first.pipeline_stage, second.pipeline_stage = 0, 1
    model.set_pipeline_stage_assignment([first, second])
    assert str(second) == f"Layer: {layer.name} (node index 1) is assigned to pipeline stage: 1"


@pytest.mark.parametrize("make", [functional, subclass])
@pytest.mark.parametrize(
    "change, phrase",
    [
        (lambda parts: tuple(parts), "needs to be a list"),
        (lambda parts: parts[:2], r"\(2\) does not match the number of layers in the graph \(3\)"),
        (lambda parts: [0, 1, 2], "must be an instance of `(Functional|Model)LayerPipelineStageAssignment`"),
        (
            lambda parts: [parts[1], parts[0], parts[2]],
            "does not match the post-order generated from the graph",
        ),
    ],
)
def test_assignments_that_do_not_fit(tf: Any, strategy: Any, make: Any, change: Any, phrase: str) -> None:
    with strategy.scope():
        model = make(tf, [tf.keras.layers.Dense(4) for _ in range(3)])
        assignments = model.get_pipeline_stage_assignment()
        numbered(assignments)
        with pytest.raises(ValueError, match=phrase):
            model.set_pipeline_stage_assignment(change(assignments))
    assert not model._is_pipelined()


@pytest.mark.parametrize("make", [functional, subclass])
@pytest.mark.parametrize(
    "stages, phrase",
    [
        ([0, None, 1], "with node_index 0 has not been assigned a pipeline stage"),
        (
            [1, 0, 1],
            "in pipeline stage 0 has a dependency from a pipeline stage which has not yet been executed",
        ),
    ],
)
def test_stages_that_cannot_be(tf: Any, strategy: Any, make: Any, stages: Any, phrase: str) -> None:
    with strategy.scope():
        model = make(tf, [tf.keras.layers.Dense(4) for _ in range(3)])
        assignments = model.get_pipeline_stage_assignment()
        for assignment, stage in zip(assignments, stages):  # Python 3.8
            assignment.pipeline_stage = stage
        with pytest.raises(ValueError, match=phrase):
            model.set_pipeline_stage_assignment(assignments)


def test_branches_may_wait(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        inputs = tf.keras.Input((4,))
        early, late = tf.keras.layers.Dense(4)(inputs), tf.keras.layers.Dense(4)(inputs)
        model = tf.keras.Model(inputs, tf.keras.layers.Add()([early, late]))
        assignments = model.get_pipeline_stage_assignment()
        for assignment, stage in zip(assignments, [0, 1, 1]):  # Python 3.8
            assignment.pipeline_stage = stage
        model.set_pipeline_stage_assignment(assignments)
    assert [call.needs for call in model._placed_calls()] == [0, 0, 1]


def test_get_gives_a_copy_and_reset_forgets(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = functional(tf, [tf.keras.layers.Dense(4)])
        assignments = model.get_pipeline_stage_assignment()
        numbered(assignments)
        model.set_pipeline_stage_assignment(assignments)
        model.get_pipeline_stage_assignment().clear()
        assert model._is_pipelined()
        model.reset_pipeline_stage_assignment()
    assert [each.pipeline_stage for each in model.get_pipeline_stage_assignment()] == [None]


def test_a_plain_shape_stands_for_floats(tf: Any, strategy: Any) -> None:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.table = tf.Variable(tf.ones([5, 2]))

        def call(self, x: Any) -> Any:
            return tf.nn.embedding_lookup(self.table, x)

    with strategy.scope():
        with pytest.raises(
            ValueError, match="You cannot pass a plain shape to your model's `build` function"
        ):
            Network().build((2, 3))
        model = Network()
        model.build(tf.keras.Input((3,), batch_size=2, dtype=tf.int32))
    assert model.built


def test_nested_models_have_assignments_of_their_own(tf: Any, strategy: Any) -> None:
    dense = tf.keras.layers.Dense
    with strategy.scope():
        model = subclass(tf, [dense(4), functional(tf, [dense(4)])])
        assignments = model.get_pipeline_stage_assignment()
        numbered(assignments)
        flat = [assignments[0], assignments[1].pipeline_stage_assignments[0]]
        with pytest.raises(ValueError, match="an instance of `NestedModelPipelineStageAssignment`"):
            model.set_pipeline_stage_assignment(flat)
        model.set_pipeline_stage_assignment(assignments)


def test_a_subclass_that_is_built_again(tf: Any, strategy: Any) -> None:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.parts = [tf.keras.layers.Dense(4) for _ in range(3)]

        def call(self, x: Any) -> Any:
            for part in self.parts[: 2 if x.shape[0] == 1 else 3]:
                x = part(x)
            return x

    with strategy.scope():
        model = Network()
        model.build((1, 4))
        assignments = model.get_pipeline_stage_assignment()
        numbered(assignments)
        model.set_pipeline_stage_assignment(assignments)
        model.build((1, 4))
        assert [call.stage for call in model._placed_calls()] == [0, 1]
        model.build((2, 4))
        with pytest.raises(RuntimeError, match="are no longer valid"):
            model._placed_calls()


def test_a_built_subclass_has_the_layers_of_its_graph(tf: Any, strategy: Any, tmp_path: Any) -> None:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.second = tf.keras.layers.Dense(2, name="second")
            self.first = tf.keras.layers.Dense(2, name="first")
            self.unused = tf.keras.layers.Dense(2, name="unused")

        def call(self, inputs: Any) -> Any:
            return self.second(self.first(inputs))

    def names(model: Any) -> list[str]:
        return [layer.name for layer in model.layers]

    with strategy.scope():
        model, other = Network(), Network()
        assert names(model) == ["second", "first", "unused"]
        model.build((2, 3))
        assert len(model.layers) == 3
        assert isinstance(model.layers[0], tf.keras.layers.InputLayer)
        assert names(model)[1:] == ["first", "second"]
        model.save_weights(tmp_path / "weights.h5")
        other.build((2, 3))
        other.load_weights(tmp_path / "weights.h5")
    assert (other.first.kernel.numpy() == model.first.kernel.numpy()).all()


@pytest.mark.parametrize("inside", [True, False])
def test_a_nested_model_is_one_if_it_is_made_in_the_scope(tf: Any, strategy: Any, inside: bool) -> None:
    outside = sequential(tf, [tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)])
    with strategy.scope():
        nested = sequential(tf, [tf.keras.layers.Dense(4), tf.keras.layers.Dense(4)]) if inside else outside
        first, second = sequential(tf, [tf.keras.layers.Dense(4), nested]).get_pipeline_stage_assignment()
    assert (first.is_nested_model, second.is_nested_model) == (False, inside)
    if inside:
        assert [part.layer for part in second.pipeline_stage_assignments] == nested.layers
    else:
        assert second.layer is outside  # a layer like others
