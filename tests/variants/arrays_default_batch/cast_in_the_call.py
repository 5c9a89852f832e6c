# case: the arrays are cast, scaled and one-hot encoded where they are handed over, so that each is made by a call
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU204 IPU301
# port: agrees
# must: contains train_rows = int(len(x) * 0.8)
# must: contains (x.astype("float32") / 255.0)[:train_size]
# must: contains batch_size=even_batch_size(len(x_test), 32)
# must: sees fit 224
# must: sees evaluate 50
import io

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.utils import to_categorical

memory = io.StringIO("\n".join(" ".join(f"{(i * j) % 7}" for j in range(1, 8)) for i in range(340)))
table = np.loadtxt(memory)
x, y = table[:290, :-1], table[:290, -1]
x_test, y_test = table[290:, :-1], table[290:, -1]

model = Sequential()
model.add(Dense(12, activation="relu", input_shape=(6,)))
model.add(Dense(7, activation="softmax"))
model.compile(optimizer="sgd", loss="categorical_crossentropy", metrics=["accuracy"])
model.fit(x.astype("float32") / 255.0, to_categorical(y, 7), epochs=2, validation_split=0.2, verbose=0)
model.evaluate(np.asarray(x_test, "float32") / 255.0, to_categorical(y_test, num_classes=7), verbose=0)
print(model.predict(x_test.astype("float32") / 255.0).argmax(axis=1)[:5])
