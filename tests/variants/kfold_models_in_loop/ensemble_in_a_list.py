# case: an ensemble: models are appended to a list in one loop, fitted in a second and averaged over in a third
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 210
# must: prints mean of 3 for 52
import numpy as np
from tensorflow import keras

np.random.seed(30)
X = np.random.uniform(-1, 1, (222, 3)).astype("float32")
Y = np.abs(X[:, 0])
X_new = np.random.uniform(-1, 1, (52, 3)).astype("float32")

members = []
for width in [4, 6, 8]:
    m = keras.Sequential(name=f"width_{width}")
    m.add(keras.layers.Dense(width, activation="relu", input_shape=(3,)))
    m.add(keras.layers.Dense(1))
    m.compile(loss="mae", optimizer="adam")
    members.append(m)

for number, m in enumerate(members):
    m.fit(X, Y, batch_size=30, epochs=1, verbose=0)

mean = np.mean([m.predict(X_new, verbose=0) for m in members], axis=0)
print("mean of", len(members), "for", len(mean))
