# case: one eager step for the models of a loop over learning rates: a compiled step cannot follow
# rules: IPU101 IPU102 IPU103 IPU305
# port: left IPU305
# must: lacks strategy.run(step
# must: trains on the CPU
import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.RandomState(0).rand(96, 4).astype("float32")
y = x @ np.ones((4, 1), "float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_weights), model.trainable_weights))
    return loss


for rate in (0.1, 0.01):
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    optimizer = keras.optimizers.SGD(rate)
    for _ in range(2):
        for x, y in data:
            loss = step(x, y)
    print(rate, loss.numpy())
