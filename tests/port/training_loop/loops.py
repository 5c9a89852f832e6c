"""Scripts with a training loop of their own: a model, a step for one batch, and loops around it."""

from __future__ import annotations

from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.steps import Step, own_steps_of
from tests.port.proposed import script_of

HEAD = """
import tensorflow as tf
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
optimizer, metric = keras.optimizers.SGD(), keras.metrics.Mean()
data = tf.data.Dataset.from_tensor_slices((tf.zeros((8, 4)), tf.zeros((8, 1)))).batch(4)
"""
STEP = """
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.weights), model.weights))
    return loss
"""
LOOP = """
for x, y in data:
    print(step(x, y))
"""
INLINE = """
for epoch in range(3):
    for i, (x, y) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        grads = tape.gradient(loss, model.weights)
        optimizer.apply_gradients(zip(grads, model.weights))
        {more}
    {after}
"""


def steps(code: str) -> tuple[Step, ...]:
    """The steps of code below the head."""
    return own_steps_of(Port(script_of(code, HEAD)))


def only(code: str) -> Step:
    """The one step of code below the head."""
    (step,) = steps(code)
    return step
