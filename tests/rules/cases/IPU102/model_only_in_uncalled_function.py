# flags: --no-annotate
from tensorflow import keras
from tensorflow.python import ipu


def build():
    return keras.Sequential([keras.layers.Dense(1)])
