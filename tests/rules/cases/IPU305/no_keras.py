import tensorflow as tf

w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = (w - 3.0) ** 2
print(tape.gradient(loss, w))
