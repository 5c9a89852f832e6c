from tensorflow import keras

images = keras.preprocessing.image.ImageDataGenerator()
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit_generator(
    images.flow(x, y, batch_size=size), samples_per_epoch=len(x) + 5, validation_data=images.flow(v, w), nb_val_samples=len(v)
)
model.fit_generator(images.flow(x, y, 7), samples_per_epoch=70)
model.predict_generator(images.flow(z, batch_size=16), val_samples=len(z))
# output
from tensorflow import keras

images = keras.preprocessing.image.ImageDataGenerator()
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit_generator(
    images.flow(x, y, batch_size=size), steps_per_epoch=(len(x) + 5) // size, validation_data=images.flow(v, w), validation_steps=len(v) // 32
)
model.fit_generator(images.flow(x, y, 7), steps_per_epoch=70 // 7)
model.predict_generator(images.flow(z, batch_size=16), steps=-(-len(z) // 16))
