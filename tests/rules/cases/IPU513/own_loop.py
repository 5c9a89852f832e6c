import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(64).batch(8))
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

# gpu2ipu: IPU513 `tf.distribute.MultiWorkerMirroredStrategy` does not support IPUs: use a PopDistStrategy, started by `poprun --num-instances=N --num-replicas=N python3 SCRIPT`; it shares out the data of a training loop: let that take the batches of an instance
strategy = tf.distribute.MultiWorkerMirroredStrategy()
data = strategy.experimental_distribute_dataset(tf.data.Dataset.range(64).batch(8))
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
