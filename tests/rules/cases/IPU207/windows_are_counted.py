import tensorflow as tf


def windowed_dataset(series, window_size, batch_size, shuffle_buffer):
    dataset = tf.data.Dataset.from_tensor_slices(series)
    dataset = dataset.window(window_size + 1, shift=1, drop_remainder=True)
    dataset = dataset.flat_map(lambda window: window.batch(window_size + 1))
    dataset = dataset.shuffle(shuffle_buffer).map(lambda window: (window[:-1], window[-1]))
    return dataset.batch(batch_size).prefetch(1)


def joined(window):
    return window.batch(8)


series = tf.range(600.0)
x = windowed_dataset(series, 20, 32, 1000)
held_out = tf.data.Dataset.from_tensor_slices(series).window(8, drop_remainder=True)
held_out = held_out.flat_map(joined).map(lambda part: (part[:-1], part[-1])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, validation_data=held_out, epochs=2)
# output
import tensorflow as tf


def windowed_dataset(series, window_size, batch_size, shuffle_buffer):
    dataset = tf.data.Dataset.from_tensor_slices(series)
    dataset = dataset.window(window_size + 1, shift=1, drop_remainder=True)
    dataset = dataset.flat_map(lambda window: window.batch(window_size + 1)).apply(tf.data.experimental.assert_cardinality(len(dataset)))
    dataset = dataset.shuffle(shuffle_buffer).map(lambda window: (window[:-1], window[-1]))
    return dataset.batch(batch_size).prefetch(1)


def joined(window):
    return window.batch(8)


series = tf.range(600.0)
x = windowed_dataset(series, 20, 32, 1000)
held_out = tf.data.Dataset.from_tensor_slices(series).window(8, drop_remainder=True)
held_out = held_out.flat_map(joined).apply(tf.data.experimental.assert_cardinality(len(held_out))).map(lambda part: (part[:-1], part[-1])).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, validation_data=held_out, epochs=2)
