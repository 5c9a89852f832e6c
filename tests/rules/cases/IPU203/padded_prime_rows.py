import numpy as np
from tensorflow import keras

x = np.random.rand(509, 4)
model = keras.Sequential([keras.layers.Dense(1)])
predictions = model.predict(x, 64)
# output
import numpy as np
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


x = np.random.rand(509, 4)
model = keras.Sequential([keras.layers.Dense(1)])
predictions = predict_all_rows(model, x, 64)
