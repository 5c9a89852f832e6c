"""Options and stages that are saved with a model, and come back when it is loaded in a scope."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file"),
]


def sequential(tf: Any) -> Any:
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(2)])


def functional(tf: Any) -> Any:
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2)(tf.keras.layers.Dense(4)(inputs)))


def nested(tf: Any) -> Any:
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(3), sequential(tf)])


def network(tf: Any) -> Any:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first = tf.keras.layers.Dense(4)
            self.second = tf.keras.layers.Dense(2)

        def call(self, x: Any) -> Any:
            return self.second(self.first(x))

    return Network


def with_options(model: Any) -> Any:
    assignments = model.get_pipeline_stage_assignment()
    flat = [part for each in assignments for part in getattr(each, "pipeline_stage_assignments", [each])]
    for stage, assignment in enumerate(flat):
        assignment.pipeline_stage = stage
    model.set_pipeline_stage_assignment(assignments)
    model.set_pipelining_options(4, [0] * len(flat), True, "mean")
    model.set_infeed_queue_options(prefetch_depth=2)
    return model


def assert_restored(loaded: Any, model: Any) -> None:
    assert loaded._pipeline_stage_assignment_valid == model._pipeline_stage_assignment_valid
    stages = [
        [str(each.layer.units) + str(call.stage) for each, call in zip(m._placed_calls(), m._placed_calls())]
        for m in (loaded, model)
    ]
    assert stages[0] == stages[1]
    assert loaded._pipelining_gradient_accumulation_steps_per_replica == 4
    assert loaded._pipelining_accumulate_outfeed is True
    assert loaded._pipelining_device_mapping == model._pipelining_device_mapping
    assert loaded._gradient_accumulation_reduction_method is model._gradient_accumulation_reduction_method
    assert loaded._infeed_kwargs == {"prefetch_depth": 2}


@pytest.mark.parametrize("make", [sequential, functional, nested])
def test_from_a_config(tf: Any, strategy: Any, make: Any) -> None:
    with strategy.scope():
        model = with_options(make(tf))
        assert_restored(type(model).from_config(model.get_config()), model)
        assert_restored(tf.keras.models.model_from_json(model.to_json()), model)
    outside = model.__original_class__.from_config(model.get_config())
    assert not hasattr(outside, "set_pipelining_options")


@pytest.mark.parametrize("make", [sequential, functional])
@pytest.mark.parametrize("name", ["model", "model.h5"])
def test_from_a_file(tf: Any, strategy: Any, tmp_path: Any, make: Any, name: str) -> None:
    with strategy.scope():
        model = with_options(make(tf))
        model.save(str(tmp_path / name))
        loaded = tf.keras.models.load_model(str(tmp_path / name))
    assert_restored(loaded, model)
    np.testing.assert_array_equal(loaded.get_weights()[0], model.get_weights()[0])


def test_a_subclass(tf: Any, strategy: Any, tmp_path: Any) -> None:
    kind = network(tf)
    with strategy.scope():
        model = kind()
        model.build((2, 3))
        with_options(model)
        assert_restored(kind.from_config(model.get_config()), model)
        model.save(str(tmp_path / "model"))
        loaded = tf.keras.models.load_model(str(tmp_path / "model"), custom_objects={kind.__name__: kind})
    assert_restored(loaded, model)
    loaded.compile("sgd", "mse", steps_per_execution=2)
    assert loaded.predict(np.ones((4, 3), "float32"), batch_size=2, verbose=0).shape == (4, 2)


def test_a_subclass_without_its_class(tf: Any, strategy: Any, tmp_path: Any) -> None:
    x = np.ones((4, 3), "float32")
    with strategy.scope():
        model = network(tf)()
        model.set_infeed_queue_options(prefetch_depth=2)
        expected = model.predict(x, batch_size=2, verbose=0)
        model.save(str(tmp_path / "plain"))
        loaded = tf.keras.models.load_model(str(tmp_path / "plain"))
        with_options(model).save(str(tmp_path / "pipelined"))
        with pytest.raises(NotImplementedError, match="give its class to `load_model`"):
            tf.keras.models.load_model(str(tmp_path / "pipelined"))
    assert loaded._infeed_kwargs == {"prefetch_depth": 2}
    np.testing.assert_allclose(loaded.predict(x, batch_size=2, verbose=0), expected, rtol=1e-6)


def test_a_config_that_forgets_the_options(tf: Any, strategy: Any) -> None:
    class Forgetful(network(tf)):  # type: ignore[misc]
        def get_config(self) -> Any:
            return {}

    with strategy.scope(), pytest.raises(
        RuntimeError, match=r"get_config\(\) has been overridden on a subclassed"
    ):
        Forgetful.from_config(Forgetful().get_config())


def test_a_config_that_adds_to_the_options(tf: Any, strategy: Any) -> None:
    class Careful(network(tf)):  # type: ignore[misc]
        def get_config(self) -> Any:
            return {**super().get_config(), "mine": 1}

    with strategy.scope():
        model = Careful()
        model.set_asynchronous_callbacks(True)
        assert model.get_config()["mine"] == 1
        assert Careful.from_config(model.get_config())._asynchronous_callbacks


def test_a_constructor_with_arguments(tf: Any, strategy: Any) -> None:
    class Deep(tf.keras.Model):  # type: ignore[misc]
        def __init__(self, depth: int) -> None:
            super().__init__()
            self.depth = depth

    phrase = (
        "Subclassed models which require parameters in their constructors must override the `from_config`"
    )
    with strategy.scope(), pytest.raises(NotImplementedError, match=phrase):
        Deep.from_config(Deep(2).get_config())


@pytest.mark.parametrize("make", [sequential, functional])
def test_models_outside_have_no_options(tf: Any, make: Any) -> None:
    assert "asynchronous_callbacks" not in make(tf).get_config()
