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
# gpu2ipu: IPU205 `fit` is fed by a generator, `batches()`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps (`steps_per_epoch` comes out of a call: give it a name, so that it can be read twice)
model.fit(batches(), steps_per_epoch=steps())
