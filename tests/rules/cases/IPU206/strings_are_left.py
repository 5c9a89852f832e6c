import numpy as np
from tensorflow import keras

texts = np.array(["good", "bad", "good", "bad"])
labels = np.array([1.0, 0.0, 1.0, 0.0])
model = keras.models.load_model("reads_text")
model.fit(texts, labels, batch_size=4)
# output
import numpy as np
from tensorflow import keras

texts = np.array(["good", "bad", "good", "bad"])
labels = np.array([1.0, 0.0, 1.0, 0.0])
model = keras.models.load_model("reads_text")
# gpu2ipu: IPU206 `texts` is str, which the IPU does not support: convert it to numbers
model.fit(texts, labels, batch_size=4)
