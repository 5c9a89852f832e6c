import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __len__(self):
        return 10

    def __getitem__(self, index):
        return np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
model.fit(Rows(), validation_data=Rows())
# output
import numpy as np
from tensorflow import keras


class Rows(keras.utils.Sequence):
    def __len__(self):
        return 10

    def __getitem__(self, index):
        return np.random.rand(32, 4), np.random.rand(32)


model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `Rows()`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (its `__len__` does not show how many of its batches are full)
model.fit(Rows(), validation_data=Rows())
