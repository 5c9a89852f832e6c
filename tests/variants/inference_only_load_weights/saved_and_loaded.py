# case: a model is built, saved and loaded again with load_model; only predict is called, in pieces of a fixed size
# rules: IPU101 IPU102 IPU103 IPU203
# port: agrees
# must: lacks compile(
# must: prints 70 answers
import os
import tempfile

import numpy as np
from tensorflow.keras import Sequential, layers
from tensorflow.keras.models import load_model

path = os.path.join(tempfile.mkdtemp(), "net.h5")
Sequential([layers.Dense(6, activation="relu", input_shape=(5,)), layers.Dense(2)]).save(path)

net = load_model(path, compile=False)
rows = np.random.RandomState(1).rand(70, 5).astype("float32")
answers = [net.predict(rows[start:start + 20]) for start in range(0, len(rows), 20)]
print(sum(map(len, answers)), "answers")
