from tensorflow import keras

images = keras.preprocessing.image_dataset_from_directory("a", batch_size=16).cache().prefetch(2)
held_out = keras.utils.image_dataset_from_directory("b")
tested = keras.utils.image_dataset_from_directory("c", shuffle=False)
texts = keras.utils.text_dataset_from_directory("d", batch_size=16)
whole = images.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
model.fit(images, validation_data=whole, epochs=2)
model.fit(texts)
model.evaluate(held_out)
model.evaluate(tested)
model.predict(keras.utils.image_dataset_from_directory("e", labels=None))
# output
import tensorflow as tf
from tensorflow import keras


def full_batches_of_files(dataset, batch_size):
    """Return the full batches of a dataset of image files: a partial one at its end is left out."""
    steps = len(dataset.file_paths) // batch_size
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply(tf.data.experimental.assert_cardinality(steps))
    full.class_names, full.file_paths = dataset.class_names, dataset.file_paths
    return full


images = full_batches_of_files(keras.preprocessing.image_dataset_from_directory("a", batch_size=16), 16).cache().prefetch(2)
held_out = full_batches_of_files(keras.utils.image_dataset_from_directory("b"), 32)
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose samples that are evaluated or predicted
tested = keras.utils.image_dataset_from_directory("c", shuffle=False)
texts = keras.utils.text_dataset_from_directory("d", batch_size=16)
whole = images.unbatch().batch(16, drop_remainder=True)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(2)])
model.compile("sgd", "mse")
model.fit(images, validation_data=whole, epochs=2)
# gpu2ipu: IPU201 the last batch of `texts` may be partial; add `.unbatch().batch(..., drop_remainder=True)` where it is created, and pass the number of steps
model.fit(texts)
model.evaluate(held_out)
model.evaluate(tested)
# gpu2ipu: IPU201 the last batch may be partial, and dropping it would lose samples that are evaluated or predicted
model.predict(keras.utils.image_dataset_from_directory("e", labels=None))
