# case: the batches are slices of arrays, in an order that NumPy shuffles each epoch; the last one is short
# rules: IPU101 IPU102 IPU103 IPU305
# port: agrees
# must: contains strategy.run(update, args=(x[rows], y[rows]))
# must: prints epoch 1
# must: sees loop 200
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

x = np.random.RandomState(1).uniform(-1, 1, (100, 3)).astype(np.float32)
y = (x**2).sum(axis=1, keepdims=True)
net = Sequential()
net.add(Dense(24, activation="tanh", input_dim=3))
net.add(Dense(1))
opt = tf.keras.optimizers.SGD(0.1, momentum=0.9)


@tf.function()
def update(inputs, outputs):
    with tf.GradientTape() as t:
        error = tf.reduce_mean(tf.losses.mse(outputs, net(inputs)))
    opt.apply_gradients(zip(t.gradient(error, net.trainable_weights), net.trainable_weights))
    return error


order = np.random.RandomState(2)
for epoch in range(2):
    shuffled = order.permutation(len(x))
    errors = []
    for start in range(0, len(x), 32):
        rows = shuffled[start : start + 32]
        errors.append(float(update(x[rows], y[rows])))
    print("epoch", epoch, "error", sum(errors) / len(errors))
