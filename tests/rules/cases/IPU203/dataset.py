import tensorflow as tf

data = tf.data.TextLineDataset("rows.txt").map(tf.strings.to_number).batch(8, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
print(model.predict(data))
