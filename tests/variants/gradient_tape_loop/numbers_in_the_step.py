# case: the eager step prints and decides with Python's numbers: nothing of it can be a program
# rules: IPU101 IPU102 IPU103 IPU305
# port: left IPU305
# must: contains loss = step(x, y, learning_rate)
# must: lacks strategy.run(step
# must: trains on the CPU
import numpy as np
import tensorflow as tf
from tensorflow import keras

x = np.random.RandomState(0).rand(96, 4).astype("float32")
y = x @ np.ones((4, 1), "float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])


def step(x, y, learning_rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    if loss.numpy() > 0.01:
        for weight, gradient in zip(model.trainable_weights, tape.gradient(loss, model.trainable_weights)):
            weight.assign_sub(learning_rate * gradient)
    print("loss", float(loss))
    return loss


for epoch in range(2):
    learning_rate = 0.1 / (epoch + 1)
    for x, y in data:
        loss = step(x, y, learning_rate)
