import tensorflow as tf

augment = tf.keras.Sequential([tf.keras.layers.RandomFlip(), tf.keras.layers.RandomRotation(0.1)])
zoom = tf.keras.layers.RandomZoom(0.1)


def augmented(x, y):
    return zoom(augment(x, training=True), training=True), y


train = tf.data.Dataset.from_tensor_slices((images, labels)).batch(8).map(augmented)
model = tf.keras.Sequential([tf.keras.layers.RandomContrast(0.1), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(train)
