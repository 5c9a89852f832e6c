import numpy as np
from tensorflow import keras


def batches():
    for _ in range(10):
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
model.fit(batches())
model.evaluate(batches())
# output
import numpy as np
from tensorflow import keras


def batches():
    for _ in range(10):
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps_per_epoch` does not say how many batches to take)
model.fit(batches())
# gpu2ipu: IPU205 `evaluate` takes its data from a generator, `batches()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps` does not say how many batches to take)
model.evaluate(batches())
