# flags: --all-rules
import sys

import numpy as np
from tensorflow import keras

size = int(sys.argv[1])
x, y = np.zeros((320, 3), "float32"), np.zeros(320, "float32")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=size)
new = np.ones((75, 3), "float32")
print(model.predict(new, batch_size=size))
# output
import sys

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu


def predict_all_rows(model, x, batch_size=None, **options):
    """Predict all samples in full batches: the last batch is padded, and the padding dropped from the result."""
    rows, batch_size = len(x), batch_size or 32
    padded = np.concatenate([x] + [x[-1:]] * (-rows % batch_size))
    return model.predict(padded, batch_size=batch_size, **options)[:rows]


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

size = int(sys.argv[1])
x, y = np.zeros((320, 3), "float32"), np.zeros(320, "float32")
train_steps = len(x) // size
train_size = train_steps * size
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=max(train_steps, -(-75 // size)))
model.fit(x[:train_size], y[:train_size], batch_size=size)
new = np.ones((75, 3), "float32")
print(predict_all_rows(model, new, batch_size=size))
