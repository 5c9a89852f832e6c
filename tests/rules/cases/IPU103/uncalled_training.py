# flags: --all-rules
from tensorflow import keras


def build():
    return keras.Sequential([keras.layers.Dense(1)])


def train(data):
    model = build()
    model.compile("adam", "mse", steps_per_execution=1)
    model.fit(data.batch(8, drop_remainder=True))
# output
from tensorflow import keras


def build():
    # gpu2ipu: IPU103 `train` creates Keras objects, and nothing in this script calls it: configure an IPU in the script that does, and call it in the strategy's scope
    return keras.Sequential([keras.layers.Dense(1)])


def train(data):
    model = build()
    model.compile("adam", "mse", steps_per_execution=1)
    # gpu2ipu: IPU202 cannot determine the type or size of the input of `fit`: make sure that its batches are full
    model.fit(data.batch(8, drop_remainder=True))
