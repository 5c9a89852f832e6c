# case: a function splits batches by a share of their number, and the validation part is predicted as well
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains validation_data=full_batches(val)
# must: sees fit 320
# must: prints (65, 1)
import numpy as np
import tensorflow as tf


def split(ds, share=0.8):
    size = int(len(ds) * share)
    return ds.take(size), ds.skip(size)


rng = np.random.default_rng(0)
x, y = rng.random((385, 5)).astype("float32"), rng.random((385, 1)).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(385, seed=3, reshuffle_each_iteration=False).batch(16)
train, val = split(ds)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train.prefetch(2), validation_data=val, epochs=2, verbose=0)
print(model.predict(val.map(lambda x, y: x), verbose=0).shape)
