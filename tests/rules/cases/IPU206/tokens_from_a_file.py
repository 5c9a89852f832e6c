import numpy as np
from tensorflow.keras.layers import LSTM, Dense, Embedding, InputLayer
from tensorflow.keras.models import Sequential

tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Sequential()
model.add(InputLayer((40,)))
model.add(Embedding(5000, 8, mask_zero=True))
model.add(LSTM(16))
model.add(Dense(1))
model.compile("adam", "mse")
model.fit(tokens[:800], y[:800], validation_data=(tokens[800:], y[800:]))
print(model.predict(tokens[:50]))
# output
import numpy as np
from tensorflow.keras.layers import LSTM, Dense, Embedding, InputLayer
from tensorflow.keras.models import Sequential

tokens, y = np.load("tokens.npy"), np.load("y.npy").astype("float32")
model = Sequential()
model.add(InputLayer((40,)))
model.add(Embedding(5000, 8, mask_zero=True))
model.add(LSTM(16))
model.add(Dense(1))
model.compile("adam", "mse")
model.fit(tokens[:800].astype("int32"), y[:800], validation_data=(tokens[800:].astype("int32"), y[800:]))
print(model.predict(tokens[:50].astype("int32")))
