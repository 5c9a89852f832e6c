import os

from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
options = dict(batch_size=128, verbose=0)
options["epochs"] = 1 if "QUICK" in os.environ else 4
if "BOARD" in os.environ:
    options["callbacks"] = [keras.callbacks.TensorBoard()]

model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, **options)
options.update(batch_size=64)
model.fit(x_train, y_train, **options)
# output
import os

from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
options = dict(batch_size=128, verbose=0)
options["epochs"] = 1 if "QUICK" in os.environ else 4
if "BOARD" in os.environ:
    options["callbacks"] = [keras.callbacks.TensorBoard()]

model = keras.models.load_model("model.h5")
train_size = len(x_train) // options["batch_size"] * options["batch_size"]
model.fit(x_train[:train_size], y_train[:train_size], **options)
options.update(batch_size=64)
train_size_2 = len(x_train) // options["batch_size"] * options["batch_size"]
model.fit(x_train[:train_size_2], y_train[:train_size_2], **options)
