# case: a class trains its network and answers through a method that calls it
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 80
# must: prints answered (7, 2)
import numpy as np
from tensorflow import keras


class Agent:
    def __init__(self):
        self.net = keras.Sequential([keras.layers.Dense(2, input_shape=(3,))])
        self.net.compile("sgd", "mse")

    def learn(self, states, values):
        self.net.fit(states, values, batch_size=20, epochs=1, verbose=0)

    def answer(self, states):
        return self.net(states).numpy()


states = np.random.RandomState(4).rand(93, 3).astype("float32")
agent = Agent()
agent.learn(states, states[:, :2])
print("answered", agent.answer(states[:7]).shape)
