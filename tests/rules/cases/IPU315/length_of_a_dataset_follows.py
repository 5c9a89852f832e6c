import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(150, 5).astype("float32"), np.random.rand(150, 1).astype("float32")
train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
rate = keras.optimizers.schedules.CosineDecay(0.05, len(train) * 4)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(rate), "mse")
model.fit(train, epochs=4)
