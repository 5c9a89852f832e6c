import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
rows = batches()
model.fit(rows, steps_per_epoch=10, validation_data=rows, validation_steps=2)
# output
import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
rows = batches()
# gpu2ipu: IPU205 `fit` takes its data from a generator, `rows`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (training and validation share it)
model.fit(rows, steps_per_epoch=10, validation_data=rows, validation_steps=2)
