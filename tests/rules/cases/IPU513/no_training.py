import tensorflow as tf

strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
# output
import tensorflow as tf

# gpu2ipu: IPU513 `tf.distribute.experimental.MultiWorkerMirroredStrategy` does not support IPUs: use a PopDistStrategy, started by `poprun --num-instances=N --num-replicas=N python3 SCRIPT`; cannot determine the batches of `fit`: shard the data and divide the batch by the replicas
strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
