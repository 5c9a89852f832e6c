# case: a tf.function with an input signature serves the model; labels come from argmax of its tensor
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 96
# must: prints 12 labels
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.default_rng(2)
rows = rng.random((104, 4), dtype="float32")
net = tf.keras.Sequential([layers.Dense(3, activation="softmax", input_shape=(4,))])
net.compile("sgd", "sparse_categorical_crossentropy")
net.fit(rows, rows[:, :3].argmax(axis=1).astype("int32"), batch_size=16, epochs=1, verbose=0)


@tf.function(input_signature=[tf.TensorSpec((None, 4), tf.float32)])
def serve(batch):
    return tf.argmax(net(batch, training=False), axis=-1)


print(len(serve(tf.constant(rows[:12])).numpy()), "labels")
