# case: features and labels are zipped, augmented after the batch, and prefetched; the validation set is batched by name
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: contains .batch(bs, drop_remainder=True)
# must: contains batch_size=20, drop_remainder=True
# must: sees fit 288
import numpy as np
import tensorflow as tf
from tensorflow.data import Dataset

bs = 24
rng = np.random.RandomState(3)
pictures = rng.rand(400, 6, 6, 3).astype(np.float32)
kinds = rng.randint(0, 2, size=400).astype(np.int32)


def flip(batch, label):
    return tf.reverse(batch, axis=[2]), label


x_ds = Dataset.from_tensor_slices(pictures)
y_ds = Dataset.from_tensor_slices(kinds)
both = Dataset.zip((x_ds, y_ds))

train = both.take(300).shuffle(100, seed=0).batch(bs).map(flip).prefetch(tf.data.AUTOTUNE)
valid = both.skip(300).batch(batch_size=bs)

model = tf.keras.Sequential()
model.add(tf.keras.layers.Conv2D(2, 3, activation="relu", input_shape=(6, 6, 3)))
model.add(tf.keras.layers.GlobalMaxPooling2D())
model.add(tf.keras.layers.Dense(1, activation="sigmoid"))
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
history = model.fit(train, validation_data=valid, epochs=1, verbose=2)
print(sorted(history.history))
