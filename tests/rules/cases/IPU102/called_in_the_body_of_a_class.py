from tensorflow import keras
from tensorflow.python import ipu


class Experiment:
    sizes = (4, 8)

    def train(units):
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
        model.fit([[0.0]], [[0.0]])

    for size in sizes:
        train(size)
# output
from tensorflow import keras
from tensorflow.python import ipu


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()


class Experiment:
    sizes = (4, 8)

    def train(units):
        model = keras.Sequential([keras.layers.Dense(units)])
        model.compile("sgd", "mse")
        model.fit([[0.0]], [[0.0]])

    for size in sizes:
        train(size)
