import keras.utils.np_utils as np_utils
import keras.layers as L
# output
from tensorflow.keras import utils as np_utils
from tensorflow.keras import layers as L
