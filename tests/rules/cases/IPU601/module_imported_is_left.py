import tensorflow.keras.optimizers.legacy as optimizers
from tensorflow import keras

model = keras.Sequential()
model.compile(optimizers.Adam(), "mse")
# output
# gpu2ipu: IPU601 `tf.keras.optimizers.legacy` came with TensorFlow 2.9 and is not in TensorFlow 2.6
import tensorflow.keras.optimizers.legacy as optimizers
from tensorflow import keras

model = keras.Sequential()
model.compile(optimizers.Adam(), "mse")
