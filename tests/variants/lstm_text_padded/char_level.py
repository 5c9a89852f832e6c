# case: characters to integers by a dict, windows as a list of lists, one-hot by hand; GRU predicts the next character
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: prints next 1
# must: contains np.zeros((len(sentences), maxlen, len(chars)), dtype=bool)
import numpy as np
from tensorflow.keras.layers import GRU, Dense
from tensorflow.keras.models import Sequential

text = ("the quick brown fox jumps over the lazy dog " * 6).strip()
chars = sorted(set(text))
char_indices = {c: i for i, c in enumerate(chars)}
maxlen, step = 10, 2
sentences, next_chars = [], []
for i in range(0, len(text) - maxlen, step):
    sentences.append(text[i:i + maxlen])
    next_chars.append(text[i + maxlen])
x = np.zeros((len(sentences), maxlen, len(chars)), dtype=bool)
y = np.zeros((len(sentences), len(chars)), dtype=bool)
for i, sentence in enumerate(sentences):
    for t, char in enumerate(sentence):
        x[i, t, char_indices[char]] = 1
    y[i, char_indices[next_chars[i]]] = 1
x, y = x.astype("float32"), y.astype("float32")

model = Sequential()
model.add(GRU(8, input_shape=(maxlen, len(chars))))
model.add(Dense(len(chars), activation="softmax"))
model.compile(loss="categorical_crossentropy", optimizer="adam")
model.fit(x, y, batch_size=16, epochs=1, verbose=2)
print("next", len(model.predict(x[:1])))
