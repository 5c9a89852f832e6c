import numpy as np
from tensorflow import keras
from tensorflow.data import Dataset

data = Dataset.from_tensor_slices(np.arange(320)).batch(32, drop_remainder=True)
model = keras.models.load_model("model.h5")
model.predict(data)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.data import Dataset

data = Dataset.from_tensor_slices(np.arange(320)).batch(32, drop_remainder=True)
model = keras.models.load_model("model.h5")
model.predict(data.map(lambda x: tf.cast(x, tf.int32)))
