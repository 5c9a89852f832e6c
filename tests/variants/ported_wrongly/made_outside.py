# case: a port that makes its model before the scope, compiles without steps and predicts a short batch
# rules: IPU103 IPU203 IPU301
# port: agrees
# must: prints answers 45
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = np.random.RandomState(3).rand(160, 3).astype("float32")
model = tf.keras.models.Sequential()
model.add(tf.keras.layers.Dense(4, activation="tanh", input_shape=(3,)))
model.add(tf.keras.layers.Dense(1))
model.compile(optimizer="adam", loss="mae")
model.fit(rows, rows.sum(axis=1), batch_size=16, epochs=1, verbose=0)
print("answers", len(model.predict(rows[:45], batch_size=16)))
