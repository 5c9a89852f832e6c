import numpy as np
from tensorflow import keras

inputs = keras.Input(batch_shape=(1, 4))
model = keras.Model(inputs, keras.layers.Dense(1)(inputs))
model.compile("sgd", "mse")
model.fit(np.zeros((100, 4)), np.zeros(100), batch_size=1)


def predict_file(path):
    return model.predict(np.load(path))


def predict_one(rows, i):
    return model.predict(rows[i:i + 1])


print(predict_one(np.zeros((100, 4)), 5))
# output
import numpy as np
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


inputs = keras.Input(batch_shape=(1, 4))
model = keras.Model(inputs, keras.layers.Dense(1)(inputs))
model.compile("sgd", "mse")
model.fit(np.zeros((100, 4)), np.zeros(100), batch_size=1)


def predict_file(path):
    return predict_all_rows(model, np.load(path), batch_size=1)


def predict_one(rows, i):
    return model.predict(rows[i:i + 1], batch_size=1)


print(predict_one(np.zeros((100, 4)), 5))
