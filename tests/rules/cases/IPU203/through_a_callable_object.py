import numpy as np
from tensorflow import keras


class Scorer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def __call__(self, rows):
        return self.model.predict(rows)


scorer = Scorer()
print(scorer(np.load("x.npy")))
# output
import numpy as np
from tensorflow import keras


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


class Scorer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])

    def __call__(self, rows):
        return predict_all_rows(self.model, rows)


scorer = Scorer()
print(scorer(np.load("x.npy")))
