# flags: --all-rules
import tensorflow as tf
from keras.backend import set_session, clear_session
from keras.layers.noise import GaussianNoise, Missing
from tensorflow import keras

config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
set_session(tf.compat.v1.Session(config=config))
clear_session()
layer = GaussianNoise(0.1)
# output
import tensorflow as tf
from tensorflow.keras.backend import clear_session
from tensorflow.keras.layers import GaussianNoise
from tensorflow import keras

clear_session()
layer = GaussianNoise(0.1)
