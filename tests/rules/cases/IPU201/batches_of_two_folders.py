import matplotlib.pyplot as plt
import tensorflow as tf
from tensorflow.keras.preprocessing import image_dataset_from_directory

BATCH_SIZE = 32


def load(folder, subset):
    return image_dataset_from_directory(
        folder, validation_split=0.2, subset=subset, seed=123, image_size=(64, 64), batch_size=BATCH_SIZE
    )


train_ds = load("flowers", "training")
val_ds = load("flowers", "validation")
class_names = train_ds.class_names
for images, labels in train_ds.take(1):
    plt.imshow(images[0].numpy().astype("uint8"))
train_ds = train_ds.map(lambda x, y: (x / 255.0, y)).cache().shuffle(1000).prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.map(lambda x, y: (x / 255.0, y)).cache().prefetch(tf.data.AUTOTUNE)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(len(class_names))])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train_ds, validation_data=val_ds, epochs=3)
# output
import matplotlib.pyplot as plt
import tensorflow as tf
from tensorflow.keras.preprocessing import image_dataset_from_directory


def full_batches_of_files(dataset, batch_size):
    """Return the full batches of a dataset of image files: a partial one at its end is left out."""
    steps = len(dataset.file_paths) // batch_size
    full = dataset.unbatch().batch(batch_size, drop_remainder=True)
    full = full.apply(tf.data.experimental.assert_cardinality(steps))
    full.class_names, full.file_paths = dataset.class_names, dataset.file_paths
    return full


BATCH_SIZE = 32


def load(folder, subset):
    return full_batches_of_files(image_dataset_from_directory(
        folder, validation_split=0.2, subset=subset, seed=123, image_size=(64, 64), batch_size=BATCH_SIZE
    ), BATCH_SIZE)


train_ds = load("flowers", "training")
val_ds = load("flowers", "validation")
class_names = train_ds.class_names
for images, labels in train_ds.take(1):
    plt.imshow(images[0].numpy().astype("uint8"))
train_ds = train_ds.map(lambda x, y: (x / 255.0, y)).cache().shuffle(1000).prefetch(tf.data.AUTOTUNE)
val_ds = val_ds.map(lambda x, y: (x / 255.0, y)).cache().prefetch(tf.data.AUTOTUNE)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(len(class_names))])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(train_ds, validation_data=val_ds, epochs=3)
