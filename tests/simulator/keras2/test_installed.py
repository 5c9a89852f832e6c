"""What a script sees of Keras 2."""

from __future__ import annotations

import sys
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_tf_keras_has_a_version(tf: Any) -> None:
    from tensorflow.python import ipu  # noqa: F401  # whose import gives it

    assert tf.keras.__version__.startswith("2.")
    import tensorflow.keras.layers

    assert tf.keras.__version__.startswith("2.") and tensorflow.keras.__version__.startswith("2.")


def test_optimizers_decay_as_in_2_6(tf: Any) -> None:
    from tensorflow.python import ipu  # noqa: F401

    decaying = tf.keras.optimizers.SGD(learning_rate=0.5, decay=1.0)
    weight = tf.Variable(1.0)
    for expected in (0.5, 0.25):  # 0.5, then 0.5 / (1 + 1)
        before = float(weight)
        decaying.apply_gradients([(tf.constant(1.0), weight)])
        assert before - float(weight) == pytest.approx(expected)
    assert type(tf.keras.optimizers.SGD(0.5)) is tf.keras.optimizers.SGD


def test_a_model_learns_with_a_decay(tf: Any) -> None:
    from tensorflow.python import ipu

    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
        model.compile(tf.keras.optimizers.SGD(0.1, decay=0.5), "mse", steps_per_execution=2)
    x = tf.ones((4, 2)).numpy()
    history = model.fit(x, x[:, :1], batch_size=2, epochs=1, verbose=0)
    # a weight of 1 + 1 and no bias: the error is 1, the gradient 2 for each of three parameters
    assert history.history["loss"] == [pytest.approx((1.0 + 0.4**2) / 2)]


@pytest.mark.parametrize(
    "name, expected",
    [
        ("tensorflow.python.ops", True),
        ("tf_keras.src.engine", True),
        ("keras", True),
        ("kerastuner", False),
        ("__main__", False),
    ],
)
def test_code_of_libraries(tf: Any, name: str, expected: bool) -> None:
    from gpu2ipu.simulator.keras2 import installed

    found: list[bool] = []
    module = {
        "__name__": name,
        "sys": sys,
        "look": lambda frame: found.append(installed.is_in_library(frame)),
    }
    exec("look(sys._getframe())", module)
    assert found == [expected]
