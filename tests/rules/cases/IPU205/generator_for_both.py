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
# gpu2ipu: IPU205 `fit` is fed by a generator, `rows`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps (training and validation take turns with it)
model.fit(rows, steps_per_epoch=10, validation_data=rows, validation_steps=2)
