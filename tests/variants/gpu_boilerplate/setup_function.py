# case: a setup_gpu function with try and except, called under the guard; CUDA variables set from an argument
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU50x
# port: agrees
# must: lacks set_memory_growth
# must: lacks CUDA_VISIBLE_DEVICES
# must: sees fit 160
import argparse
import os

import numpy as np
import tensorflow as tf


def setup_gpu(index):
    os.environ["CUDA_VISIBLE_DEVICES"] = str(index)
    gpus = tf.config.list_physical_devices("GPU")
    for gpu in gpus:
        try:
            tf.config.experimental.set_memory_growth(gpu, True)
        except RuntimeError as error:
            print(error)


def train():
    x = np.linspace(0, 1, 170 * 3, dtype="float32").reshape(170, 3)
    model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu", input_shape=(3,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model.fit(x, x[:, 0], batch_size=40, epochs=1, verbose=0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, default=0)
    args = parser.parse_args()
    setup_gpu(args.gpu)
    print("loss keys", list(train().history))
