import tensorflow as tf

(x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
scaled = tf.keras.utils.normalize(x_test, axis=1)
model = tf.keras.Sequential()
model.add(tf.keras.layers.Flatten())
model.add(tf.keras.layers.Dense(10, activation="softmax"))
model.compile("adam", "sparse_categorical_crossentropy")
model.fit([x_train], y_train, validation_data=([x_test], y_test))
model.evaluate(x=[x_test], y=y_test)
print(model.predict([scaled]), model.predict(x=[x_test[:32].reshape(-1, 784)]))
# output
import tensorflow as tf

(x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
scaled = tf.keras.utils.normalize(x_test, axis=1)
model = tf.keras.Sequential()
model.add(tf.keras.layers.Flatten())
model.add(tf.keras.layers.Dense(10, activation="softmax"))
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, validation_data=(x_test, y_test))
model.evaluate(x=x_test, y=y_test)
print(model.predict(scaled), model.predict(x=x_test[:32].reshape(-1, 784)))
