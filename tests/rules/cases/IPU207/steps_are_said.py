import tensorflow as tf
from tensorflow import keras

data = tf.data.TFRecordDataset("rows.tfrecord").batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
model.fit(data.repeat(), steps_per_epoch=20, validation_data=data, validation_steps=4)
print(model.evaluate(data, steps=4))
