from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
options = {"batch_size": 96, "validation_data": (x_test, y_test)}
split = {"batch_size": 96, "validation_split": 0.1}

model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, **options)
model.fit(x_train, y_train, **split)
# output
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
options = {"batch_size": 96, "validation_data": (x_test, y_test)}
split = {"batch_size": 96, "validation_split": 0.1}

model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, **options, validation_batch_size=80)
train_rows = int(len(x_train) * (1 - split["validation_split"]))
train_size = train_rows // split["batch_size"] * split["batch_size"]
model.fit(x_train[:train_size], y_train[:train_size], **{**split, "validation_split": 0.0}, validation_data=(x_train[train_rows:], y_train[train_rows:]), validation_batch_size=80)
