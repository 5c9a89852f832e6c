# case: an IDE completed the imports: classes come from the files inside of the private Keras (core, optimizer_v2, engine)
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: lacks tensorflow.python.keras
# must: sees fit 192
# must: prints learning rate 0.005
import numpy as np
from tensorflow.python.keras import Input
from tensorflow.python.keras.engine.training import Model
from tensorflow.python.keras.layers.convolutional import Conv1D
from tensorflow.python.keras.layers.core import Dense
from tensorflow.python.keras.layers.pooling import GlobalAveragePooling1D
from tensorflow.python.keras.optimizer_v2.adam import Adam

RATE = 5e-3

np.random.seed(71)
waves = np.random.randn(200, 16, 2).astype(np.float32)
energy = np.square(waves).mean(axis=(1, 2))


def build():
    signal = Input(shape=(16, 2))
    h = Conv1D(4, 3, activation="relu")(signal)
    h = GlobalAveragePooling1D()(h)
    return Model(inputs=signal, outputs=Dense(1)(h))


model = build()
model.compile(loss="mse", optimizer=Adam(learning_rate=RATE))
model.fit(waves, energy, batch_size=64, epochs=1, verbose=2)
print("learning rate", RATE)
