import numpy as np
from tensorflow import keras

rows = np.random.rand(500, 3).astype("float32")
train = keras.utils.timeseries_dataset_from_array(rows[:-20], rows[20:, 0], 20, batch_size=16, end_index=300)
valid = keras.preprocessing.timeseries_dataset_from_array(
    data=rows[:-20], targets=rows[20:, 0], sequence_length=20, batch_size=16, start_index=300
)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train.prefetch(2), validation_data=valid, epochs=2)
print(model.evaluate(valid))
model.predict(valid)
# output
import numpy as np
from tensorflow import keras

rows = np.random.rand(500, 3).astype("float32")
train = keras.utils.timeseries_dataset_from_array(rows[:-20], rows[20:, 0], 20, batch_size=16, end_index=300)
valid = keras.preprocessing.timeseries_dataset_from_array(
    data=rows[:-20], targets=rows[20:, 0], sequence_length=20, batch_size=16, start_index=300
)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
# gpu2ipu: IPU201 the last batch of `train.prefetch(2)` may be partial; the length of its windows is not known either: add `.unbatch().map(...)` with `tf.ensure_shape` and `.batch(..., drop_remainder=True)` where it is created, and pass the number of steps
# gpu2ipu: IPU201 the last batch of `valid` may be partial; the length of its windows is not known either: add `.unbatch().map(...)` with `tf.ensure_shape` and `.batch(..., drop_remainder=True)` where it is created, and pass the number of steps
model.fit(train.prefetch(2), validation_data=valid, epochs=2)
print(model.evaluate(valid))
model.predict(valid)
