"""Names of optimizers mean those of TensorFlow 2.6 in newer ones."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow

NAMES = ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD", "Optimizer")
MODULES = ("keras.optimizers", "tensorflow.keras.optimizers")


@pytest.mark.parametrize("name", NAMES)
def test_every_module_has_the_same_classes(tf: Any, name: str) -> None:
    made = getattr(tf.keras.optimizers, name)
    assert all(getattr(importlib.import_module(module), name) is made for module in MODULES)
    assert getattr(tf.optimizers, name) is made
    assert issubclass(made, tf.keras.optimizers.Optimizer) and hasattr(made, "get_slot")


@pytest.mark.parametrize("name", NAMES[:-1])
def test_names_and_configurations(tf: Any, name: str) -> None:
    made = tf.keras.optimizers
    kind = getattr(made, name)
    serialized = made.serialize(kind(0.5))
    for optimizer in (
        made.get(name.lower()),
        made.get({"class_name": name, "config": {}}),
        made.deserialize({"class_name": name, "config": {"learning_rate": 0.5}}),
        made.deserialize(serialized),
        kind.from_config(kind(0.5).get_config()),
    ):
        assert type(optimizer) is kind


def test_what_a_script_writes_for_2_6(tf: Any) -> None:
    class Own(tf.keras.optimizers.Optimizer):  # type: ignore[misc, name-defined]
        def _resource_apply_dense(self, gradient: Any, variable: Any, apply_state: Any = None) -> Any:
            return variable.assign_sub(gradient)

    weight = tf.Variable(1.0)
    Own("own").apply_gradients([(tf.constant(0.25), weight)], experimental_aggregate_gradients=False)
    assert float(weight) == 0.75
    with pytest.raises(TypeError, match="nonsense"):
        tf.keras.optimizers.Adam(nonsense=1)


def newer(tf: Any) -> Any:
    return tf.keras.optimizers.experimental


def test_arguments_of_newer_optimizers(tf: Any) -> None:
    decoupled = tf.keras.optimizers.Adam(0.1, weight_decay=0.5)
    assert type(decoupled) is newer(tf).Adam and decoupled.weight_decay == 0.5
    assert type(tf.keras.optimizers.get(tf.keras.optimizers.serialize(decoupled))) is newer(tf).Adam
    assert type(tf.keras.optimizers.get("adamw")) is newer(tf).AdamW
    assert type(tf.keras.optimizers.Adam(amsgrad=True)) is newer(tf).Adam


@pytest.mark.parametrize("base", ["Optimizer", "SGD"])
def test_a_subclass_that_is_written_for_newer_ones(tf: Any, base: str) -> None:
    def update_step(self: Any, gradient: Any, variable: Any) -> None:
        variable.assign_sub(gradient)

    parent = getattr(newer(tf), base)
    own = type("Own", (getattr(tf.keras.optimizers, base),), {"update_step": update_step})
    assert issubclass(own, parent)
    optimizer, weight = own(name="own"), tf.Variable(1.0)
    optimizer._learning_rate = tf.Variable(1.0)
    optimizer.build([weight])
    optimizer.apply_gradients([(tf.constant(0.25), weight)])
    assert float(weight) == 0.75
