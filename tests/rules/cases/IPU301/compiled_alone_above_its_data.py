# flags: --select IPU103,IPU301
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def main():
    model = keras.models.load_model("model.h5")

    def rows(name):
        return np.load(name)

    # as in the paper
    model.compile("sgd", "mse")
    x, y = rows("x.npy"), rows("y.npy")
    size = len(x) // 20 * 20
    model.fit(x[:size], y[:size], batch_size=20)


main()
# output
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def main():
    with strategy.scope():
        model = keras.models.load_model("model.h5")

    def rows(name):
        return np.load(name)

    x, y = rows("x.npy"), rows("y.npy")
    size = len(x) // 20 * 20
    with strategy.scope():
        # as in the paper
        model.compile("sgd", "mse", steps_per_execution=len(x) // 20)
    model.fit(x[:size], y[:size], batch_size=20)


main()
