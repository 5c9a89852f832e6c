# case: deep Q-learning: predict on single states, train_on_batch on a replay sample, weights copied to a target model
# rules: IPU101 IPU102 IPU103 IPU307
# port: agrees
# must: contains self.target.set_weights(self.model.get_weights())
import random
from collections import deque

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam


class DQNAgent:
    def __init__(self, state_size, action_size):
        self.action_size = action_size
        self.memory = deque(maxlen=200)
        self.gamma = 0.95    # discount rate
        self.epsilon = 0.5
        self.model = self._build_model(state_size)
        self.target = self._build_model(state_size)

    def _build_model(self, state_size):
        model = Sequential()
        model.add(Dense(12, input_dim=state_size, activation='relu'))
        model.add(Dense(self.action_size, activation='linear'))
        model.compile(loss='mse', optimizer=Adam(learning_rate=0.001))
        return model

    def act(self, state):
        if np.random.rand() <= self.epsilon:
            return random.randrange(self.action_size)
        return int(np.argmax(self.model.predict(state, verbose=0)[0]))

    def replay(self, batch_size):
        batch = random.sample(self.memory, batch_size)
        states = np.vstack([s for s, _, _, _ in batch])
        targets = self.target.predict(states, batch_size=batch_size, verbose=0)
        for row, (_, action, reward, _) in enumerate(batch):
            targets[row, action] = reward
        self.model.train_on_batch(states, targets)
        self.target.set_weights(self.model.get_weights())


if __name__ == "__main__":
    random.seed(0)
    np.random.seed(0)
    agent = DQNAgent(4, 2)
    state = np.random.rand(1, 4).astype('float32')
    for step in range(12):
        action = agent.act(state)
        next_state = np.random.rand(1, 4).astype('float32')
        agent.memory.append((state, action, float(action), next_state))
        state = next_state
    for _ in range(3):
        agent.replay(8)
    print("epsilon", agent.epsilon)
