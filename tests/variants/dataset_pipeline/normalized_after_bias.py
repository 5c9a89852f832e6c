# case: a bias in front of a batch normalization has no gradient but rounding, of which Adam makes steps of full size
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 90
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(28)
x = rng.rand(106, 4).astype("float32")
y = x.sum(axis=1)
train = tf.data.Dataset.from_tensor_slices((x[:95], y[:95])).map(lambda a, b: (a * 2, b)).batch(10)
held_out = tf.data.Dataset.from_tensor_slices((x[95:], y[95:])).batch(10)
model = keras.Sequential(
    [
        keras.Input((4,)),
        layers.Dense(8, activation="relu"),
        layers.BatchNormalization(),
        layers.Dropout(0.2),
        layers.Dense(1),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
model.fit(train, epochs=3, verbose=0, validation_data=held_out)
