import json

import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
options = json.load(open("options.json"))
model.fit(batches(), **options)
# output
import json

import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
options = json.load(open("options.json"))
# gpu2ipu: IPU205 `fit` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`fit` takes arguments from `*` or `**`)
model.fit(batches(), **options)
