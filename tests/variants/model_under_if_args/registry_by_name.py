# case: the model's builder is looked up in a dict by the name on the command line; the optimizer by getattr
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# args: --arch wide --optimizer Adam
# must: sees fit 200
# must: contains ARCHITECTURES[args.arch](
import argparse

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def narrow(width):
    return tf.keras.Sequential([layers.Dense(4, activation="relu", input_shape=(width,)), layers.Dense(1)])


def wide(width):
    inputs = layers.Input((width,))
    return tf.keras.Model(inputs, layers.Dense(1)(layers.Dense(32, activation="relu")(inputs)))


ARCHITECTURES = {"narrow": narrow, "wide": wide}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", choices=sorted(ARCHITECTURES), required=True)
    parser.add_argument("--optimizer", default="SGD")
    args = parser.parse_args()
    x = np.random.RandomState(0).rand(210, 6).astype("float32")
    model = ARCHITECTURES[args.arch](x.shape[1])
    optimizer = getattr(tf.keras.optimizers, args.optimizer)(learning_rate=0.01)
    model.compile(optimizer=optimizer, loss="mse")
    model.fit(x, x.mean(axis=1), batch_size=25, epochs=1, verbose=2)


if __name__ == "__main__":
    main()
