# case: a keras.utils.Sequence in another module feeds the model
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: contains dataset_of_sequence
# must: sees fit 160
import tensorflow as tf
from tensorflow import keras

from feeding import Windows

tf.random.set_seed(2)
windows = Windows(rows=175, size=16)

net = keras.models.Sequential()
net.add(keras.layers.Dense(4, activation="relu", input_shape=(5,)))
net.add(keras.layers.Dense(1))
net.compile(loss="mae", optimizer="sgd")
net.fit(windows, epochs=2, shuffle=False, verbose=0)
