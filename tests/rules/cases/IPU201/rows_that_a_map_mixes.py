import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))


def standard(x, y):
    return (x - tf.reduce_mean(x, axis=0)) / tf.math.reduce_std(x, axis=0), y


def scaled(x, y):
    return x / 255.0, y


model = tf.keras.models.load_model("model.h5")
model.evaluate(data.batch(16).map(standard))
model.evaluate(data.batch(16).map(scaled))
model.predict(data.batch(16).map(standard))
model.predict(data.batch(16).map(scaled))
# output
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1))))


def standard(x, y):
    return (x - tf.reduce_mean(x, axis=0)) / tf.math.reduce_std(x, axis=0), y


def scaled(x, y):
    return x / 255.0, y


model = tf.keras.models.load_model("model.h5")
model.evaluate(data.batch(16, drop_remainder=True).map(standard))
model.evaluate(data.batch(10, drop_remainder=True).map(scaled))
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose predictions; line 7 mixes the samples of a batch, so another batch size would give other results
model.predict(data.batch(16).map(standard))
model.predict(data.batch(10, drop_remainder=True).map(scaled))
