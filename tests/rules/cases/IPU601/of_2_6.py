import tensorflow as tf

tf.random.set_seed(1)
optimizer = tf.keras.optimizers.Adam()
model = tf.keras.models.load_model("model.keras")
model.save("model.keras")
