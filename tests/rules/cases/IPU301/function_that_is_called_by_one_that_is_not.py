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
    # gpu2ipu: IPU101 a Keras model is created, but `tensorflow.python.ipu` is not imported: import it in the script that is run
    # gpu2ipu: IPU102 a Keras model is created before an IPU is configured: configure one in the script that is run, before it calls this function
    # gpu2ipu: IPU103 a Keras object is created in a function that this script never calls: enter the strategy's scope where it is called
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
    model.compile("adam", "mse", steps_per_execution=len(x_train) // 32)
    return model.fit(x_train / 255.0, y_train)


def run():
    history = train()
    print(history.history)
