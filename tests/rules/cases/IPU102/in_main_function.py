from tensorflow import keras
from tensorflow.python import ipu


def main():
    print("training")
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])


if __name__ == "__main__":
    main()
# output
from tensorflow import keras
from tensorflow.python import ipu


def main():
    print("training")

    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit([[0.0]], [[0.0]])


if __name__ == "__main__":
    main()
