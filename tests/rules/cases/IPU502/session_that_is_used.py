import tensorflow as tf

config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
sess = tf.compat.v1.Session(config=config)
tf.compat.v1.keras.backend.set_session(sess)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
sess.run(model.output)
options = tf.compat.v1.ConfigProto()
with tf.compat.v1.Session(config=options) as inner:
    inner.run(model.output)
