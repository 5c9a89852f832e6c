import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

tf.compat.v1.disable_eager_execution()
inputs = keras.Input((8,))
mean, spread = keras.layers.Dense(2)(inputs), keras.layers.Dense(2)(inputs)


def loss(x, y):
    return K.mean(K.square(x - y)) - K.mean(1 + spread - K.square(mean) - K.exp(spread))


model = keras.Model(inputs, keras.layers.Dense(8)(mean))
model.compile("adam", loss)
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

# gpu2ipu: IPU309 `disable_eager_execution` makes Keras use the models of TensorFlow 1, which do not run on an IPU: remove it, and rewrite code that uses sessions and placeholders
tf.compat.v1.disable_eager_execution()
inputs = keras.Input((8,))
mean, spread = keras.layers.Dense(2)(inputs), keras.layers.Dense(2)(inputs)


def loss(x, y):
    return K.mean(K.square(x - y)) - K.mean(1 + spread - K.square(mean) - K.exp(spread))


model = keras.Model(inputs, keras.layers.Dense(8)(mean))
model.compile("adam", loss)
