"""Models that are made in a scope, and those that are not."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def functional(tf: Any) -> Any:
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))


def subclass(tf: Any) -> Any:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.set_asynchronous_callbacks(False)  # there from here on
            self.dense = tf.keras.layers.Dense(1)

        def call(self, x: Any) -> Any:
            return self.dense(x)

    return Network()


def sequential(tf: Any) -> Any:
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])


@pytest.mark.parametrize(
    "make, name, extension",
    [
        (sequential, "Sequential", "SequentialExtension"),
        (functional, "Functional", "FunctionalExtension"),
        (subclass, "Network", "ModelExtension"),
    ],
)
def test_a_model_made_in_the_scope_is_extended(
    tf: Any, strategy: Any, make: Any, name: str, extension: str
) -> None:
    with strategy.scope():
        model = make(tf)
    assert isinstance(model, getattr(tf.keras.ipu.extensions, extension))
    assert isinstance(model, model.__original_class__)
    assert type(model).__name__ == model.__original_class__.__name__ == name
    assert type(model).__module__ == model.__original_class__.__module__


@pytest.mark.parametrize("make", [sequential, functional])
def test_a_model_made_outside_is_not(tf: Any, strategy: Any, make: Any) -> None:
    model = make(tf)
    with pytest.raises(AttributeError, match="set_infeed_queue_options"):
        model.set_infeed_queue_options(prefetch_depth=2)


def test_nor_one_of_a_strategy_without_extensions(tf: Any, ipu: Any) -> None:
    with ipu.ipu_strategy.IPUStrategy(enable_keras_extensions=False).scope():
        assert type(sequential(tf)) is tf.keras.Sequential


def test_layers_keep_their_class(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        assert type(tf.keras.layers.Dense(1)) is tf.keras.layers.Dense


def test_models_of_one_class_have_one_class(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        first, second = sequential(tf), sequential(tf)
    assert type(first) is type(second)


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
def test_copies_made_in_the_scope(tf: Any, strategy: Any, tmp_path: Any) -> None:
    with strategy.scope():
        model = functional(tf)
        model.save(str(tmp_path / "model.h5"))
        copies = [
            tf.keras.models.clone_model(model),
            type(model).from_config(model.get_config()),
            tf.keras.models.load_model(str(tmp_path / "model.h5")),
        ]
    assert all(isinstance(copy, tf.keras.ipu.extensions.FunctionalExtension) for copy in copies)
    assert copies[2].get_weights()[0].tolist() == model.get_weights()[0].tolist()


@pytest.mark.parametrize("other", [False, True])
def test_one_extension_a_model(tf: Any, ipu: Any, strategy: Any, other: bool) -> None:
    extensions = tf.keras.ipu.extensions
    with strategy.scope():
        model = sequential(tf)
    second, base = ipu.ipu_strategy.IPUStrategy(), extensions.SequentialExtension.__mro__[2]
    if other:
        second._register_keras_extension(tf.keras.Sequential, base, type("Other", (base,), {}))
        with pytest.raises(RuntimeError, match="KerasExtension patching failed"):
            second._patch_keras_extension(model)
    else:
        second._patch_keras_extension(model)
    assert isinstance(model, extensions.SequentialExtension)
