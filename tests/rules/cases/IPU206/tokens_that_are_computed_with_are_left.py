import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

data = np.load("ratings.npz")
levels, y = data["levels"], data["y"].astype("float32")
level = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(level))
model = keras.Model(inputs=level, outputs=layers.Dense(1)(layers.Concatenate()([name, level * 0.5])))
model.compile("adam", "mse")
model.fit(levels, y)
# output
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

data = np.load("ratings.npz")
levels, y = data["levels"], data["y"].astype("float32")
level = keras.Input((1,))
name = layers.Flatten()(layers.Embedding(100, 4)(level))
model = keras.Model(inputs=level, outputs=layers.Dense(1)(layers.Concatenate()([name, level * 0.5])))
model.compile("adam", "mse")
# gpu2ipu: IPU206 `levels` may be int64, which the IPU does not support: cast it
model.fit(levels, y)
