# flags: --inspect hidden
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, name="hidden")])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((8, 4))))
# output
import tensorflow as tf

# gpu2ipu: IPU314 cannot inspect `hidden`: the script does not call `fit` of its model
model = tf.keras.Sequential([tf.keras.layers.Dense(1, name="hidden")])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((8, 4))))
