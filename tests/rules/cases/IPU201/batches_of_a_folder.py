from tensorflow import keras

images = keras.preprocessing.image_dataset_from_directory("a", batch_size=16).cache().prefetch(2)
held_out = keras.utils.image_dataset_from_directory("b", batch_size=16)
whole = held_out.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
model.fit(images, validation_data=whole, epochs=2)
model.fit(images)
model.evaluate(held_out)
model.predict(keras.utils.image_dataset_from_directory("c", labels=None))
# output
from tensorflow import keras

images = keras.preprocessing.image_dataset_from_directory("a", batch_size=16).cache().prefetch(2)
held_out = keras.utils.image_dataset_from_directory("b", batch_size=16)
whole = held_out.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
# gpu2ipu: IPU201 the last batch of `images` may be partial; add `.unbatch().batch(..., drop_remainder=True)` where it is created, and pass the number of steps
model.fit(images, validation_data=whole, epochs=2)
model.fit(images)
# gpu2ipu: IPU201 the last batch of `held_out` may be partial; add `.unbatch().batch(..., drop_remainder=True)` where it is created, and pass the number of steps
model.evaluate(held_out)
# gpu2ipu: IPU201 the last batch of `keras.utils.image_dataset_from_directory('c', labels=None)` may be partial; dropping it would lose predictions
model.predict(keras.utils.image_dataset_from_directory("c", labels=None))
