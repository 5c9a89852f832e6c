"""What a model computes in the scope of a strategy: to the bit what stock Keras computes outside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

RANDOM = np.random.RandomState(7)
X = RANDOM.rand(24, 6).astype("float32")
LABELS = RANDOM.randint(0, 3, 24).astype("int32")
WEIGHTS = RANDOM.rand(24).astype("float32")


def layers(tf: Any) -> Any:
    return [
        tf.keras.layers.Dense(8, activation="relu", kernel_regularizer="l2"),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dropout(0.3),
        tf.keras.layers.Dropout(0.3, seed=5),
        tf.keras.layers.Dense(3, activation="softmax"),
    ]


def sequential(tf: Any) -> Any:
    return tf.keras.Sequential(layers(tf))


def functional(tf: Any) -> Any:
    inputs = outputs = tf.keras.Input((6,))
    for layer in layers(tf):
        outputs = layer(outputs)
    return tf.keras.Model(inputs, outputs)


def subclass(tf: Any) -> Any:
    class Network(tf.keras.Model):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.parts = layers(tf)

        def call(self, x: Any, training: bool = False) -> Any:
            for part in self.parts:
                x = part(x, training=training) if "drop" in part.name or "norm" in part.name else part(x)
            return x

    return Network()


def learned(tf: Any, strategy: Any, make: Any, steps: int, **fit: Any) -> Any:
    tf.keras.backend.clear_session()
    tf.random.set_seed(1)
    np.random.seed(1)
    if hasattr(tf.keras.utils, "set_random_seed"):
        tf.keras.utils.set_random_seed(1)
    with strategy.scope():
        model = make(tf)
        # Built beforehand: dropout without a seed draws by the number of operations in the graph of its step.
        model.build((4, 6))
        model.compile(
            "adam", "sparse_categorical_crossentropy", metrics=["accuracy"], steps_per_execution=steps
        )
    history = model.fit(X, LABELS, batch_size=4, verbose=0, **fit).history
    evaluation = model.evaluate(X, LABELS, batch_size=4, verbose=0)
    return history, evaluation, model.predict(X, batch_size=4, verbose=0), model.get_weights()


def assert_same(mine: Any, theirs: Any) -> None:
    assert mine[:2] == theirs[:2]
    for one, other in zip([mine[2], *mine[3]], [theirs[2], *theirs[3]]):  # Python 3.8
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("make", [sequential, functional, subclass])
@pytest.mark.parametrize("steps", [1, 3])
def test_it_learns_what_stock_keras_learns(tf: Any, strategy: Any, make: Any, steps: int) -> None:
    stock = tf.distribute.get_strategy()
    assert_same(*(learned(tf, where, make, steps, epochs=2) for where in (strategy, stock)))


@pytest.mark.parametrize(
    "fit",
    [
        {"shuffle": False},
        {"validation_split": 0.5},
        {"class_weight": {0: 1.0, 1: 2.0, 2: 0.5}},
        {"sample_weight": WEIGHTS},
        {"validation_data": (X, LABELS), "epochs": 3, "initial_epoch": 1},
    ],
    ids=lambda fit: next(iter(fit)),
)
def test_with_the_arguments_of_fit(tf: Any, strategy: Any, fit: Any) -> None:
    stock = tf.distribute.get_strategy()
    assert_same(*(learned(tf, where, sequential, 3, **fit) for where in (strategy, stock)))


def test_a_users_fit_comes_first(tf: Any, strategy: Any) -> None:
    class Halved(tf.keras.Sequential):  # type: ignore[misc]
        def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
            return super().fit(x[:12], y[:12], batch_size=4, **kwargs)

    with strategy.scope():
        model = Halved([tf.keras.layers.Dense(3, activation="softmax")])
        model.compile("sgd", "sparse_categorical_crossentropy")
    model.fit(X[:13], LABELS[:13], verbose=0)  # 13 rows would not do
    assert int(model._train_counter) == 3


def test_single_batches_are_stock(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = sequential(tf)
        model.compile("sgd", "sparse_categorical_crossentropy")
        assert model.train_on_batch(X[:5], LABELS[:5]) > 0
        assert model.test_on_batch(X[:3], LABELS[:3]) > 0
        assert model.predict_on_batch(X[:2]).shape == (2, 3)


def test_models_outside_the_scope_are_stock(tf: Any, strategy: Any) -> None:
    model = sequential(tf)
    model.compile("sgd", "sparse_categorical_crossentropy", run_eagerly=True)
    model.fit(X, LABELS.astype("int64"), batch_size=7, verbose=0)
    assert model.predict(X, batch_size=7, verbose=0).shape == (24, 3)


def test_mixed_precision(tf: Any, strategy: Any) -> None:
    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    try:
        with strategy.scope():
            model = tf.keras.Sequential(
                [tf.keras.layers.Dense(4), tf.keras.layers.Dense(3, activation="softmax", dtype="float32")]
            )
            model.compile("adam", "sparse_categorical_crossentropy")
        history = model.fit(X, LABELS, batch_size=4, verbose=0).history
    finally:
        tf.keras.mixed_precision.set_global_policy("float32")
    assert model.layers[0].compute_dtype == "float16"
    assert np.isfinite(history["loss"]).all()


def test_weights_before_a_model_is_built(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        model = sequential(tf)
    with pytest.raises(ValueError, match="Weights for model .* have not yet been created"):
        len(model.weights)


def test_constructors_keep_their_arguments(tf: Any, strategy: Any) -> None:
    with strategy.scope():
        layer = tf.keras.layers.Dense.from_config(tf.keras.layers.Dense(4, name="d").get_config())
    assert (layer.units, layer.name) == (4, "d")


def test_the_number_of_steps_may_be_a_tensor(tf: Any, strategy: Any) -> None:
    batches = tf.data.Dataset.from_tensor_slices((X, LABELS)).batch(4, drop_remainder=True)
    with strategy.scope():
        model = sequential(tf)
        model.compile("sgd", "sparse_categorical_crossentropy", steps_per_execution=batches.cardinality())
    assert model._steps_per_execution.numpy() == 6
    assert len(model.fit(batches, verbose=0).history["loss"]) == 1
