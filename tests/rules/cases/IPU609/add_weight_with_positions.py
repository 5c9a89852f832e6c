# flags: --select=IPU602,IPU603,IPU609
import keras
import numpy as np
from keras import layers


class Scale(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight((shape[-1],), "ones")

    def call(self, inputs):
        return inputs * self.w


model = keras.Sequential([keras.Input((4,)), Scale(), layers.Dense(1)])
model.compile("adam", keras.losses.MeanSquaredError(dtype="float32"))
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"), batch_size=32)
# output
from tensorflow import keras
import numpy as np
from tensorflow.keras import layers


class Scale(layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, inputs):
        return inputs * self.w


model = keras.Sequential([keras.Input((4,)), Scale(), layers.Dense(1)])
model.compile("adam", keras.losses.MeanSquaredError())
model.fit(np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32"), batch_size=32)
