import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense, GroupNormalization

optimizer = keras.optimizers.AdamW(1e-3)
model = keras.Sequential([Dense(4, input_shape=(4,)), GroupNormalization(2)])
model.export("folder")
dataset = tf.data.Dataset.range(8).rebatch(4)
# output
import tensorflow as tf
from tensorflow import keras
# gpu2ipu: IPU601 `tf.keras.layers.GroupNormalization` came with TensorFlow 2.11 and is not in TensorFlow 2.6: `ipu_tensorflow_addons.keras.layers` has one for IPUs
from tensorflow.keras.layers import Dense, GroupNormalization

# gpu2ipu: IPU601 `tf.keras.optimizers.AdamW` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `gpu2ipu explain keras.optimizers.AdamW` prints code for TensorFlow 2.6 that does the same
optimizer = keras.optimizers.AdamW(1e-3)
model = keras.Sequential([Dense(4, input_shape=(4,)), GroupNormalization(2)])
# gpu2ipu: IPU601 `export` came with TensorFlow 2.12 and is not in TensorFlow 2.6: `save` to a path without a suffix writes a SavedModel
model.export("folder")
# gpu2ipu: IPU601 `rebatch` came with TensorFlow 2.11 and is not in TensorFlow 2.6: `unbatch().batch(...)`
dataset = tf.data.Dataset.range(8).rebatch(4)
