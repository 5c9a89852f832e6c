import tensorflow as tf
from tensorflow import keras

rows = tf.data.Dataset.from_tensor_slices(z).filter(is_wanted).batch(16)
images = keras.preprocessing.image.ImageDataGenerator()
model = keras.Sequential([keras.layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=16)
of_a_dataset = model.predict(rows)
of_an_iterator = model.predict(images.flow(z, batch_size=16, shuffle=False))
of_a_generator = model.predict_generator(images.flow(z, batch_size=16), val_samples=64)
