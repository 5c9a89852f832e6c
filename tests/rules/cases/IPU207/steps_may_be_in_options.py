import tensorflow as tf
from tensorflow import keras

options = dict(steps_per_epoch=10)
model = keras.models.load_model("model.h5")
model.fit(tf.data.TFRecordDataset("rows.tfrecord").batch(16), **options)
