# case: a function takes **kwargs and hands them on to fit; batch_size stands in its call and nowhere else
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 390
# must: prints loss fell:
import numpy as np
import tensorflow as tf


def make_model(width, **compile_kwargs):
    model = tf.keras.models.Sequential()
    model.add(tf.keras.layers.Dense(8, activation="tanh", input_dim=width))
    model.add(tf.keras.layers.Dense(1))
    model.compile(**compile_kwargs)
    return model


def train(model, x, y, **fit_kwargs):
    """Fit and say how it went."""
    history = model.fit(x, y, **fit_kwargs)
    losses = history.history["loss"]
    print("loss fell:", losses[-1] < losses[0])
    return history


if __name__ == "__main__":
    tf.random.set_seed(8)
    rng = np.random.default_rng(8)
    x = rng.normal(size=(400, 5)).astype(np.float32)
    y = (x @ np.array([1, -2, 0.5, 0, 1], dtype=np.float32)).astype(np.float32)

    regressor = make_model(5, optimizer="adam", loss="mae")
    train(regressor, x, y, epochs=2, batch_size=30, shuffle=False, verbose=0)
