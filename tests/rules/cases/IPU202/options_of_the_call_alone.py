from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
shared = {"batch_size": 128, "verbose": 0}
own = {"batch_size": 128, "verbose": 0}

model = keras.models.load_model("model.h5")
model.evaluate(x_test, y_test, **shared)
model.evaluate(x_test, y_test, **own)
print(shared)
# output
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
shared = {"batch_size": 128, "verbose": 0}
own = {"batch_size": 125, "verbose": 0}

model = keras.models.load_model("model.h5")
model.evaluate(x_test, y_test, **{**shared, "batch_size": 125})
model.evaluate(x_test, y_test, **own)
print(shared)
