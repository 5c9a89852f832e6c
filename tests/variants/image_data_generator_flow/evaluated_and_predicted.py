# case: iterators of an ImageDataGenerator are validated on, evaluated and predicted to their short last batch
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: contains dataset_of_rows(test, len(x_test), even_batch_size(len(x_test), 8))
# must: contains dataset_of_rows(prediction_batches, len(x_test), dividing_batch_size(len(x_test), 32))
# must: sees fit 64
# must: sees evaluate 22
# must: sees predict 22
import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator

rng = np.random.RandomState(8)
x, y = rng.rand(70, 6, 6, 1).astype("float32"), rng.randint(0, 2, size=70)
x_test, y_test = rng.rand(22, 6, 6, 1).astype("float32"), rng.randint(0, 2, size=22)

model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
plain = ImageDataGenerator(rescale=0.5)
test = plain.flow(x_test, y_test, batch_size=8, shuffle=False)
model.fit(plain.flow(x, y, batch_size=16), steps_per_epoch=4, validation_data=test, validation_steps=len(test))
print(model.evaluate(test, steps=len(test)))
print(model.predict(plain.flow(x_test, shuffle=False)).shape)
