"""A shape that stays open behind `drop_remainder`: decode_jpeg without channels. Port: channels=3 added, or the line named."""
import os

import numpy as np
import tensorflow as tf

os.makedirs("img", exist_ok=True)
for i in range(40):
    picture = np.random.RandomState(i).randint(0, 255, (20, 20, 3), "uint8")
    tf.io.write_file(f"img/{i}.jpg", tf.io.encode_jpeg(picture))


def load(path, label):
    image = tf.image.decode_jpeg(tf.io.read_file(path))
    return tf.image.resize(tf.cast(image, tf.float32) / 255, (16, 16)), label


paths, labels = [f"img/{i}.jpg" for i in range(40)], [float(i % 2) for i in range(40)]
data = tf.data.Dataset.from_tensor_slices((paths, labels)).map(load).batch(8)
model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(4, 3, input_shape=(16, 16, 3)),
        tf.keras.layers.GlobalMaxPooling2D(),
        tf.keras.layers.Dense(1),
    ]
)
model.compile("sgd", "mse")
model.fit(data)
# output
"""A shape that stays open behind `drop_remainder`: decode_jpeg without channels. Port: channels=3 added, or the line named."""
import os

import numpy as np
import tensorflow as tf

os.makedirs("img", exist_ok=True)
for i in range(40):
    picture = np.random.RandomState(i).randint(0, 255, (20, 20, 3), "uint8")
    tf.io.write_file(f"img/{i}.jpg", tf.io.encode_jpeg(picture))


def load(path, label):
    # gpu2ipu: IPU208 `tf.image.decode_jpeg` leaves an axis without a size, which an IPU needs: pass `channels=3`, or as many as the model takes
    image = tf.image.decode_jpeg(tf.io.read_file(path))
    return tf.image.resize(tf.cast(image, tf.float32) / 255, (16, 16)), label


paths, labels = [f"img/{i}.jpg" for i in range(40)], [float(i % 2) for i in range(40)]
data = tf.data.Dataset.from_tensor_slices((paths, labels)).map(load).batch(8)
model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(4, 3, input_shape=(16, 16, 3)),
        tf.keras.layers.GlobalMaxPooling2D(),
        tf.keras.layers.Dense(1),
    ]
)
model.compile("sgd", "mse")
model.fit(data)
