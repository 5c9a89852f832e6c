import tensorflow as tf
from tensorflow import keras

texts = tf.data.Dataset.from_tensor_slices((["a b"] * 64, [0.0] * 64))
layer = keras.layers.TextVectorization(output_sequence_length=4)
layer.adapt(texts.map(lambda t, y: t).batch(8))
ds = texts.map(lambda t, y: (layer(t), y)).batch(16)
model = keras.Sequential([keras.layers.Embedding(10, 4), keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(ds)
