import pandas as pd
import tensorflow as tf

frame = pd.read_csv("heart.csv")


def batches(frame):
    frame = frame.copy()
    labels = frame.pop("target")
    return tf.data.Dataset.from_tensor_slices((dict(frame), labels)).batch(32, drop_remainder=True)


inputs = {name: tf.keras.Input((1,), name=name) for name in ("age", "rate")}
joined = tf.keras.layers.concatenate(list(inputs.values()))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(joined))
model.compile("adam", "mse")
train = batches(frame[:160])
model.fit(train, validation_data=batches(frame[160:]))
# output
import pandas as pd
import tensorflow as tf


def batches_without_int64(dataset):
    """Return a dataset with int32 in place of int64, which the IPU does not support; other types stay as they are."""

    def cast(part):
        return tf.cast(part, tf.int32) if part.dtype == tf.int64 else part

    return dataset.map(lambda *batch: tf.nest.map_structure(cast, batch if len(batch) > 1 else batch[0]))


frame = pd.read_csv("heart.csv")


def batches(frame):
    frame = frame.copy()
    labels = frame.pop("target")
    return tf.data.Dataset.from_tensor_slices((dict(frame), labels)).batch(32, drop_remainder=True)


inputs = {name: tf.keras.Input((1,), name=name) for name in ("age", "rate")}
joined = tf.keras.layers.concatenate(list(inputs.values()))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(joined))
model.compile("adam", "mse")
train = batches(frame[:160])
model.fit(batches_without_int64(train), validation_data=batches_without_int64(batches(frame[160:])))
