import keras.layers
import keras.backend as K
import os, keras.utils as utils, sys
# output
from tensorflow import keras
from tensorflow.keras import backend as K
import os
from tensorflow.keras import utils
import sys
