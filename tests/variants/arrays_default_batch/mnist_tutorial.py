#!/usr/bin/env python
# case: the beginners' MNIST tutorial on pictures of its own, evaluate and fit with the default batch
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 576
# must: sees evaluate 110
# must: contains return_dict=True
import numpy as np
import tensorflow as tf


def load_data(path=None):
    """Stands in for tf.keras.datasets.mnist.load_data()."""
    rs = np.random.RandomState(3)
    images = rs.randint(0, 256, size=(710, 14, 14)).astype(np.uint8)
    labels = (images[:, :7].mean(axis=(1, 2)) > images[:, 7:].mean(axis=(1, 2))).astype(np.uint8)
    return (images[:600], labels[:600]), (images[600:], labels[600:])


(x_train, y_train), (x_test, y_test) = load_data()
x_train, x_test = x_train / 255.0, x_test / 255.0   # scale to [0, 1]

model = tf.keras.models.Sequential([
  tf.keras.layers.Flatten(input_shape=(14, 14)),
  tf.keras.layers.Dense(32, activation='relu'),
  tf.keras.layers.Dropout(0.2),
  tf.keras.layers.Dense(2)
])

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer='adam', loss=loss_fn, metrics=['accuracy'])

# TODO: more epochs once we have the GPU box
model.fit(x_train, y_train, epochs=2)

results = model.evaluate(x_test,  y_test, verbose=2, return_dict=True)
for name, value in results.items():
    print(f"{name}: {value:.4f}")
