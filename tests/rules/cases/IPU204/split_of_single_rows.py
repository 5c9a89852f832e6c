# flags: --select IPU202,IPU204,IPU301
import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
model.fit(x, y, batch_size=1, validation_split=0.25)
# output
import numpy as np
from tensorflow import keras


def suitable_steps(training, validation, *others):
    """Return the largest `steps_per_execution` that divides all step counts that are not smaller than it."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    return max(steps for steps in range(1, max(training, *others, 1) + 1) if suit(steps))


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse", steps_per_execution=suitable_steps(int(len(x) * 0.75), len(x) - int(len(x) * 0.75)))
model.fit(x, y, batch_size=1, validation_split=0.25)
