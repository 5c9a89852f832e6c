import tensorflow as tf

BATCH = 64


def _model(units):
    return tf.keras.Sequential(
        [tf.keras.layers.Dense(units, activation="relu", input_shape=(3,)), tf.keras.layers.Dense(1)]
    )


def run(x, y, units):
    losses = {}
    for count in units:
        model = _model(count)
        model.compile("adam", "mse")
        history = model.fit(x, y, batch_size=BATCH, epochs=2, verbose=0)
        losses[count] = history.history["loss"][-1]
    return losses
