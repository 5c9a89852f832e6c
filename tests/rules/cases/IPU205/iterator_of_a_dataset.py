import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).batch(32)
model = tf.keras.models.load_model("model.h5")
model.fit(data.as_numpy_iterator(), steps_per_epoch=10)
# output
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).batch(32)
model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `data.as_numpy_iterator()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (cannot determine the shapes and the number of its batches)
model.fit(data.as_numpy_iterator(), steps_per_epoch=10)
