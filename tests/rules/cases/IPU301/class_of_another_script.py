# flags: --select IPU301,IPU302
from tensorflow import keras


class Network:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
        self.model.compile("adam", "sparse_categorical_crossentropy")

    def train(self):
        (x_train, y_train), _ = keras.datasets.mnist.load_data()
        self.model.fit(x_train, y_train, batch_size=32, validation_split=0.2)

    def predict(self, images):
        return self.model.predict(images)
# output
from tensorflow import keras


class Network:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
        self.model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=1500)

    def train(self):
        (x_train, y_train), _ = keras.datasets.mnist.load_data()
        self.model.fit(x_train, y_train, batch_size=32, validation_split=0.2)

    def predict(self, images):
        return self.model.predict(images)
