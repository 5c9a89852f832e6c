"""Train a line."""
from __future__ import annotations

import numpy as np
from tensorflow import keras

ROWS = 100

model = keras.Sequential([keras.layers.Dense(1)])
# output
"""Train a line."""
from __future__ import annotations

import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ROWS = 100

model = keras.Sequential([keras.layers.Dense(1)])
