# case: predictions feed a confusion matrix and a residual with the labels: a row less would not do
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 192
# must: prints rows in the matrix: 59
import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

rng = np.random.RandomState(10)
X = rng.rand(259, 6).astype("float32")
y = X[:, :3].argmax(axis=1).astype("int32")
X_train, y_train, X_test, y_test = X[:200], y[:200], X[200:], y[200:]

clf = Sequential([Dense(10, activation="relu", input_shape=(6,)), Dense(3, activation="softmax")])
clf.compile(loss="sparse_categorical_crossentropy", optimizer="adam")
clf.fit(X_train, y_train, epochs=1, verbose=0)

y_pred = np.argmax(clf.predict(X_test), axis=-1)
matrix = np.zeros((3, 3), dtype=int)
np.add.at(matrix, (y_test, y_pred), 1)
print("rows in the matrix:", matrix.sum())
print("errors:", (y_pred != y_test).sum() <= len(X_test))
