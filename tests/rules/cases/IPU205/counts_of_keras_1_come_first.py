from tensorflow import keras

images = keras.preprocessing.image.ImageDataGenerator()
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit_generator(images.flow(x, y, batch_size=read()), samples_per_epoch=len(x))
# output
from tensorflow import keras

images = keras.preprocessing.image.ImageDataGenerator()
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
# gpu2ipu: IPU205 `fit_generator` takes its data from a generator, `images.flow(x, y, batch_size=read())`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)`, pass the number of steps and call `fit`
model.fit_generator(images.flow(x, y, batch_size=read()), samples_per_epoch=len(x))
