# case: a pretrained stack of one's own is frozen, a head trained, the stack thawed, compiled again and trained on
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 160
# must: contains base.trainable = True
import numpy as np
from tensorflow.keras import Sequential, layers, optimizers

x = np.random.RandomState(0).rand(172, 6).astype("float32")
y = (x[:, 0] > x[:, 1]).astype("float32")

base = Sequential([layers.Dense(8, activation="relu", input_shape=(6,)), layers.Dense(4, activation="relu")])
base.trainable = False
model = Sequential([base, layers.Dense(1, activation="sigmoid")])
model.compile(optimizers.Adam(1e-2), "binary_crossentropy")
first = model.fit(x, y, batch_size=20, epochs=1, verbose=0)

base.trainable = True
model.compile(optimizers.Adam(1e-4), "binary_crossentropy")
model.fit(x, y, batch_size=20, epochs=2, initial_epoch=first.epoch[-1] + 1, verbose=0)
