# case: the frozen base is a model inside a model on a dataset; fine tuning sets trainable in a loop over its layers
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 48
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
pictures = rng.rand(60, 8, 8, 3).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((pictures, pictures.mean(axis=(1, 2, 3)))).batch(16)

inner = tf.keras.Input((8, 8, 3))
base = tf.keras.Model(inner, tf.keras.layers.Conv2D(4, 3, activation="relu", name="conv")(inner), name="base")
base.trainable = False

inputs = tf.keras.Input((8, 8, 3))
x = base(inputs, training=False)
outputs = tf.keras.layers.Dense(1)(tf.keras.layers.GlobalAveragePooling2D()(x))
model = tf.keras.Model(inputs, outputs)
model.compile("adam", "mse")
model.fit(ds, epochs=1, verbose=0)

base.trainable = True
for layer in base.layers[:1]:
    layer.trainable = False
model.compile(tf.keras.optimizers.Adam(1e-5), "mse")
model.fit(ds, epochs=1, verbose=0)
