from tensorflow.keras import Sequential, layers

ipu = "input processing unit"
model = Sequential([layers.Dense(1)])
# output
from tensorflow.keras import Sequential, layers
from tensorflow.python import ipu as tf_ipu

ipu = "input processing unit"
model = Sequential([layers.Dense(1)])
