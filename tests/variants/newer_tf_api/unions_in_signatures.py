# case: list[int] and X | None in signatures, removesuffix, one seed for all, a legacy optimizer
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU601 IPU604
# port: agrees
# must: lacks set_random_seed(7)
# must: sees fit 80
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(7)


def widths(text: str) -> list[int]:
    return [int(part) for part in text.removesuffix(",").split(",")]


def build(sizes: list[int], rate: float | None = None) -> tf.keras.Model:
    model = tf.keras.Sequential([tf.keras.layers.Input(shape=(4,))])
    for size in sizes:
        model.add(tf.keras.layers.Dense(size, activation="relu"))
    model.add(tf.keras.layers.Dense(1))
    model.compile(tf.keras.optimizers.legacy.SGD(rate or 0.01), "mse")
    return model


x = np.random.rand(95, 4).astype("float32")
build(widths("6,3,")).fit(x, x.sum(axis=1), batch_size=20, epochs=1, verbose=0)
