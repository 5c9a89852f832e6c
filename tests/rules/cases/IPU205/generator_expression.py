import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
model.predict(np.random.rand(32, 4) for _ in range(10))
# output
import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU205 `predict` takes its data from a generator, `(np.random.rand(32, 4) for _ in range(10))`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps` does not say how many batches to take)
model.predict(np.random.rand(32, 4) for _ in range(10))
