from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train[:5000], y_train[:5000], batch_size=64)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
train_size = len(x_train[:5000]) // 64 * 64
model.fit(x_train[:train_size], y_train[:train_size], batch_size=64)
