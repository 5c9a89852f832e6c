import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
print(model.predict_on_batch(np.zeros((1, 4))))
# output
import numpy as np
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU307 `predict_on_batch` needs the host at every batch: use `predict` on a dataset, or a loop inside `strategy.run`; all batches must have the same shape
print(model.predict_on_batch(np.zeros((1, 4))))
