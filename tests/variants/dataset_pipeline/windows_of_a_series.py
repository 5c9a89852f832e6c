# case: windows of a series, which flat_map joins by their batch in a lambda; what is learnt are the next values
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains part.batch(steps + 1, drop_remainder=True)
# must: sees fit 192
import numpy as np
import tensorflow as tf

series = np.sin(np.arange(500, dtype="float32") / 9)


def windows(values, steps, batch):
    data = tf.data.Dataset.from_tensor_slices(values).window(steps + 1, shift=2, drop_remainder=True)
    data = data.flat_map(lambda part: part.batch(steps + 1))
    return data.map(lambda part: (part[:-1, tf.newaxis], part[1:, tf.newaxis])).repeat().batch(batch)


model = tf.keras.Sequential(
    [tf.keras.layers.Conv1D(8, 2, padding="causal", input_shape=[None, 1]), tf.keras.layers.Dense(1)]
)
model.compile("sgd", "mse")
model.fit(windows(series, 12, 32), epochs=1, steps_per_epoch=6, verbose=0)
