import tensorflow as tf

with tf.device("/GPU:0"), open("log") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with open("log") as log, tf.device("/GPU:0"):
    model.compile("sgd", "mse")
with open("a") as a, tf.device("/GPU:0"), open("b") as b, tf.device("/device:GPU:1"):
    model.summary()
with tf.device("/GPU:0"), tf.device("/GPU:1"):
    model.summary()
with tf.device("/GPU:0") as device, open("log") as log:
    model.summary()
# output
import tensorflow as tf

with open("log") as log:
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
with open("log") as log:
    model.compile("sgd", "mse")
with open("a") as a, open("b") as b:
    model.summary()
model.summary()
# gpu2ipu: IPU503 `tf.device('/GPU:0')`: there is no GPU on IPU hosts, so remove it from this `with`
with tf.device("/GPU:0") as device, open("log") as log:
    model.summary()
