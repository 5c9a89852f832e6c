from tensorflow import keras

model = keras.Sequential()
model.add(keras.layers.experimental.preprocessing.Hashing(num_bins=16))
model.add(keras.layers.Dense(1))
# output
from tensorflow import keras

model = keras.Sequential()
# gpu2ipu: IPU901 `Hashing` inside the model: strings and lookup tables do not exist on an IPU; vectorising belongs into the dataset, `dataset.map(lambda x, y: (layer(x), y))`, and the model begins after it
model.add(keras.layers.experimental.preprocessing.Hashing(num_bins=16))
model.add(keras.layers.Dense(1))
