# case: padded sequences of random ids with keras.preprocessing of the standalone package, functional LSTM, float labels
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301 IPU603
# port: agrees
# must: sees fit 160
# must: contains mask_zero=True
import numpy as np
from keras.layers import Dense, Embedding, GlobalMaxPool1D, Input, LSTM
from keras.models import Model
from keras.preprocessing.sequence import pad_sequences

np.random.seed(9)
MAX_FEATURES, MAXLEN = 30, 8
docs = [list(np.random.randint(1, MAX_FEATURES, size=n)) for n in np.random.randint(2, MAXLEN, size=210)]
target = np.array([float(sum(d) % 2) for d in docs])
X = pad_sequences(docs, maxlen=MAXLEN, padding='post')
X_tr, y_tr, X_va, y_va = X[:170], target[:170], X[170:], target[170:]

inp = Input(shape=(MAXLEN,))
x = Embedding(MAX_FEATURES, 6, mask_zero=True)(inp)
x = LSTM(4, return_sequences=False)(x)
x = Dense(1, activation="sigmoid")(x)
model = Model(inputs=inp, outputs=x)
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X_tr, y_tr, batch_size=20, epochs=1, validation_data=(X_va, y_va), verbose=2)
