# case: nested loops over learning rates and widths; the model is made inline in the inner loop, the best is kept in a dict
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 192
# must: prints best of 4
import itertools

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(2)
x, y = rng.rand(250, 4).astype("float32"), rng.rand(250).astype("float32")
results = {}
for rate, width in itertools.product([0.1, 0.01], (4, 8)):
    tf.keras.backend.clear_session()
    tf.random.set_seed(0)
    net = tf.keras.Sequential([
        tf.keras.layers.Dense(width, activation="relu", input_shape=(4,)),
        tf.keras.layers.Dense(1),
    ])
    net.compile(tf.keras.optimizers.SGD(learning_rate=rate), "mse")
    log = net.fit(x[:200], y[:200], batch_size=32, epochs=1, verbose=0, validation_data=(x[200:], y[200:]))
    results[rate, width] = log.history["val_loss"][-1]
best = min(results, key=results.get)
print("best of", len(results), "is", best)
