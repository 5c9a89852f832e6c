from tensorflow import keras


def build():
    return keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras


def build():
    # gpu2ipu: IPU103 a Keras object is created in a function that this script never calls: enter the strategy's scope where it is called
    return keras.Sequential([keras.layers.Dense(1)])
