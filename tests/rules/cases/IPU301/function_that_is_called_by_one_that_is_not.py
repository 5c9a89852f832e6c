# flags: --all-rules
from tensorflow import keras


def train():
    (x_train, y_train), _ = keras.datasets.mnist.load_data()
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", "mse")
    return model.fit(x_train / 255.0, y_train)


def run():
    history = train()
    print(history.history)
# output
from tensorflow import keras


def train():
    (x_train, y_train), _ = keras.datasets.mnist.load_data()
    # gpu2ipu: IPU103 `run` creates Keras objects, and nothing in this script calls it: configure an IPU in the script that does, and call it in the strategy's scope
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", "mse", steps_per_execution=len(x_train) // 32)
    return model.fit(x_train / 255.0, y_train)


def run():
    history = train()
    print(history.history)
