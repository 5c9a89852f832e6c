import numpy as np
import tensorflow as tf


class Windows:
    def __init__(self, width, rows):
        self.width, self.rows = width, rows

    def split(self, windows):
        inputs, labels = windows[:, : self.width, :], windows[:, self.width :, :1]
        inputs.set_shape([None, self.width, None])
        return inputs, labels

    def dataset(self, rows):
        batches = tf.keras.utils.timeseries_dataset_from_array(
            data=rows, targets=None, sequence_length=self.width + 1, shuffle=True, batch_size=32
        )
        return batches.map(self.split)

    @property
    def train(self):
        return self.dataset(self.rows[:2000])

    @property
    def valid(self):
        return self.dataset(self.rows[2000:])


windows = Windows(24, np.random.rand(3000, 5).astype("float32"))
model = tf.keras.Sequential([tf.keras.layers.LSTM(4), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(windows.train, validation_data=windows.valid, epochs=2)
print(model.evaluate(windows.valid))
# output
import numpy as np
import tensorflow as tf


def batches_of_windows(data, targets, sequence_length, batch_size=128, drop_remainder=False, **options):
    """As `timeseries_dataset_from_array`: windows in types that the IPU supports, with their length in the shape."""
    create = tf.keras.preprocessing.timeseries_dataset_from_array
    types = {tf.float64: tf.float32, tf.int64: tf.int32}

    def shaped(windows, *others):
        windows = tf.ensure_shape(windows, [None, sequence_length, *windows.shape[2:]])
        windows, *others = [tf.cast(part, types.get(part.dtype, part.dtype)) for part in (windows, *others)]
        return (windows, *others) if others else windows

    dataset = create(data, targets, sequence_length, batch_size=batch_size, **options).map(shaped)
    if not drop_remainder:
        return dataset
    samples = len(create(data, targets, sequence_length, batch_size=1, **{**options, "shuffle": False}))
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    return full.apply(tf.data.experimental.assert_cardinality(samples // batch_size))


class Windows:
    def __init__(self, width, rows):
        self.width, self.rows = width, rows

    def split(self, windows):
        inputs, labels = windows[:, : self.width, :], windows[:, self.width :, :1]
        inputs.set_shape([None, self.width, None])
        return inputs, labels

    def dataset(self, rows):
        batches = batches_of_windows(
            data=rows, targets=None, sequence_length=self.width + 1, shuffle=True, batch_size=32, drop_remainder=True
        )
        return batches.map(self.split)

    @property
    def train(self):
        return self.dataset(self.rows[:2000])

    @property
    def valid(self):
        return self.dataset(self.rows[2000:])


windows = Windows(24, np.random.rand(3000, 5).astype("float32"))
model = tf.keras.Sequential([tf.keras.layers.LSTM(4), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(windows.train, validation_data=windows.valid, epochs=2)
print(model.evaluate(windows.valid))
