# flags: --pipeline-stages 2 --all-rules
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.load("x.npy"), np.load("y.npy").astype("float32")
model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x[:5000], y[:5000], epochs=2, validation_split=0.1)
# output
import numpy as np
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
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.load("x.npy"), np.load("y.npy").astype("float32")
train_rows = int(len(x[:5000]) * 0.9)
validation_batch_size = even_batch_size((len(x[:5000]) - train_rows) // 2, 32)
validation_rows = (len(x[:5000]) - train_rows) // (validation_batch_size * 2) * (validation_batch_size * 2)
train_steps = train_rows // 32 * 4
train_size = train_steps * 8
with strategy.scope():
    model = keras.Sequential([layers.Dense(4), layers.Dense(1)])
    model.set_pipeline_stage_assignment([0, 1])
    model.compile("sgd", "mse", steps_per_execution=suitable_accumulated_steps(4, train_steps, validation_rows // validation_batch_size))
model.set_pipelining_options(gradient_accumulation_steps_per_replica=4, accumulate_outfeed=True, gradient_accumulation_reduction_method="mean")
model.fit(x[:train_size], y[:train_size], epochs=2, validation_data=(x[train_rows : train_rows + validation_rows], y[train_rows : train_rows + validation_rows]), validation_batch_size=validation_batch_size, batch_size=8)
