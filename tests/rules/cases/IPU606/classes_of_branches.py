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


def build(binary):
    model = keras.Sequential([keras.layers.Dense(8)])
    if binary:
        model.add(keras.layers.Dense(1, activation="sigmoid"))
    else:
        model.add(keras.layers.Dense(10, activation="softmax"))
    return model


# gpu2ipu: IPU606 `predict_classes` is not in TensorFlow 2.6: `predict(...).argmax(axis=-1)`, or `(predict(...) > 0.5).astype("int32")` of a single output
print(build(len(sys.argv) > 1).predict_classes(x_test))
