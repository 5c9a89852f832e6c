import numpy
from tensorflow import keras

predict_all_rows = False
x = numpy.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
print(model.predict(x))
# output
import numpy
from tensorflow import keras


def ipu_predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = numpy.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


predict_all_rows = False
x = numpy.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
print(ipu_predict_all_rows(model, x))
