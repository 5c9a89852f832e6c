# flags: --pipeline-stages 2
import tensorflow as tf

strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
(x, y), _ = tf.keras.datasets.mnist.load_data()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.SGD(0.1 * strategy.num_replicas_in_sync), "mse")
model.fit(x, y, batch_size=16 * strategy.num_replicas_in_sync)
model.fit(x, y)
# output
import tensorflow as tf

# gpu2ipu: IPU513 `tf.distribute.experimental.MultiWorkerMirroredStrategy` does not support IPUs: use a PopDistStrategy, started by `poprun --num-instances=N --num-replicas=N python3 SCRIPT`; `PipelineStage` is refused in its scope: convert without pipeline stages
strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
(x, y), _ = tf.keras.datasets.mnist.load_data()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.SGD(0.1 * strategy.num_replicas_in_sync), "mse")
model.fit(x, y, batch_size=16 * strategy.num_replicas_in_sync)
model.fit(x, y)
