# case: a cache global that a getter fills on first use; fit and predict go through the getter
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 288
# must: prints one (1, 2) all (50, 2)
import numpy as np
import tensorflow as tf

_MODEL = None


def get_model():
    """Make the model when it is needed first."""
    global _MODEL
    if _MODEL is None:
        _MODEL = tf.keras.models.Sequential([
            tf.keras.layers.Dense(9, activation="relu", input_shape=(3,)),
            tf.keras.layers.Dense(2),
        ])
        _MODEL.compile(loss="mse", optimizer="adam")
    return _MODEL


def learn(x, y):
    get_model().fit(x, y, batch_size=24, epochs=1, verbose=0)


def answer(x):
    return get_model().predict(x)


rows = np.random.RandomState(4).rand(300, 3).astype("float32")
learn(rows, rows[:, :2])
print("one", answer(rows[:1]).shape, "all", answer(rows[:50]).shape)
