# case: get_model(name) returns from three branches and raises in the fourth; a flag decides whether a Dropout is added
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# args: deep --dropout
# must: sees fit 180
# must: contains raise ValueError(name)
import sys

import numpy as np
from tensorflow import keras
from tensorflow.keras.layers import Dense, Dropout, InputLayer


def get_model(name, dropout=False):
    if name == "linear":
        return keras.Sequential([Dense(2, input_shape=(5,))])
    if name == "deep":
        model = keras.Sequential([InputLayer((5,)), Dense(10, activation="relu")])
        if dropout:
            model.add(Dropout(0.1))
        model.add(Dense(2))
        return model
    elif name == "skip":
        inputs = keras.Input((5,))
        return keras.Model(inputs, Dense(2)(keras.layers.concatenate([inputs, Dense(5)(inputs)])))
    raise ValueError(name)


name = sys.argv[1] if len(sys.argv) > 1 else "linear"
net = get_model(name, "--dropout" in sys.argv)
net.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])

rng = np.random.default_rng(1)
x = rng.random((190, 5), dtype=np.float32)
y = (x[:, 0] > x[:, 1]).astype(np.int32)
net.fit(x, y, batch_size=30, epochs=1, verbose=0)
print("trained", name)
