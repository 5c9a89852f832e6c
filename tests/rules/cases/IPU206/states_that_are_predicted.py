import numpy as np
from tensorflow.keras.layers import LSTM, Dense, Embedding, Input
from tensorflow.keras.models import Model

tokens = Input(shape=(7,))
states = [Input(shape=(8,)), Input(shape=(8,))]
embedded = Embedding(12, 8)(tokens)
_, *first = LSTM(8, return_state=True)(embedded)
encoder = Model(tokens, [first[0], first[1]])
outputs, hidden, cell = LSTM(8, return_state=True)(embedded, initial_state=states)
decoder = Model([tokens] + states, [Dense(12)(outputs), hidden, cell])


def decode(sentence):
    values = encoder.predict(sentence, batch_size=1)
    word = np.zeros((1, 7), "int32")
    for _ in range(20):
        scores, hidden, cell = decoder.predict([word] + values, batch_size=1)
        values = [hidden, cell]
    return scores


print(decode(np.zeros((1, 7), "int32")))
