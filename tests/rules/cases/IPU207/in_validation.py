import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320)))
model = keras.models.load_model("model.h5")
model.fit(data.batch(32), validation_data=data.filter(lambda x, y: y > 0).batch(32))
# output
import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.from_tensor_slices((tf.zeros((320, 4)), tf.zeros(320)))
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU207 the dataset `data.filter(lambda x, y: y > 0).batch(32)` does not know its size: say how many batches to take with `validation_steps`
model.fit(data.batch(32), validation_data=data.filter(lambda x, y: y > 0).batch(32))
