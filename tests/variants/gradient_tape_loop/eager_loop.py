# case: the step is a plain function that runs eagerly and returns its loss, which the loop averages; float64 data
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains @tf.function(jit_compile=True)
# must: contains args=(tf.cast(features, tf.float32), tf.cast(targets, tf.float32))
# must: contains drop_remainder=True
# must: prints epoch 3
# must: sees loop 1440
import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential, layers, losses, optimizers

rng = np.random.default_rng(3)
features = rng.normal(size=(500, 6))
targets = features @ rng.normal(size=(6, 1)) + 0.1
dataset = tf.data.Dataset.from_tensor_slices((features, targets)).shuffle(500, seed=1).batch(32)

model = Sequential([layers.Dense(16, activation="tanh", input_shape=(6,)), layers.Dense(1)])
optimizer = optimizers.Adam(0.01)
mse = losses.MeanSquaredError()


def train_on(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x, training=True))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


history = []
for epoch in range(3):
    total, batches = 0.0, 0
    for features, targets in dataset:
        total += train_on(features, targets).numpy()
        batches += 1
    history.append(total / batches)
    print(f"epoch {epoch + 1}: loss {history[-1]:.5f}")
assert history[-1] < history[0]
