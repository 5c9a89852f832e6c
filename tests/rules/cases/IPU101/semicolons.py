import numpy as np; from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)]); model.summary()
# output
import numpy as np; from tensorflow import keras
from tensorflow.python import ipu
model = keras.Sequential([keras.layers.Dense(1)]); model.summary()
