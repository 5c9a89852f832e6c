import numpy as np
import tensorflow as tf
from data import load
from tensorflow import keras

x_train, y_train, x_test, y_test = load()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=16)
model.predict(x_train)
model.predict(x_test)
model.predict(y_test)
x_train = load("more")
# output
import numpy as np
import tensorflow as tf
from data import load
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    if not getattr(tf.nest.flatten(x)[0], "shape", ()):
        x = np.array(x)
    rows, batch_size = len(tf.nest.flatten(x)[0]), batch_size or 32

    def pad(array):
        return np.concatenate([array] + [array[-1:]] * (-rows % batch_size))

    predictions = model.predict(tf.nest.map_structure(pad, x), batch_size=batch_size, **options)
    return tf.nest.map_structure(lambda array: array[:rows], predictions)


x_train, y_train, x_test, y_test = load()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, validation_data=(x_test, y_test), batch_size=16)
# gpu2ipu: IPU203 cannot determine the type or size of the input of `predict`: make sure that its batches are full
model.predict(x_train)
predict_all_rows(model, x_test)
# gpu2ipu: IPU203 cannot determine the type or size of the input of `predict`: make sure that its batches are full
model.predict(y_test)
x_train = load("more")
