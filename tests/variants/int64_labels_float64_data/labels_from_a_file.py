# case: 0 and 1 as int64 out of an archive, of which nothing says the type, for a binary loss
# rules: IPU101 IPU102 IPU103 IPU202 IPU206 IPU301
# port: agrees
# must: contains y[:train_size].astype("float32")
# must: sees fit 192
import io

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

rng = np.random.default_rng(8)
archive = io.BytesIO()
points = rng.random((200, 5))
np.savez(archive, x=points, y=(points.sum(axis=1) > 2.5).astype("int64"))
archive.seek(0)

data = np.load(archive)
x, y = data["x"], data["y"]
model = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
model.fit(x, y, epochs=2, verbose=0, class_weight={0: 1.0, 1: 2.0})
print(model.evaluate(x[:100], y[:100], batch_size=25, verbose=0))
