from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=7)
model.fit(x_train, y_train, batch_size=100)
# output
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=len(x_train) // 100)
model.fit(x_train, y_train, batch_size=100)
