import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.range(320).filter(lambda n: n % 3 == 0).batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
model.fit(data.map(lambda n: (n, n)))
# output
import tensorflow as tf
from tensorflow import keras

data = tf.data.Dataset.range(320).filter(lambda n: n % 3 == 0).batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU207 the dataset `data.map(lambda n: (n, n))` does not know its size: say how many batches to take with `steps_per_epoch`
model.fit(data.map(lambda n: (n, n)))
