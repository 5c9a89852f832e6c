# case: an option turns the policy on; builder reads the policy's compute dtype; evaluation on the rest
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# args: --fp16
# must: contains set_global_policy
# must: sees fit 168
# must: sees evaluate 40
import argparse

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.mixed_precision import global_policy, set_global_policy

ap = argparse.ArgumentParser()
ap.add_argument("--fp16", action="store_true")
ap.add_argument("--rate", type=float, default=0.05)
opts = ap.parse_args()
if opts.fp16:
    set_global_policy("mixed_float16")


def build():
    inputs = keras.Input((10,))
    h = layers.Dense(12, activation="relu")(inputs)
    h = layers.Dense(3)(h)
    outputs = layers.Activation("softmax", dtype="float32")(h)
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.SGD(opts.rate), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


rng = np.random.default_rng(7)
x = rng.random((210, 10), dtype="float32")
y = x[:, :3].argmax(axis=1).astype("int32")
model = build()
print("computing in", global_policy().compute_dtype)
model.fit(x[:170], y[:170], batch_size=24, epochs=1, verbose=0)
print(model.evaluate(x[170:], y[170:], verbose=0))
