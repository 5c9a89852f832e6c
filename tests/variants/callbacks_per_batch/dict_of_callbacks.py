# case: ModelCheckpoint with save_freq in batches and an EarlyStopping that counts epochs; both in a dict of callbacks
# rules: IPU101 IPU102 IPU103 IPU201 IPU301 IPU306
# port: left IPU306
# must: contains save_freq=5
import os
import tempfile

import numpy as np
import tensorflow as tf

weights = os.path.join(tempfile.mkdtemp(), "weights.h5")
callbacks = {
    "keep": tf.keras.callbacks.ModelCheckpoint(weights, save_weights_only=True, save_freq=5),
    "stop": tf.keras.callbacks.EarlyStopping(monitor="loss", patience=2),
}

rs = np.random.RandomState(0)
ds = tf.data.Dataset.from_tensor_slices((rs.rand(300, 6).astype("float32"), rs.rand(300).astype("float32")))
ds = ds.shuffle(300, seed=1).batch(32)

inp = tf.keras.layers.Input(shape=(6,))
model = tf.keras.models.Model(inp, tf.keras.layers.Dense(1)(inp))
model.compile("rmsprop", "mse")
model.fit(ds, epochs=1, callbacks=list(callbacks.values()), verbose=2)
