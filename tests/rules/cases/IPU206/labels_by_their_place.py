import numpy as np
from tensorflow import keras

x = np.load("x.npy").astype("float32")
names = ["cat", "dog"]
labels = []
for name in open("names.txt"):
    labels.append(names.index(name.strip()))

model = keras.Sequential([keras.layers.Dense(2)])
model.compile("sgd", "sparse_categorical_crossentropy")
model.fit(x, np.array(labels), batch_size=16)
model.evaluate(x, np.fromiter((names.index(name) for name in names), dtype=np.int64), batch_size=16)
# output
import numpy as np
from tensorflow import keras

x = np.load("x.npy").astype("float32")
names = ["cat", "dog"]
labels = []
for name in open("names.txt"):
    labels.append(names.index(name.strip()))

model = keras.Sequential([keras.layers.Dense(2)])
model.compile("sgd", "sparse_categorical_crossentropy")
model.fit(x, np.array(labels).astype("int32"), batch_size=16)
model.evaluate(x, np.fromiter((names.index(name) for name in names), dtype=np.int64).astype("int32"), batch_size=16)
