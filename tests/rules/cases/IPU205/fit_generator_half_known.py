import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
model.fit_generator(batches(), steps_per_epoch=10, validation_data=batches())
# output
import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit_generator` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`, pass the number of steps and call `fit`
# gpu2ipu: IPU205 `fit_generator` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`, pass the number of steps and call `fit` (`validation_steps` does not say how many batches to take)
model.fit_generator(batches(), steps_per_epoch=10, validation_data=batches())
