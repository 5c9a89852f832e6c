# flags: --select IPU103,IPU102
from tensorflow import keras
from tensorflow.python import ipu


def train(x, y):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y)


def main():
    x, y = [[0.0]], [[1.0]]
    train(x, y)


main()
# output
from tensorflow import keras
from tensorflow.python import ipu


def train(x, y):
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()
    strategy = ipu.ipu_strategy.IPUStrategy()

    with strategy.scope():
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse")
    model.fit(x, y)


def main():
    x, y = [[0.0]], [[1.0]]
    train(x, y)


main()
