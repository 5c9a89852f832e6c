# case: prepare() and train() are called one after the other under the guard, arguments come from os.environ
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 180
# must: sees evaluate 70
import os
from typing import Optional, Tuple

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

Arrays = Tuple[np.ndarray, np.ndarray]


def prepare(rows: int, seed: Optional[int] = None) -> Arrays:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((rows, 6)).astype(np.float32)
    return x, np.tanh(x @ rng.standard_normal((6, 2)).astype(np.float32))


def net(units: int) -> keras.Model:
    inputs = keras.Input((6,))
    x = layers.Dense(units)(inputs)
    x = layers.LeakyReLU()(x)
    skip = layers.Dense(units)(inputs)
    outputs = layers.Dense(2)(layers.add([x, skip]))
    return keras.Model(inputs, outputs, name="residual")


def train(model: keras.Model, data: Arrays, epochs: int) -> None:
    model.compile(keras.optimizers.RMSprop(1e-3), "mse")
    model.fit(data[0], data[1], batch_size=20, epochs=epochs, verbose=2)


if __name__ == '__main__':
    epochs = int(os.environ.get("EPOCHS", "1"))
    model = net(12)
    train(model, prepare(190, 0), epochs)
    x_test, y_test = prepare(70, 1)
    print('test loss', model.evaluate(x_test, y_test, verbose=0))
