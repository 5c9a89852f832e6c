# case: windows of a series, whose length TensorFlow does not know, in float64; the last batch is partial in each part
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains batches_of_windows(
# must: contains full_batches(valid)
import numpy as np
import tensorflow as tf
from tensorflow import keras

tf.random.set_seed(5)
rows = np.random.default_rng(5).random((500, 3))
days = 20
train = keras.preprocessing.timeseries_dataset_from_array(
    rows[:-days], rows[days:, 0], days, sampling_rate=2, batch_size=16, shuffle=True, seed=1, end_index=300
)
valid = keras.preprocessing.timeseries_dataset_from_array(
    data=rows[:-days], targets=rows[days:, 0], sequence_length=days, sampling_rate=2, batch_size=16, start_index=300
)
model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(train.prefetch(2), validation_data=valid, epochs=2)
print(model.evaluate(valid))
print(model.predict(valid).shape)
