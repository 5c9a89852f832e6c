import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
for path in ("a.npy", "b.npy"):
    x = np.load(path)
    print(path, model.predict(x).mean())
# output
import numpy as np
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


model = keras.Sequential([keras.layers.Dense(1)])
for path in ("a.npy", "b.npy"):
    x = np.load(path)
    print(path, predict_all_rows(model, x).mean())
