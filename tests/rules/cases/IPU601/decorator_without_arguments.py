# flags: --select=IPU601,IPU603
import keras
import numpy as np
from keras import layers


@keras.saving.register_keras_serializable()
class Gate(layers.Layer):
    def call(self, inputs):
        return inputs * 2


model = keras.Sequential([keras.Input((4,)), Gate(), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"), batch_size=32)
# output
from tensorflow import keras
import numpy as np
from tensorflow.keras import layers


@keras.utils.register_keras_serializable()
class Gate(layers.Layer):
    def call(self, inputs):
        return inputs * 2


model = keras.Sequential([keras.Input((4,)), Gate(), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"), batch_size=32)
