from tensorflow import keras


def main(x=None):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.predict(x)


def again(x=None):
    main(x)


main()
# output
from tensorflow import keras
from tensorflow.python import ipu


def main(x=None):
    ipu_config = ipu.config.IPUConfig()
    ipu_config.auto_select_ipus = 1
    ipu_config.configure_ipu_system()

    model = keras.Sequential([keras.layers.Dense(1)])
    model.predict(x)


def again(x=None):
    main(x)


main()
