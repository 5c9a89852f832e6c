import json

from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
options = json.load(open("options.json"))

model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, **options)
# output
import json

from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
options = json.load(open("options.json"))

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU202 `fit` takes arguments from `*` or `**`: make sure that its batches are full
model.fit(x_train, y_train, **options)
