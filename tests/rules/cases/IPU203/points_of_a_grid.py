import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse")


def boundary(model, corner):
    across, up = np.meshgrid(np.linspace(-1, corner, 101), np.linspace(-1, corner, 101))
    points = model.predict(np.c_[across.ravel(), up.ravel()])
    return points.reshape(across.shape)


boundary(model, 1)
# output
import numpy as np
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse")


def boundary(model, corner):
    across, up = np.meshgrid(np.linspace(-1, corner, 101), np.linspace(-1, corner, 101))
    points = predict_all_rows(model, np.c_[across.ravel(), up.ravel()])
    return points.reshape(across.shape)


boundary(model, 1)
