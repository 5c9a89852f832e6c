# case: dict[str, float] and tuple[...] in annotations of a dataclass, parenthesised with, a model saved as .keras
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301 IPU601
# port: agrees
# must: sees fit 75
# must: prints again 22
import os
import tempfile
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf


@dataclass
class Result:
    losses: dict[str, float] = field(default_factory=dict)
    shape: tuple[int, ...] = ()


tf.keras.utils.set_random_seed(3)
x = np.random.rand(80, 5).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(5,))])
model.compile("sgd", "mse")
result = Result()
result.losses["fit"] = model.fit(x, x[:, 0], batch_size=15, epochs=1, verbose=0).history["loss"][0]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net.keras")
    model.save(path)
    again = tf.keras.models.load_model(path)
result.shape = again.predict(x[:22], verbose=0).shape
print("again", result.shape[0])
