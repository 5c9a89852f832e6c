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


def classes_of(predictions):
    """Return the class of each prediction: the largest output, or of a single output whether it exceeds 0.5."""
    if predictions.shape[-1] > 1:
        return predictions.argmax(axis=-1)
    return (predictions > 0.5).astype("int32")


CLASSES = 10
several = Sequential([Dense(4), Dense(CLASSES), Activation("softmax")])
single = Sequential()
single.add(Dense(4))
single.add(Dense(1, activation="sigmoid"))
digits = several.predict(x_test, batch_size=50).argmax(axis=-1)
answers = (single.predict(x_test) > 0.5).astype("int32")
chances = several.predict(x_test)
unseen = Sequential(make_layers())
guesses = classes_of(unseen.predict(x_test))
letters = Sequential()
letters.add(TimeDistributed(Dense(len(alphabet), activation="softmax")))
words = letters.predict(x_test).argmax(axis=-1)
forest.predict_proba(x_test)
