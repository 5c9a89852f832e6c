import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.preprocessing.text import Tokenizer

texts = open("texts.txt").read().splitlines()
tokenizer = Tokenizer(5000)
tokenizer.fit_on_texts(texts)
tokens = pad_sequences(tokenizer.texts_to_sequences(texts), 40)
y = np.load("y.npy").astype("float32")
model = keras.Sequential([keras.layers.Embedding(5000, 8), keras.layers.LSTM(4), keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(tokens, y)
model.predict(np.load("more.npy").astype(np.int32))
