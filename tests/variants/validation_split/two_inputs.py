# case: validation_split on a list of two inputs, as an argument with a name of its own
# rules: IPU101 IPU102 IPU103 IPU204 IPU301
# port: agrees
# must: sees fit 180
# must: prints val_loss
import numpy as np
from tensorflow.keras import Model
from tensorflow.keras.layers import Dense, Input, concatenate

held_out = 0.25
rng = np.random.RandomState(1)
left, right = rng.rand(250, 3).astype("float32"), rng.rand(250, 2).astype("float32")
goal = left.sum(axis=1) - right.sum(axis=1)

a, b = Input((3,)), Input((2,))
model = Model([a, b], Dense(1)(concatenate([Dense(4, activation="relu")(a), b])))
model.compile("adam", "mse")
history = model.fit([left, right], goal, batch_size=20, epochs=1, validation_split=held_out, verbose=0)
print(sorted(history.history)[-1])
