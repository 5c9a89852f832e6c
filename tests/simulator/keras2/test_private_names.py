"""Private names of Keras 2.6, and which names it does not have either."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize(
    "statement, value",
    [
        ("import keras", "keras.losses.losses_utils.ReductionV2.SUM"),
        ("from keras.losses import LossFunctionWrapper", "LossFunctionWrapper"),
        ("from keras.callbacks import CallbackList", "CallbackList"),
        ("import keras", "keras.engine.training.Model"),
        ("import keras", "keras.optimizer_v2.adam.Adam"),
        ("from keras import optimizers", "optimizers.gradient_descent_v2.SGD(0.1).momentum"),
        ("from keras.optimizers import optimizer_v2", "optimizer_v2.OptimizerV2"),
    ],
)
def test_keras_has_them(tf: Any, statement: str, value: str) -> None:
    names: dict[str, Any] = {}
    exec(statement, names)
    assert eval(value, names) is not None


@pytest.mark.parametrize("name", ["unheard_of", "losses.unheard_of", "optimizers.adam", "ops", "__file_of__"])
def test_keras_has_no_others(tf: Any, name: str) -> None:
    keras = importlib.import_module("keras")
    with pytest.raises(AttributeError, match=f"has no attribute '{name.split('.')[-1]}'"):
        eval(f"keras.{name}", {"keras": keras})


def test_the_keras_of_tensorflow_has_its_public_names_only(tf: Any) -> None:
    importlib.import_module("keras")
    assert not hasattr(tf.keras.losses, "losses_utils")


def test_public_modules_take_precedence(tf: Any) -> None:
    keras = importlib.import_module("keras")
    for module in (keras.optimizers, keras.losses, keras.layers):
        assert not module.__name__.startswith("tf_keras.src")
