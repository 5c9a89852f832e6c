import tensorflow as tf
from tensorflow import keras

def f(a, b):
    return 3 * a**2 + tf.sin(b)


a, b = tf.Variable(5.0), tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(a)
    z = f(a, b) + tf.square(a)
print([tape.gradient(z, variable).numpy() for variable in (a, b)])
model = keras.Sequential([keras.layers.Dense(1)])
