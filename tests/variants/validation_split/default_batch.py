# case: validation_split with the default batch size, shuffle off, in a function that gets the arrays
# rules: IPU101 IPU102 IPU103 IPU204 IPU301
# port: agrees
# must: sees fit 192
# must: contains shuffle=False
import keras
import numpy as np


def experiment(x, y, units=6):
    model = keras.models.Sequential()
    model.add(keras.layers.Dense(units, activation="relu", input_shape=x.shape[1:]))
    model.add(keras.layers.Dense(3, activation="softmax"))
    model.compile(loss="sparse_categorical_crossentropy", optimizer="sgd", metrics=["accuracy"])
    return model.fit(x, y, validation_split=0.1, epochs=1, shuffle=False, verbose=2)


rows = np.random.RandomState(6).rand(222, 4).astype("float32")
result = experiment(rows, rows[:, :3].argmax(axis=1).astype("int32"))
print(result.history["val_accuracy"])
