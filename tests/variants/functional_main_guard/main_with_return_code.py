#!/usr/bin/env python3
# case: main() returns an exit code that sys.exit gets under the guard; everything heavy is imported inside main
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 224
# must: prints kept 57
"""Train a tiny network and say how sure it is."""
import sys


def main(argv=None):
    import numpy as np
    import tensorflow as tf

    rng = np.random.default_rng(2)
    x = rng.random((230, 4)).astype("float32")
    y = (x[:, 0] + x[:, 1] > 1).astype("float32")

    model = tf.keras.Sequential([
        tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer="adam", loss="binary_crossentropy")
    model.fit(x, y, batch_size=32, epochs=1, verbose=0)

    sure = model.predict(rng.random((57, 4)).astype("float32")).ravel()
    print("kept", len(sure))
    return 0 if len(sure) == 57 else 1


if __name__ == "__main__":
    sys.exit(main())
