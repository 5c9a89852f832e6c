# case: the builder compiles a functional model and takes keyword-only options; trained with evaluate in another function
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains def create_network(input_dim, *, width=8, classes=3
# must: sees fit 256
# must: sees evaluate 72
import numpy as np
import tensorflow as tf


def create_network(input_dim, *, width=8, classes=3, optimizer="adam"):
    """Returns a compiled classifier."""
    inputs = tf.keras.Input(shape=(input_dim,))
    x = tf.keras.layers.Dense(width, activation="relu")(inputs)
    x = tf.keras.layers.BatchNormalization()(x)
    outputs = tf.keras.layers.Dense(classes, activation="softmax")(x)
    network = tf.keras.Model(inputs=inputs, outputs=outputs)
    network.compile(
        optimizer=optimizer,
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return network


def train_and_score(network, train, test, batch_size=64):
    x, y = train
    network.fit(x, y, batch_size=batch_size, epochs=1, verbose=2)
    return network.evaluate(*test, batch_size=24, verbose=0)


rng = np.random.default_rng(4)
points = rng.normal(size=(372, 5)).astype("float32")
kinds = points[:, :3].argmax(axis=1).astype("int32")
result = train_and_score(
    create_network(5, width=12),
    (points[:300], kinds[:300]),
    (points[300:], kinds[300:]),
)
print("loss %.3f accuracy %.3f" % tuple(result))
