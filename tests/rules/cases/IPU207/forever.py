import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).repeat().batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
model.fit(data, epochs=2)
# output
import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320))).repeat().batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU207 the dataset `data` repeats forever: say how many batches to take with `steps_per_epoch`
model.fit(data, epochs=2)
