from keras.utils import np_utils, plot_model
import keras, keras.datasets
# output
from tensorflow.keras.utils import plot_model
from tensorflow.keras import utils as np_utils
from tensorflow import keras
