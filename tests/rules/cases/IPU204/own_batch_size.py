from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, batch_size=96, validation_data=(x_test, y_test), validation_batch_size=512)
# output
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
model = keras.models.load_model("model.h5")
model.fit(x_train, y_train, batch_size=96, validation_data=(x_test, y_test), validation_batch_size=500)
