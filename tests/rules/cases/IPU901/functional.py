from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((1,), dtype="string")
lookup = layers.StringLookup(vocabulary=["a", "b"])
outputs = layers.Dense(1)(layers.Embedding(4, 2)(lookup(inputs)))
model = keras.Model(inputs, outputs)
# output
from tensorflow import keras
from tensorflow.keras import layers

inputs = keras.Input((1,), dtype="string")
lookup = layers.StringLookup(vocabulary=["a", "b"])
# gpu2ipu: IPU901 `StringLookup` inside the model: an IPU has no strings and no lookup tables; do this in the dataset, `dataset.map(lambda x, y: (lookup(x), y))`, and let the model begin after it
outputs = layers.Dense(1)(layers.Embedding(4, 2)(lookup(inputs)))
model = keras.Model(inputs, outputs)
