from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
model.fit(x_train[:30], y_train[:30], validation_split=0.2)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
train_rows = int(len(x_train[:30]) * (1 - 0.2))
train_size = train_rows // 24 * 24
model.fit(x_train[:train_size], y_train[:train_size], batch_size=24, validation_data=(x_train[:30][train_rows:], y_train[:30][train_rows:]), validation_batch_size=6)
