# case: the Sequence rounds down, so that all of its batches are whole; it is shuffled by fit
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: sees fit 120
# must: contains class RowSequence(tf.keras.utils.Sequence):
import numpy as np
import tensorflow as tf


class RowSequence(tf.keras.utils.Sequence):
    """Gives rows by index."""

    def __init__(self, x, y, batch_size):
        self.x = x
        self.y = y
        self.batch_size = batch_size

    def __len__(self):
        return len(self.x) // self.batch_size

    def __getitem__(self, idx):
        start = idx * self.batch_size
        return self.x[start:start + self.batch_size], self.y[start:start + self.batch_size]


rng = np.random.RandomState(6)
rows = rng.rand(127, 4).astype("float32")
train = RowSequence(rows, rows.sum(axis=1), 15)
model = tf.keras.Sequential([tf.keras.layers.Dense(6, activation="tanh", input_shape=(4,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(train, epochs=2, verbose=2)
