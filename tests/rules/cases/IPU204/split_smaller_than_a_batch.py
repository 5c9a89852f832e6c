from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
model.fit(x_train[:30], y_train[:30], validation_split=0.2)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
train_rows = int(len(x_train[:30]) * 0.8)
train_size = train_rows // 24 * 24
model.fit(x_train[:train_size], y_train[:train_size], batch_size=24, validation_data=(x_train[train_rows:30], y_train[train_rows:30]), validation_batch_size=6)
