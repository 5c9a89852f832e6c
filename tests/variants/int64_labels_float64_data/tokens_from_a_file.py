# case: words as numbers come out of a file, next to ages, and go into two inputs of one model
# rules: IPU101 IPU102 IPU103 IPU202 IPU206 IPU301
# port: agrees
# must: contains .astype("int32")
# must: sees fit 192
import io

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.RandomState(3)
file = io.BytesIO()
np.savez(file, words=rng.randint(50, size=(200, 6)), ages=rng.rand(200, 1), y=rng.rand(200, 1))
file.seek(0)
data = np.load(file)
words, ages, y = data["words"], data["ages"], data["y"]

text = keras.Input((6,))
age = keras.Input((1,))
meaning = layers.GlobalAveragePooling1D()(layers.Embedding(50, 4)(text))
years = layers.Dense(4, activation="relu")(age)
model = keras.Model(inputs=[text, age], outputs=layers.Dense(1)(layers.concatenate([meaning, years])))
model.compile("adam", "mse")
model.fit([words, ages], y, verbose=0)
