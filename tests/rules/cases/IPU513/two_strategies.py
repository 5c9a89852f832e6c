import sys

import tensorflow as tf

if sys.argv[1:]:
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
else:
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(tf.zeros((64, 4)), tf.zeros(64))
# output
import sys

import tensorflow as tf

if sys.argv[1:]:
    # gpu2ipu: IPU513 `tf.distribute.MultiWorkerMirroredStrategy` does not support IPUs: use a PopDistStrategy, started by `poprun --num-instances=N --num-replicas=N python3 SCRIPT`; there is another strategy, or this one has no name of its own
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
else:
    strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(tf.zeros((64, 4)), tf.zeros(64))
