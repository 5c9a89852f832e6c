from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, batch_size=128)
model.fit(x_train, y_train, batch_size=128, epochs=2, initial_epoch=1)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy")
train_size = len(x_train) // 128 * 128
model.fit(x_train[:train_size], y_train[:train_size], batch_size=128)
model.fit(x_train[:train_size], y_train[:train_size], batch_size=128, epochs=2, initial_epoch=1)
