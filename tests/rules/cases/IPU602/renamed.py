import tensorflow as tf
from tensorflow import keras

layer = keras.layers.LeakyReLU(negative_slope=0.1, name="leaky")
labels = tf.keras.utils.to_categorical(x=[0, 1], num_classes=2)
entry = keras.layers.InputLayer(shape=(4,))
options = {"negative_slope": 0.2}
other = keras.layers.LeakyReLU(**options)
active = keras.activations.relu(labels, negative_slope=0.2)
# output
import tensorflow as tf
from tensorflow import keras

layer = keras.layers.LeakyReLU(alpha=0.1, name="leaky")
labels = tf.keras.utils.to_categorical(y=[0, 1], num_classes=2)
entry = keras.layers.InputLayer(input_shape=(4,))
options = {"negative_slope": 0.2}
# gpu2ipu: IPU602 `negative_slope` is called `alpha` in TensorFlow 2.6
other = keras.layers.LeakyReLU(**options)
active = keras.activations.relu(labels, alpha=0.2)
