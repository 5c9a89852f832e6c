# case: a repeated dataset with a number of steps rounded up, and a finite validation set beside it
# rules: IPU101 IPU102 IPU103 IPU201 IPU301
# port: agrees
# must: sees fit 280
# must: lacks steps_per_execution=1)
import math

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense, Flatten

num_train_samples = 270
num_valid_samples = 80
batch_size = 40

def get_ds(n, seed, repeat=False):
    r = np.random.RandomState(seed)
    images = r.rand(n, 5, 5).astype('float32')
    labels = images[:, 2].argmax(axis=1).astype('int32')
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    if repeat:
        ds = ds.repeat()
    return ds.batch(batch_size).prefetch(1)

train_ds = get_ds(num_train_samples, 1, repeat=True)
valid_ds = get_ds(num_valid_samples, 2)

model = keras.Sequential([Flatten(input_shape=(5, 5)), Dense(16, activation='relu'), Dense(5, activation='softmax')])
model.compile(loss='sparse_categorical_crossentropy', optimizer='rmsprop', metrics=['accuracy'])
model.fit(train_ds, steps_per_epoch=math.ceil(num_train_samples / batch_size), epochs=1, validation_data=valid_ds)
