import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()  # and not MultiWorkerMirroredStrategy
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
