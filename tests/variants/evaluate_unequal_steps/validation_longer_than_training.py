# case: the validation inside fit has more steps than the training, with no common divisor; predict has yet another number
# rules: IPU101 IPU102 IPU103 IPU301
# port: agrees
# must: sees fit 140
# must: prints 90 answers
import numpy as np
from tensorflow.keras import layers, models

rng = np.random.RandomState(0)
few, many = rng.rand(140, 5).astype("float32"), rng.rand(330, 5).astype("float32")
target = lambda rows: (rows[:, :1] - rows[:, 1:2])

net = models.Sequential([layers.Dense(6, activation="tanh", input_shape=(5,)), layers.Dense(1)])
net.compile("sgd", "mean_squared_error")
net.fit(few, target(few), batch_size=20, epochs=2, verbose=2, validation_data=(many, target(many)))
answers = net.predict(rng.rand(90, 5).astype("float32"), batch_size=10)
print(len(answers), "answers")
