# case: a partition function returns three datasets cut by fractions of a known length; each is batched in a dict comprehension
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 160
import numpy as np
import tensorflow as tf


def get_dataset_partitions(ds, ds_size, train_split=0.7, val_split=0.2, shuffle_size=1000):
    ds = ds.shuffle(shuffle_size, seed=12, reshuffle_each_iteration=False)
    train_size = int(train_split * ds_size)
    val_size = int(val_split * ds_size)
    train_ds = ds.take(train_size)
    val_ds = ds.skip(train_size).take(val_size)
    test_ds = ds.skip(train_size).skip(val_size)
    return train_ds, val_ds, test_ds


rows = 240
x = np.random.RandomState(1).normal(size=(rows, 6)).astype("float32")
y = np.abs(x).sum(axis=1)
train_ds, val_ds, test_ds = get_dataset_partitions(tf.data.Dataset.from_tensor_slices((x, y)), rows)
train_ds = train_ds.batch(16)
val_ds = val_ds.batch(16)
test_ds = test_ds.batch(8)

model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="relu", input_shape=(6,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mae")
model.fit(train_ds, validation_data=val_ds, epochs=1, verbose=2)
print("test", model.evaluate(test_ds, verbose=0))
