from tensorflow import keras
from tensorflow.python import ipu

optimizer = keras.optimizers.SGD(0.1)
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer, "mse", steps_per_execution=4)
