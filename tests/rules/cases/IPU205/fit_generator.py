import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
model.fit_generator(batches(), steps_per_epoch=10, validation_data=batches(), validation_steps=2)
print(model.evaluate_generator(generator=batches(), steps=10))
print(model.predict_generator(batches(), 10))
# output
import numpy as np
from tensorflow import keras


def batches():
    while True:
        yield np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit_generator` is fed by a generator, `batches()`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps, then call `fit`
model.fit_generator(batches(), steps_per_epoch=10, validation_data=batches(), validation_steps=2)
# gpu2ipu: IPU205 `evaluate_generator` is fed by a generator, `batches()`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps, then call `evaluate`
print(model.evaluate_generator(generator=batches(), steps=10))
# gpu2ipu: IPU205 `predict_generator` is fed by a generator, `batches()`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps, then call `predict`
print(model.predict_generator(batches(), 10))
