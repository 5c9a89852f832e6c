# case: the private package itself under an alias, everything through dotted names, and its old module of utilities
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: lacks tensorflow.python.keras
# must: sees fit 280
# must: prints classes: 3
import numpy as np
import tensorflow as tf
import tensorflow.python.keras as keras
from tensorflow.python.keras.utils.np_utils import to_categorical

tf.random.set_seed(3)
rng = np.random.RandomState(3)
flowers = rng.rand(300, 4).astype("float32")
kinds = to_categorical((flowers[:, 0] * 3).astype("int32"), num_classes=3)

model = keras.models.Sequential()
model.add(keras.layers.Dense(10, activation="relu", input_shape=(4,)))
model.add(keras.layers.Dense(3, activation="softmax"))
model.compile(optimizer="adam", loss=keras.losses.categorical_crossentropy, metrics=["accuracy"])
model.fit(flowers, kinds, batch_size=40, epochs=2, verbose=2)
print("classes:", model.output_shape[-1])
