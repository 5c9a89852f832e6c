from tensorflow.keras import Sequential
from tensorflow.keras.layers import Activation, Dense, TimeDistributed

CLASSES = 10
several = Sequential([Dense(4), Dense(CLASSES), Activation("softmax")])
single = Sequential()
single.add(Dense(4))
single.add(Dense(1, activation="sigmoid"))
digits = several.predict_classes(x_test, batch_size=50)
answers = single.predict_classes(x_test)
chances = several.predict_proba(x_test)
unseen = Sequential(make_layers())
guesses = unseen.predict_classes(x_test)
letters = Sequential()
letters.add(TimeDistributed(Dense(len(alphabet), activation="softmax")))
words = letters.predict_classes(x_test)
forest.predict_proba(x_test)
# output
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Activation, Dense, TimeDistributed

CLASSES = 10
several = Sequential([Dense(4), Dense(CLASSES), Activation("softmax")])
single = Sequential()
single.add(Dense(4))
single.add(Dense(1, activation="sigmoid"))
digits = several.predict(x_test, batch_size=50).argmax(axis=-1)
answers = (single.predict(x_test) > 0.5).astype("int32")
chances = several.predict(x_test)
unseen = Sequential(make_layers())
# gpu2ipu: IPU606 `predict_classes` is not in TensorFlow 2.6: `predict(...).argmax(axis=-1)`, or `(predict(...) > 0.5).astype("int32")` of a single output
guesses = unseen.predict_classes(x_test)
letters = Sequential()
letters.add(TimeDistributed(Dense(len(alphabet), activation="softmax")))
words = letters.predict(x_test).argmax(axis=-1)
forest.predict_proba(x_test)
