import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


def steps():
    return int(input())


model = keras.models.load_model("model.h5")
model.fit(batches(), steps_per_epoch=steps())
# output
import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


def steps():
    return int(input())


model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps_per_epoch` is computed in the call: assign it to a name, so that it can be read twice)
model.fit(batches(), steps_per_epoch=steps())
