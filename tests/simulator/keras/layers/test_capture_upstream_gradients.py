"""What an optimizer gets of layers that capture gradients, and what they refuse."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

X = np.linspace(-1.0, 1.0, 24, dtype=np.float32).reshape(8, 3)
Y = np.full((8, 2), 0.5, np.float32)
KERNEL = np.array([[0.5, -0.2], [0.1, 0.3], [-0.4, 0.6]], np.float32)


@pytest.fixture
def layers(ipu: Any) -> Any:
    return importlib.import_module("keras.ipu.layers")


@pytest.fixture
def optimizer(tf: Any, ipu: Any) -> Any:
    """Gradient descent that sends what has been captured to an outfeed."""

    class Capturing(tf.keras.optimizers.SGD):  # type: ignore[misc]
        supports_captured_grads = True
        queue = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

        def apply_gradients(self, grads_and_vars: Any, captured_grads: Any = None, **kwargs: Any) -> Any:
            if captured_grads:
                self.queue.enqueue(captured_grads)
            return super().apply_gradients(grads_and_vars, **kwargs)

    return Capturing(0.1)


def dense(tf: Any, activation: str | None) -> Any:
    return tf.keras.layers.Dense(
        2, activation, name="inner", kernel_initializer=tf.keras.initializers.Constant(KERNEL)
    )


def upstream(tf: Any, layers: Any) -> Any:
    return [layers.CaptureUpstreamGradients(dense(tf, None)), tf.keras.layers.Activation("tanh")]


def activation(tf: Any, layers: Any) -> Any:
    return [layers.CaptureActivationGradients(dense(tf, "tanh"), tag="mine")]


def of_the_sum(values: Any, batch: int) -> Any:
    """The gradient of the mean square error of tanh for its argument."""
    result = np.tanh(values @ KERNEL)
    return 2.0 * (result - Y[:batch]) / result.size * (1.0 - result**2)


@pytest.mark.parametrize("made, tag", [(upstream, "inner_cug"), (activation, "mine_activation")])
@pytest.mark.parametrize("steps", [1, 2])
def test_the_optimizer_gets_them(
    tf: Any, strategy: Any, layers: Any, optimizer: Any, made: Any, tag: str, steps: int
) -> None:
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.Input((3,)), *made(tf, layers)])
        model.compile(optimizer, "mse", steps_per_execution=steps)
        plain = tf.keras.Sequential([tf.keras.Input((3,)), dense(tf, "tanh")])
        plain.compile(tf.keras.optimizers.SGD(0.1), "mse", steps_per_execution=steps)
    losses = [
        each.fit(X, Y, batch_size=4, shuffle=False, verbose=0).history["loss"] for each in (model, plain)
    ]
    assert losses[0] == pytest.approx(losses[1], rel=1e-6)
    np.testing.assert_allclose(model.get_weights()[0], plain.get_weights()[0], rtol=1e-6)
    found = optimizer.queue.dequeue()
    assert list(found) == [tag]
    first = tf.nest.flatten(found)[0].numpy()
    assert first.shape == (2, 4, 2)
    np.testing.assert_allclose(first[0], of_the_sum(X[:4], 4), rtol=1e-5)


def test_an_optimizer_that_does_not_ask(tf: Any, strategy: Any, layers: Any) -> None:
    backprop = importlib.import_module("tensorflow.python.ipu.eager.backprop")
    open_before = backprop.num_gradient_collection_tapes()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.Input((3,)), *upstream(tf, layers)])
        model.compile("sgd", "mse", steps_per_execution=2)
        model.set_gradient_accumulation_options(2)
    model.fit(X, Y, batch_size=4, verbose=0)
    assert backprop.num_gradient_collection_tapes() == open_before


@pytest.mark.parametrize("accumulated", [False, True])
def test_the_update_of_a_pipeline_gets_them(
    tf: Any, ipu: Any, layers: Any, optimizer: Any, accumulated: bool
) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        model = tf.keras.Sequential([tf.keras.Input((3,)), *upstream(tf, layers)])
        model.compile(optimizer, "mse", steps_per_execution=4)
        model.set_pipeline_stage_assignment([0, 1])
        options = {"gradient_accumulation_for_captured_grads": True} if accumulated else {}
        model.set_pipelining_options(
            gradient_accumulation_steps_per_replica=4,
            pipeline_schedule=ipu.pipelining_ops.PipelineSchedule.Sequential,
            **options,
        )
    model.fit(X, Y, batch_size=2, shuffle=False, verbose=0)
    found = optimizer.queue.dequeue()
    expected = [of_the_sum(X[first : first + 2], 2) for first in range(0, 8, 2)]
    captured = tf.nest.flatten(found["inner_cug"])[0].numpy()
    np.testing.assert_allclose(captured[0], sum(expected) if accumulated else expected[-1], rtol=1e-5)


def test_replicas_are_refused(tf: Any, ipu: Any, layers: Any, optimizer: Any) -> None:
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 2
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        model = tf.keras.Sequential([tf.keras.Input((3,)), *upstream(tf, layers)])
        model.compile(optimizer, "mse", steps_per_execution=2)
    with pytest.raises(NotImplementedError, match="captured gradients of several replicas"):
        model.fit(X, Y, batch_size=2, verbose=0)


def test_they_have_the_weights_of_the_layer_inside(tf: Any, layers: Any) -> None:
    layer = layers.CaptureUpstreamGradients(dense(tf, "tanh"), tag="t")
    assert layer(tf.constant(X)).shape == (8, 2)
    assert (layer.name, layer.tag) == ("t", "t")
    assert [len(each) for each in (layer.weights, layer.trainable_weights, layer.non_trainable_weights)] == [
        2,
        2,
        0,
    ]
    assert layer.variables is not None and layer.trainable_variables and not layer.non_trainable_variables
    again = type(layer).from_config(layer.get_config())
    assert (again.tag, again.layer.name, again.layer.units) == ("t", "inner", 2)


def test_what_they_refuse(tf: Any, layers: Any) -> None:
    for kind in (layers.CaptureUpstreamGradients, layers.CaptureActivationGradients):
        with pytest.raises(ValueError, match=r"Expected an instance of a keras\.engine\.base_layer\.Layer"):
            kind("dense")
    assert not layers.CaptureActivationGradients.layer_is_supported(tf.keras.layers.Flatten())
    with pytest.raises(ValueError, match="does not use an activation function so is not supported"):
        layers.CaptureActivationGradients(tf.keras.layers.Flatten())
    config = layers.CaptureActivationGradients(dense(tf, "relu")).get_config()
    assert config["wrapped_layer_config"]["activation"] == "relu"
    with pytest.raises(NameError, match="StoreActivationGradients"):
        layers.CaptureActivationGradients.from_config(config)


def test_keywords_of_a_call(tf: Any, layers: Any, logged: list[str]) -> None:
    class Trains(tf.keras.layers.Layer):  # type: ignore[misc]
        def call(self, inputs: Any, *, training: Any = None) -> Any:
            return inputs + (1.0 if training else 0.0)

    class Scales(tf.keras.layers.Layer):  # type: ignore[misc]
        def call(self, inputs: Any, *, factor: float = 1.0) -> Any:
            return inputs * factor

    one, capture = tf.constant([[1.0]]), layers.CaptureUpstreamGradients
    assert capture(Trains())(one, training=True).numpy().item() == 2.0
    assert capture(Scales())(one, factor=3.0, training=True).numpy().item() == 3.0
    assert any("'training' keyword" in line for line in logged)
    dropped = capture(tf.keras.layers.Dropout(0.5))(tf.ones([4, 4]), training=True)
    assert float(tf.reduce_sum(dropped)) == 16.0  # the SDK hands it on to keyword-only arguments
