from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
train = {"x": x_train, "y": y_train}
test = dict(x=x_test, y=y_test, verbose=0)

model = keras.models.load_model("model.h5")
model.fit(**train, batch_size=128)
model.fit(**{"x": x_train, "y": y_train, "batch_size": 96})
model.fit(**dict(train, batch_size=256))
print(len(train["x"]))
model.evaluate(**test)
model.evaluate(**{**test, "batch_size": 64})
# output
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
train = {"x": x_train, "y": y_train}
test = dict(x=x_test, y=y_test, verbose=0)

model = keras.models.load_model("model.h5")
train_size = len(train["x"]) // 128 * 128
model.fit(**{**train, "x": train["x"][:train_size], "y": train["y"][:train_size]}, batch_size=128)
model.fit(**{"x": x_train, "y": y_train, "batch_size": 96})
train_size_2 = len(train["x"]) // 256 * 256
model.fit(**{**dict(train, batch_size=256), "x": train["x"][:train_size_2], "y": train["y"][:train_size_2]})
print(len(train["x"]))
model.evaluate(**test, batch_size=25)
model.evaluate(**{**test, "batch_size": 50})
