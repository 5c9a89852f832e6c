# case: a port whose scope comes from a context manager of its own, whose rows are cut by a helper and whose model is a class
# rules: none
# port: unchanged
# must: prints kept 608 of 617 rows
import contextlib

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu


@contextlib.contextmanager
def on_ipu(count=1):
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = count
    config.configure_ipu_system()
    with ipu.ipu_strategy.IPUStrategy().scope():
        yield
    ipu.config.reset_ipu_configuration()


def whole_batches(batch, *arrays):
    """The rows of the last, short batch go: an IPU program has one shape."""
    rows = len(arrays[0]) // batch * batch
    return [a[:rows] for a in arrays]


class Net(keras.Model):
    def __init__(self, classes):
        super().__init__()
        self.hidden = keras.layers.Dense(16, activation="relu")
        self.out = keras.layers.Dense(classes)

    def call(self, x):
        return self.out(self.hidden(x))


BATCH = 32
rng = np.random.RandomState(2)
x = rng.rand(617, 9).astype(np.float32)
y = x.reshape(-1, 3, 3).sum(axis=2).argmax(axis=1).astype(np.int32)
x_train, y_train = whole_batches(BATCH, x, y)

with on_ipu():
    model = Net(3)
    model.compile(
        optimizer=keras.optimizers.SGD(0.1),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
        steps_per_execution=len(x_train) // BATCH,
    )
    model.fit(x_train, y_train, batch_size=BATCH, epochs=2, verbose=2)
print(f"kept {len(x_train)} of {len(x)} rows")
