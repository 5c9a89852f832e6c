import numpy as np
from tensorflow import keras

x, y = np.random.rand(330, 28, 28, 1), np.random.rand(330)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
rows = images.flow(x, y, batch_size=32)
model.fit(rows, steps_per_epoch=11)
model.predict(rows)
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(330, 28, 28, 1), np.random.rand(330)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
rows = images.flow(x, y, batch_size=32)
# gpu2ipu: IPU205 `fit` is fed by a generator, `rows`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps (`steps_per_epoch` may not be the number of its whole batches)
model.fit(rows, steps_per_epoch=11)
# gpu2ipu: IPU205 `predict` is fed by a generator, `rows`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps (its last batch may be short, and a prediction must keep every row)
model.predict(rows)
