from keras.models import Sequential
from keras.layers import Dense
from keras.datasets import cifar10
from keras.preprocessing.image import ImageDataGenerator

(x, y), (u, v) = cifar10.load_data()
test = (u, v)
flow = ImageDataGenerator().flow(x, y, batch_size=64)
model = Sequential([Dense(1)])
model.compile("sgd", "mse")
model.fit_generator(flow, samples_per_epoch=len(x), nb_epoch=2, validation_data=(u, v), nb_val_samples=u.shape[0])
model.fit_generator(flow, samples_per_epoch=len(x), nb_epoch=2, validation_data=test, nb_val_samples=len(u), verbose=2)
# output
from keras.models import Sequential
from keras.layers import Dense
from keras.datasets import cifar10
from keras.preprocessing.image import ImageDataGenerator

(x, y), (u, v) = cifar10.load_data()
test = (u, v)
flow = ImageDataGenerator().flow(x, y, batch_size=64)
model = Sequential([Dense(1)])
model.compile("sgd", "mse")
model.fit_generator(flow, steps_per_epoch=len(x) // flow.batch_size, epochs=2, validation_data=(u, v))
model.fit_generator(flow, steps_per_epoch=len(x) // flow.batch_size, epochs=2, validation_data=test, verbose=2)
