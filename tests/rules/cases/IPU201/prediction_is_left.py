import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4))).filter(lambda row: row[0] > 0)
pairs = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
model = tf.keras.models.load_model("model.h5")
print(model.predict(data.batch(32)))
print(model.predict(pairs.padded_batch(32)))
# output
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4))).filter(lambda row: row[0] > 0)
pairs = tf.data.Dataset.from_tensor_slices(tf.zeros((100, 4)))
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose predictions
print(model.predict(data.batch(32)))
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose predictions
print(model.predict(pairs.padded_batch(32)))
