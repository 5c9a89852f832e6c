# case: a data class gives train and validation as properties that cut one dataset; steps are not named anywhere
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 144
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Data:
    def __init__(self, count=200, batch_size=16, held_out=50):
        rs = np.random.RandomState(count)
        x = rs.rand(count, 8, 1).astype(np.float32)
        y = (x[:, 0, 0] > x[:, -1, 0]).astype(np.float32)
        self.everything = tf.data.Dataset.from_tensor_slices((x, y))
        self.batch_size = batch_size
        self.held_out = held_out

    @property
    def train(self):
        return self.everything.skip(self.held_out).shuffle(32, seed=0).batch(self.batch_size)

    @property
    def validation(self):
        return self.everything.take(self.held_out).batch(self.batch_size)


data = Data()
model = keras.Sequential([
    keras.layers.Conv1D(4, 3, activation="relu", input_shape=(8, 1)),
    keras.layers.Flatten(),
    keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(loss="binary_crossentropy", optimizer="sgd", metrics=["accuracy"])
model.fit(data.train, validation_data=data.validation, epochs=2, verbose=0)
print("trained on", data.batch_size)
