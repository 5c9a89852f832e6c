# case: np.array_split makes uneven chunks, each is predicted and stacked again; predict in a list comprehension
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 90
# must: prints stacked (101, 2)
import numpy as np
from keras import Input, Model
from keras.layers import Dense

np.random.seed(13)
data = np.random.rand(101, 3).astype("float32")
entry = Input((3,))
net = Model(entry, Dense(2)(entry))
net.compile("sgd", "mae")
net.fit(data[:100], data[:100, :2], batch_size=30, epochs=1, verbose=0)

chunks = np.array_split(data, 4)
stacked = np.vstack([net.predict(chunk, batch_size=10) for chunk in chunks])
print("stacked", stacked.shape)
