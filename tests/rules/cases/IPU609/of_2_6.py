import tensorflow as tf
from tensorflow import keras

inputs = keras.Input((4,), 32, "features")
loss = keras.losses.SparseCategoricalCrossentropy(True, "sum")
optimizer = keras.optimizers.Adam(1e-3, 0.9, 0.999, 1e-7, False, "optimizer")
regularizer = keras.regularizers.l1_l2(l1=0.01)
convolution = keras.layers.ConvLSTM2D(4, 3)
model = keras.Sequential([inputs, keras.layers.Dense(2)], "classifier")
model.compile("adam", loss, ["accuracy"])
model.compile("adam", loss, metrics)
pairs = tf.data.Dataset.zip((tf.data.Dataset.range(3), tf.data.Dataset.range(3)))


class Mine(keras.losses.Loss):
    def __init__(self):
        super().__init__("sum", "mine")
