# case: inputs and targets are each one list of numbers, from a function that makes a list in a comprehension
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 64
# must: sees evaluate 70
# must: prints 70
import os

from tensorflow import keras

COUNT = int(os.environ.get("SAMPLES", "70"))


def numbers(scale):
    return [i * scale / COUNT for i in range(COUNT)]


x, y = numbers(1.0), numbers(2.0)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(1,))])
model.compile("sgd", "mse")
model.fit(x, y, epochs=2, verbose=0)
print(model.evaluate(x, y, verbose=0))
print(len(model.predict(x)))
