# case: a loader class makes the pipelines in a method with an is_training flag; windows of a series become batches
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains drop_remainder=True
# must: sees fit 256
from typing import Tuple

import numpy as np
import tensorflow as tf


class SeriesLoader:
    WINDOW = 12

    def __init__(self, series: np.ndarray, batch: int = 32):
        self.series = series
        self.batch = batch

    def _examples(self) -> Tuple[np.ndarray, np.ndarray]:
        starts = range(len(self.series) - self.WINDOW)
        x = np.stack([self.series[i:i + self.WINDOW] for i in starts])
        return x[..., None], self.series[self.WINDOW:]

    def dataset(self, is_training: bool = True) -> tf.data.Dataset:
        ds = tf.data.Dataset.from_tensor_slices(self._examples())
        if is_training:
            ds = ds.shuffle(500, seed=1)
        return ds.batch(self.batch).cache().prefetch(1)


wave = np.sin(np.linspace(0, 40, 292)).astype("float32")
train = SeriesLoader(wave).dataset()
test = SeriesLoader(wave[:140]).dataset(is_training=False)

model = tf.keras.Sequential([
    tf.keras.layers.LSTM(6, input_shape=(SeriesLoader.WINDOW, 1)),
    tf.keras.layers.Dense(1),
])
model.compile(optimizer="adam", loss="mse")
model.fit(train, epochs=1, verbose=0)
print("mse", model.evaluate(test, verbose=0))
