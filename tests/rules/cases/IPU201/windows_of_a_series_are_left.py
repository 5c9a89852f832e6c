import numpy as np
from tensorflow import keras

rows = np.random.rand(500, 3).astype("float32")
arguments = (rows[:-20], rows[20:, 0], 20)
by_position = keras.utils.timeseries_dataset_from_array(rows[:-20], rows[20:, 0], 20, 1, 1, 16)
unpacked = keras.utils.timeseries_dataset_from_array(*arguments, batch_size=16)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(by_position)
model.fit(unpacked)
# output
import numpy as np
from tensorflow import keras

rows = np.random.rand(500, 3).astype("float32")
arguments = (rows[:-20], rows[20:, 0], 20)
# gpu2ipu: IPU201 the last batch may be partial; the length of its windows is not static either: pass what follows it by name, and nothing by `*` or `**`
by_position = keras.utils.timeseries_dataset_from_array(rows[:-20], rows[20:, 0], 20, 1, 1, 16)
# gpu2ipu: IPU201 the last batch may be partial; the length of its windows is not static either: pass what follows it by name, and nothing by `*` or `**`
unpacked = keras.utils.timeseries_dataset_from_array(*arguments, batch_size=16)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(by_position)
model.fit(unpacked)
