from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

inputs = keras.Input((4,))
x = keras.layers.Dense(8)(inputs)
outputs = keras.layers.Dense(1)(x)
model = keras.Model(inputs, outputs)
loss = keras.losses.MeanSquaredError()
optimizer = keras.optimizers.SGD(0.1)
model.compile(optimizer, loss)
model.fit([[0.0] * 4], [[0.0]])
# output
from tensorflow import keras
from tensorflow.python import ipu

strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    inputs = keras.Input((4,))
    x = keras.layers.Dense(8)(inputs)
    outputs = keras.layers.Dense(1)(x)
    model = keras.Model(inputs, outputs)
    loss = keras.losses.MeanSquaredError()
    optimizer = keras.optimizers.SGD(0.1)
    model.compile(optimizer, loss)
model.fit([[0.0] * 4], [[0.0]])
