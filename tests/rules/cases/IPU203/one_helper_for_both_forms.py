import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x = np.load("x.npy")
pixels = layers.Input((8,))
model = keras.Model(pixels, layers.Dense(1)(layers.Dense(4, name="code")(pixels)))
encoder = keras.Model(pixels, model.get_layer("code").output)
print(model.predict(x), encoder.predict(x))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if np.isscalar(tf.nest.flatten(x)[0]):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict(tf.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


x = np.load("x.npy")
pixels = layers.Input((8,))
model = keras.Model(pixels, layers.Dense(1)(layers.Dense(4, name="code")(pixels)))
encoder = keras.Model(pixels, model.get_layer("code").output)
print(predict_all_rows(model, x), predict_all_rows(encoder, x))
