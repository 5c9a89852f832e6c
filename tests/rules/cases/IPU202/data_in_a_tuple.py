from tensorflow import keras

train, test = keras.datasets.mnist.load_data()

model = keras.models.load_model("model.h5")
model.fit(*train, batch_size=128)
model.fit(*train, 96)
model.evaluate(*test, batch_size=128, verbose=0)
# output
from tensorflow import keras

train, test = keras.datasets.mnist.load_data()

model = keras.models.load_model("model.h5")
train_size = len(train[0]) // 128 * 128
model.fit(train[0][:train_size], train[1][:train_size], batch_size=128)
model.fit(*train, 96)
model.evaluate(*test, batch_size=125, verbose=0)
