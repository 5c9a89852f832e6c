import tensorflow as tf
from tensorflow import keras

x = tf.range(0, limit=10, step=2)
tf.summary.scalar("loss", 0.5, family="train")
labels = keras.utils.to_categorical([0, 1], classes=2)
data = keras.preprocessing.image.img_to_array(None, dim="tf")
stop = keras.callbacks.EarlyStopping(monitor="loss", patience=3, mode_="min")
rows = tf.keras.preprocessing.sequence.pad_sequences([[1]], **{"max_length": 3})
layer = keras.layers.Dense(8, activations="relu", kernel_init="ones", input_dim=4)
conv = keras.layers.Conv2D(8, 3, W_learning_rate_multiplier=2.0, batch_input_shape=(2, 8, 8, 3))
optimizer = keras.optimizers.Adam(lr=0.1, clipnorm=1.0, epsilon_=1e-4)
shape = keras.Input(shape_=(4,))
fixed = keras.Input(batch_shape=(2, 4))
# output
import tensorflow as tf
from tensorflow import keras

# gpu2ipu: IPU607 `tf.range` of TensorFlow 2.6 takes no argument `step`: it takes start, limit, delta, dtype, name
x = tf.range(0, limit=10, step=2)
# gpu2ipu: IPU607 `tf.summary.scalar` of TensorFlow 2.6 takes no argument `family`: it takes name, data, step, description
tf.summary.scalar("loss", 0.5, family="train")
# gpu2ipu: IPU607 `keras.utils.to_categorical` of TensorFlow 2.6 takes no argument `classes`: perhaps `num_classes` is meant
labels = keras.utils.to_categorical([0, 1], classes=2)
# gpu2ipu: IPU607 `keras.preprocessing.image.img_to_array` of TensorFlow 2.6 takes no argument `dim`: perhaps `img` is meant
data = keras.preprocessing.image.img_to_array(None, dim="tf")
# gpu2ipu: IPU607 `keras.callbacks.EarlyStopping` of TensorFlow 2.6 takes no argument `mode_`: perhaps `mode` is meant
stop = keras.callbacks.EarlyStopping(monitor="loss", patience=3, mode_="min")
rows = tf.keras.preprocessing.sequence.pad_sequences([[1]], **{"max_length": 3})
# gpu2ipu: IPU607 `keras.layers.Dense` of TensorFlow 2.6 takes no argument `activations`: perhaps `activation` is meant
# gpu2ipu: IPU607 `keras.layers.Dense` of TensorFlow 2.6 takes no argument `kernel_init`: perhaps `kernel_initializer` is meant
layer = keras.layers.Dense(8, activations="relu", kernel_init="ones", input_dim=4)
# gpu2ipu: IPU607 `keras.layers.Conv2D` of TensorFlow 2.6 takes no argument `W_learning_rate_multiplier`: perhaps `depth_multiplier` is meant
conv = keras.layers.Conv2D(8, 3, W_learning_rate_multiplier=2.0, batch_input_shape=(2, 8, 8, 3))
# gpu2ipu: IPU607 `keras.optimizers.Adam` of TensorFlow 2.6 takes no argument `epsilon_`: perhaps `epsilon` is meant
optimizer = keras.optimizers.Adam(lr=0.1, clipnorm=1.0, epsilon_=1e-4)
# gpu2ipu: IPU607 `keras.Input` of TensorFlow 2.6 takes no argument `shape_`: perhaps `shape` is meant
shape = keras.Input(shape_=(4,))
fixed = keras.Input(batch_shape=(2, 4))
