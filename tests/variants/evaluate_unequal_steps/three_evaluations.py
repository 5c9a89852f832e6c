# case: 13 training steps, evaluations of 7, 11 and 17 steps in a loop over named splits, so that no value is certain to suit them all
# rules: IPU101 IPU102 IPU103 IPU301
# port: left IPU301
# must: sees fit 208
# must: sees evaluate 112
# must: sees evaluate 272
import numpy as np
import keras
from keras.layers import Dense
from keras.models import Sequential

np.random.seed(41)
B = 16
train_x = np.random.rand(13 * B, 6).astype("float32")
train_y = train_x.mean(axis=1)
val_x, dev_x, test_x = (np.random.rand(n * B, 6).astype("float32") for n in (7, 11, 17))

model = Sequential()
model.add(Dense(8, activation="relu", input_dim=6))
model.add(Dense(1))
model.compile(loss="mse", optimizer="adam")
model.fit(train_x, train_y, batch_size=B, epochs=1, verbose=0)
for name, rows in (("val", val_x), ("dev", dev_x), ("test", test_x)):
    print(name, model.evaluate(rows, rows.mean(axis=1), batch_size=B, verbose=0))
