from tensorflow import keras
from tensorflow.keras import initializers
from tensorflow.keras.initializers import uniform

first = keras.layers.Dense(1, kernel_initializer=initializers.normal(stddev=0.1))
second = keras.layers.Dense(1, kernel_initializer=uniform(), bias_initializer=keras.initializers.one())
# output
from tensorflow import keras
from tensorflow.keras import initializers
from tensorflow.keras.initializers import RandomUniform as uniform

first = keras.layers.Dense(1, kernel_initializer=initializers.RandomNormal(stddev=0.1))
second = keras.layers.Dense(1, kernel_initializer=uniform(), bias_initializer=keras.initializers.Ones())
