# case: one function batches what trains, validates, is evaluated and predicted; only training may lose its partial batch
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains make_dataset(x[:300], y[:300], shuffle=True, drop_remainder=True)
# must: sees fit 288
# must: sees evaluate 50
# must: prints (50, 1)
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(5)
x = rng.rand(400, 6).astype(np.float32)
y = x.sum(axis=1, keepdims=True)


def make_dataset(x, y, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    return finished(ds.shuffle(300, seed=1).cache() if shuffle else ds)


def finished(ds, size=32):
    return ds.batch(size).prefetch(tf.data.AUTOTUNE)


train = make_dataset(x[:300], y[:300], shuffle=True)
valid = make_dataset(x[300:350], y[300:350])
test = make_dataset(x[350:], y[350:])

model = keras.Sequential([keras.layers.Dense(4, input_shape=(6,), activation="relu"), keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(train, validation_data=valid, epochs=2, verbose=0)
print(model.evaluate(test, verbose=0))
print(model.predict(test, verbose=0).shape)
