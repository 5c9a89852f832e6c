import numpy as np
from tensorflow import keras


class Settings:
    batch = 100

    def lower(self):
        self.batch = 32


settings = Settings()
x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
settings.lower()
model.fit(x, x, batch_size=settings.batch)
# output
import numpy as np
from tensorflow import keras


class Settings:
    batch = 100

    def lower(self):
        self.batch = 32


settings = Settings()
x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
settings.lower()
model.compile("sgd", "mse", steps_per_execution=len(x) // settings.batch)
model.fit(x, x, batch_size=settings.batch)
