# case: StringLookup inside of the model: categories are words, numbers stand beside them
# rules: IPU101 IPU102 IPU103 IPU201 IPU206 IPU90x
# port: left IPU206 IPU90x
# must: contains drop_remainder=True
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

cities = np.array(["rom", "oslo", "kiel", "oslo"] * 10)
ages = np.arange(40, dtype="float32")
ds = tf.data.Dataset.from_tensor_slices(({"city": cities, "age": ages}, ages / 40)).batch(10)

city = layers.Input(shape=(1,), name="city", dtype=tf.string)
age = layers.Input(shape=(1,), name="age")
index = layers.StringLookup(vocabulary=["rom", "oslo", "kiel"])(city)
joined = layers.concatenate([layers.Flatten()(layers.Embedding(5, 2)(index)), age])
net = tf.keras.Model([city, age], layers.Dense(1)(joined))
net.compile("sgd", "mse")
net.fit(ds, epochs=1, verbose=0)
