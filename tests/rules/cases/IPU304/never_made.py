from tensorflow import keras


class Halved(keras.Model):
    def train_step(self, data):
        return super().train_step(data)


model = keras.Sequential([keras.layers.Dense(1)])
