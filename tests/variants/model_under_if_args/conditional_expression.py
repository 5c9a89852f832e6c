# case: the model comes out of a conditional expression, the loss and the last layer from a second; resumed from a file if named
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 160
# must: contains if TASK == "regression" else
import os

import numpy as np
from tensorflow.keras import Sequential
from tensorflow.keras.layers import LSTM, Dense, SimpleRNN

TASK = os.environ.get("TASK", "regression")
RNN = LSTM if os.environ.get("CELL", "lstm") == "lstm" else SimpleRNN

series = np.random.RandomState(0).rand(220, 7, 2).astype("float32")
target = series[:, :, 0].mean(axis=1)

head = Dense(1) if TASK == "regression" else Dense(1, activation="sigmoid")
model = Sequential([RNN(5, input_shape=(7, 2)), head])
if (weights := os.environ.get("WEIGHTS")) and os.path.exists(weights):
    model.load_weights(weights)
model.compile("adam", "mse" if TASK == "regression" else "binary_crossentropy")
model.fit(series[:170], target[:170], batch_size=20, epochs=1, verbose=2, validation_data=(series[170:], target[170:]))
