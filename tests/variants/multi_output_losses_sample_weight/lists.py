# case: two outputs, losses and weights as lists, targets as a list, one sample weight for each output
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 160
# must: prints 44 44
import numpy as np
from tensorflow.keras import Input, Model
from tensorflow.keras.layers import Dense

rng = np.random.RandomState(0)
x = rng.rand(170, 5).astype("float32")
total, first = x.sum(axis=1), (x[:, 0] > 0.5).astype("float32")
w1, w2 = np.ones(170, "float32"), rng.rand(170).astype("float32")
i = Input((5,))
h = Dense(8, activation="relu")(i)
model = Model(i, [Dense(1)(h), Dense(1, activation="sigmoid")(h)])
model.compile("adam", ["mse", "binary_crossentropy"], loss_weights=[1.0, 0.2])
model.fit(x, [total, first], sample_weight=[w1, w2], batch_size=20, epochs=1, verbose=0)
a, b = model.predict(x[:44])
print(len(a), len(b))
