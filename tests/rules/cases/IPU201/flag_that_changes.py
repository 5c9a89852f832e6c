# flags: --select IPU201,IPU202,IPU203,IPU204
import tensorflow as tf
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_test = x_test[y_test < 5]


def make(x, y, shuffle=False):
    shuffle = shuffle or input("shuffle? ") == "yes"
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        dataset = dataset.shuffle(1000)
    return dataset.batch(32)


test = make(x_test, y_test[y_test < 5])
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.evaluate(test)
# output
import tensorflow as tf
from tensorflow import keras


def even_batch_size(rows, batch_size):
    """Return a batch size near `batch_size` that divides `rows`; `batch_size` itself if there is none."""
    if rows < 1:
        raise ValueError("there are fewer samples than batches that are taken together")
    whole = min(rows, batch_size)
    near = [*range(whole, (whole - 1) // 2, -1), *range(batch_size + 1, 4 * batch_size + 1)]
    return next((size for size in near if rows % size == 0), whole)


(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
x_test = x_test[y_test < 5]


def make(x, y, shuffle=False):
    shuffle = shuffle or input("shuffle? ") == "yes"
    dataset = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        dataset = dataset.shuffle(1000)
    return dataset.batch(even_batch_size(len(dataset), 32), drop_remainder=True)


test = make(x_test, y_test[y_test < 5])
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.evaluate(test)
