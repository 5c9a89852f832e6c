import numpy as np
from tensorflow import keras

x, y = np.random.rand(320, 28, 28, 1), np.random.rand(320)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
model.fit(images.flow(x, y, batch_size=32))
# output
import numpy as np
from tensorflow import keras

x, y = np.random.rand(320, 28, 28, 1), np.random.rand(320)
images = keras.preprocessing.image.ImageDataGenerator(rotation_range=10)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `fit` is fed by a generator, `images.flow(x, y, batch_size=32)`: make it a dataset with `tf.data.Dataset.from_generator(..., output_signature=...)` and say the number of steps (give the Sequence a name, so that the number of its batches can be read, too)
model.fit(images.flow(x, y, batch_size=32))
