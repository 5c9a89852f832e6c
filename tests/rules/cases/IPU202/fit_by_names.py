from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
batch_size = 128

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, batch_size=batch_size, epochs=2)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
batch_size = 128

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
train_size = len(x_train) // batch_size * batch_size
model.fit(x_train[:train_size], y_train[:train_size], batch_size=batch_size, epochs=2)
