import sys

from tensorflow import keras


def build(binary):
    model = keras.Sequential([keras.layers.Dense(8)])
    if binary:
        model.add(keras.layers.Dense(1, activation="sigmoid"))
    else:
        model.add(keras.layers.Dense(10, activation="softmax"))
    return model


print(build(len(sys.argv) > 1).predict_classes(x_test))
# output
import sys

from tensorflow import keras


def classes_of(predictions):
    """Return the class of each prediction: the largest output, or of a single output whether it exceeds 0.5."""
    if predictions.shape[-1] > 1:
        return predictions.argmax(axis=-1)
    return (predictions > 0.5).astype("int32")


def build(binary):
    model = keras.Sequential([keras.layers.Dense(8)])
    if binary:
        model.add(keras.layers.Dense(1, activation="sigmoid"))
    else:
        model.add(keras.layers.Dense(10, activation="softmax"))
    return model


print(classes_of(build(len(sys.argv) > 1).predict(x_test)))
