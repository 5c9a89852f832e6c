from tensorflow import keras
from tensorflow.keras.ops import *
from tensorflow.keras.layers import *
from tensorflow.keras.optimizers import *

print(flip(keras.backend.ones((3,))), exp(1.0))
model = keras.Sequential([Identity(), Dense(1)])
model.compile(AdamW(), "mse")
# output
from tensorflow import keras
# gpu2ipu: IPU601 `tf.keras.ops` came with Keras 3 and is not in TensorFlow 2.6: implement it yourself
from tensorflow.keras.ops import *
from tensorflow.keras.layers import *
from tensorflow.keras.optimizers import *
import tensorflow as tf

# gpu2ipu: IPU601 `tf.keras.ops.flip` came with Keras 3 and is not in TensorFlow 2.6: `tf.reverse(x, [axis])`
print(flip(keras.backend.ones((3,))), tf.exp(1.0))
# gpu2ipu: IPU601 `tf.keras.layers.Identity` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.layers.Identity` prints code for TensorFlow 2.6 that does the same
model = keras.Sequential([Identity(), Dense(1)])
# gpu2ipu: IPU601 `tf.keras.optimizers.AdamW` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.optimizers.AdamW` prints code for TensorFlow 2.6 that does the same
model.compile(AdamW(), "mse")
