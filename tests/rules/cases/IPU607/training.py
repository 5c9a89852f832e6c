from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
generator = keras.preprocessing.image.ImageDataGenerator()
train = generator.flow(x, y, batch_size=20)
model.fit(x, y, nb_epoch=3)
model.fit_generator(train, samples_per_epoch=len(x), nb_epoch=3, nb_worker=2, max_q_size=5)
model.fit_generator(batches(), samples_per_epoch=2000, nb_epoch=3)
model.evaluate_generator(train, val_samples=100)
tree.fit(x, y, nb_epoch=3)
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
generator = keras.preprocessing.image.ImageDataGenerator()
train = generator.flow(x, y, batch_size=20)
model.fit(x, y, epochs=3)
model.fit_generator(train, steps_per_epoch=len(x) // train.batch_size, epochs=3, workers=2, max_queue_size=5)
# gpu2ipu: IPU607 `samples_per_epoch` counts samples; `steps_per_epoch` of TensorFlow 2.6 counts batches: divide it by the batch size
model.fit_generator(batches(), samples_per_epoch=2000, epochs=3)
model.evaluate_generator(train, steps=100 // train.batch_size)
tree.fit(x, y, nb_epoch=3)
