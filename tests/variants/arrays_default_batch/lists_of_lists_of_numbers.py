# case: samples are lists of numbers, of which nobody knows how many there are, and are never made arrays
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 96
# must: sees evaluate 110
# must: prints (7, 1) (1, 1)
import os
import random

from tensorflow import keras

random.seed(3)


def samples(count):
    made = []
    for _ in range(count):
        made.append([random.random(), random.random()])
    return made


model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse")
x = samples(int(os.environ.get("SAMPLES", "110")))
y = [[a + b] for a, b in x]
model.fit(x, y, epochs=2, verbose=0)
print(model.evaluate(x, y, verbose=0))
print(model.predict(x[:7]).shape, model.predict([[1.0, 2.0]]).shape)
