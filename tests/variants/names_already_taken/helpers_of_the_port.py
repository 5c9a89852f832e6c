# case: predict_all_rows and even_batch_size are the user's own functions, np is not numpy, tf is a float
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 100
# must: prints 0.5 own 7 rows 30
import sys

import numpy
from keras.layers import Dense
from keras.models import Sequential

tf = 0.5
np = {"term": "frequency"}
size = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def predict_all_rows(text):
    return "own " + text


def even_batch_size(n):
    return n + n % 2


x = numpy.random.RandomState(1).rand(105, 4).astype("float32")
net = Sequential()
net.add(Dense(2, input_dim=4))
net.compile(loss="mse", optimizer="sgd")
net.fit(x, x[:, :2], batch_size=size, epochs=1, verbose=0)
answers = net.predict(x[:30], batch_size=size)
print(tf, predict_all_rows("7"), "rows", len(answers), np["term"] and even_batch_size(4) and "")
