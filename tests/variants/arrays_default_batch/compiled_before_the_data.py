# case: the model is built and compiled at the top, as tutorials do, and the arrays are made below
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains steps_per_execution=max(train_steps, len(x_test) // even_batch_size(len(x_test), 32))
# must: sees fit 224
import io

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

model = Sequential()
model.add(Dense(12, activation="relu", input_shape=(6,)))
model.add(Dense(1))
# plain descent is enough here
model.compile(optimizer="sgd", loss="mse", metrics=["mae"])
model.summary()

memory = io.StringIO("\n".join(" ".join(f"{(i * j) % 7}" for j in range(1, 8)) for i in range(300)))
table = np.loadtxt(memory).astype("float32")
x_train, y_train = table[:250, :-1], table[:250, -1]
x_test, y_test = table[250:, :-1], table[250:, -1]

for epoch in range(2):
    model.fit(x_train, y_train, verbose=0)
print("mae", model.evaluate(x_test, y_test, verbose=0)[1])
