from keras.backend import tensorflow_backend as KTF
import keras.backend.tensorflow_backend as tfback
# output
from tensorflow.keras import backend as KTF
from tensorflow.keras import backend as tfback
