import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
chief = strategy.cluster_resolver.task_id == 0
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(tf.zeros((64, 4)), tf.zeros(64))
# output
import tensorflow as tf

# gpu2ipu: IPU513 `tf.distribute.MultiWorkerMirroredStrategy` does not support IPUs: use a PopDistStrategy, started by `poprun --num-instances=N --num-replicas=N python3 SCRIPT`; the script asks for more of its cluster than `popdist` says: remove that
strategy = tf.distribute.MultiWorkerMirroredStrategy()
chief = strategy.cluster_resolver.task_id == 0
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(tf.zeros((64, 4)), tf.zeros(64))
