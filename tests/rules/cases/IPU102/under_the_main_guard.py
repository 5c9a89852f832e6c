from tensorflow import keras
from tensorflow.python import ipu


def build():
    return keras.Sequential([keras.layers.Dense(1)])


if __name__ == "__main__":
    print("training")
    model = build()
# output
from tensorflow import keras
from tensorflow.python import ipu


def build():
    return keras.Sequential([keras.layers.Dense(1)])


if __name__ == "__main__":
    print("training")

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    model = build()
