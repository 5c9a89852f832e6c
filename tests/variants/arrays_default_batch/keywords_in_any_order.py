# case: x= and y= by keyword in another order, arrays from a helper that returns a dict; batch_size=None is the default too
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 320
# must: sees evaluate 77
# must: contains validation_freq=1
from typing import Dict

import numpy as np
from tensorflow import keras as K

SEED: int = 5
np.random.seed(SEED)


def make_waves(count: int, length: int = 24) -> Dict[str, np.ndarray]:
    phase = np.random.uniform(0, np.pi, size=(count, 1))
    kind = np.random.randint(0, 2, size=count)
    t = np.linspace(0, 6.28, length)[None, :]
    wave = np.where(kind[:, None] == 1, np.sin(t + phase), np.sign(np.sin(t + phase)))
    return {"wave": wave[..., None].astype(np.float32), "kind": kind.astype(np.float32)}


train = make_waves(333)
test = make_waves(77)

inputs = K.layers.Input((24, 1), name="wave")
h = K.layers.Conv1D(8, 5, activation="relu")(inputs)
h = K.layers.GlobalMaxPooling1D()(h)
outputs = K.layers.Dense(1, activation="sigmoid")(h)
net = K.Model(inputs, outputs)
net.compile(K.optimizers.Adam(1e-2), K.losses.BinaryCrossentropy(), [K.metrics.BinaryAccuracy(name="acc")])

net.fit(
    y=train["kind"],
    x=train["wave"],
    epochs=1,
    batch_size=None,
    validation_freq=1,
    verbose=0,
)
loss, acc = net.evaluate(y=test["kind"], x=test["wave"], verbose=0)
print("loss", round(loss, 3), "acc", round(acc, 3))
