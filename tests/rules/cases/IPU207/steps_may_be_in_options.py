import json

import tensorflow as tf
from tensorflow import keras

options = json.load(open("options.json"))
model = keras.models.load_model("model.h5")
model.fit(tf.data.TFRecordDataset("rows.tfrecord").batch(16), **options)
