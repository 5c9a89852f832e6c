import tensorflow as tf

strategy = tf.distribute.get_strategy()
print(strategy.num_replicas_in_sync)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
