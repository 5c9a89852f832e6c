# flags: --gradient-accumulation 4 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
BATCH = 64
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(u, v, BATCH)
model.fit(x, y, batch_size=BATCH, validation_data=(u, v))
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


def suitable_accumulated_steps(accumulation, training, validation, *others):
    """Return the largest `steps_per_execution` of whole weight updates that suits all step counts."""
    if min(training, validation, *others) < 1:
        raise ValueError("fewer samples than one batch: take a smaller batch size")

    def suit(steps):
        left = min(steps, training)
        inside = training % left == 0 and validation % min(left, validation) == 0
        return inside and all(other % min(steps, other) == 0 for other in others)

    updates = range(1, -(-max(training, *others, 1) // accumulation) + 1)
    return max((n * accumulation for n in updates if suit(n * accumulation)), default=accumulation)


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
BATCH = 64
train_steps = len(u) // BATCH * 4
train_size = train_steps * (BATCH // 4)
train_steps_2 = len(x) // BATCH * 4
train_size_2 = train_steps_2 * (BATCH // 4)
u_batch_size = even_batch_size(len(u), BATCH)
u_size = len(u) // u_batch_size * u_batch_size
with strategy.scope():
    model = keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(4, train_steps_2, len(u) // u_batch_size, train_steps))
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
model.fit(u[:train_size], v[:train_size], BATCH // 4)
model.fit(x[:train_size_2], y[:train_size_2], batch_size=BATCH // 4, validation_data=(u[:u_size], v[:u_size]), validation_batch_size=u_batch_size)
