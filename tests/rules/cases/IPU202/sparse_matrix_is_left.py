from scipy.sparse import hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OneHotEncoder
from tensorflow import keras

texts, y = open("texts").read().split(), open("labels").read().split()
vectorizer = CountVectorizer()
x = vectorizer.fit_transform(texts)
x_train, x_test, y_train, y_test = train_test_split(x, y)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x_train, y_train, validation_data=(x_test, y_test))
model.fit(hstack([x, x]), y)
model.fit([x[:10], y[:10]], y[:10])
model.evaluate(vectorizer.transform(texts), y)
model.fit(OneHotEncoder(sparse_output=False).fit_transform(texts), y)
model.fit(x_train.toarray(), y_train, batch_size=16)
# output
import numpy as np
from scipy.sparse import hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OneHotEncoder
import tensorflow as tf
from tensorflow import keras


def row_count(data):
    """Return the number of samples in an array or a list of numbers, or in the arrays of a list or dict."""
    first = tf.nest.flatten(data)[0]
    return len(first) if getattr(first, "shape", ()) else len(data)


def take_rows(data, start, stop):
    """Return samples `start` to `stop` of an array or a list of numbers, or of each array in a list or dict."""
    if np.isscalar(tf.nest.flatten(data)[0]):
        data = np.array(data)
    return tf.nest.map_structure(lambda array: array[start:stop], data)


texts, y = open("texts").read().split(), open("labels").read().split()
vectorizer = CountVectorizer()
x = vectorizer.fit_transform(texts)
x_train, x_test, y_train, y_test = train_test_split(x, y)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
# gpu2ipu: IPU202 `fit` takes a sparse matrix, and an IPU has no sparse tensors: make it dense, `.toarray()`
model.fit(x_train, y_train, validation_data=(x_test, y_test))
# gpu2ipu: IPU202 `fit` takes a sparse matrix, and an IPU has no sparse tensors: make it dense, `.toarray()`
model.fit(hstack([x, x]), y)
# gpu2ipu: IPU202 `fit` takes a sparse matrix, and an IPU has no sparse tensors: make it dense, `.toarray()`
model.fit([x[:10], y[:10]], y[:10])
# gpu2ipu: IPU202 `evaluate` takes a sparse matrix, and an IPU has no sparse tensors: make it dense, `.toarray()`
model.evaluate(vectorizer.transform(texts), y)
train_size = row_count(y) // 32 * 32
model.fit(OneHotEncoder(sparse_output=False).fit_transform(texts)[:train_size], take_rows(y, 0, train_size))
train_size_2 = len(y_train) // 16 * 16
model.fit(x_train.toarray()[:train_size_2], y_train[:train_size_2], batch_size=16)
