from tensorflow import keras


class Trainer:
    def __init__(self, model):
        self.model = model

    def train_step(self, data):
        return self.model(data)


trainer = Trainer(keras.Sequential([keras.layers.Dense(1)]))
