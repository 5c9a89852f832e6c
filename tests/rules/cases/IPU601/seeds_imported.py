import argparse
from tensorflow import keras
from tensorflow.keras.utils import set_random_seed, to_categorical


def main(arguments):
    set_random_seed(arguments.seed)
    return to_categorical([1, 2])
# output
import argparse
from tensorflow import keras
from tensorflow.keras.utils import to_categorical
import random
import numpy as np
import tensorflow as tf


def main(arguments):
    random.seed(arguments.seed)
    np.random.seed(arguments.seed)
    tf.random.set_seed(arguments.seed)
    return to_categorical([1, 2])
