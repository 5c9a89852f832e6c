from tensorflow import keras

model = keras.Sequential()
model.add(keras.layers.experimental.preprocessing.Hashing(num_bins=16))
model.add(keras.layers.Dense(1))
# output
from tensorflow import keras

model = keras.Sequential()
# gpu2ipu: IPU901 `Hashing` inside the model: an IPU has no strings and no lookup tables; do this in the dataset, `dataset.map(lambda x, y: (layer(x), y))`, and let the model begin after it
model.add(keras.layers.experimental.preprocessing.Hashing(num_bins=16))
model.add(keras.layers.Dense(1))
