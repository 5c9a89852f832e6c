# flags: --replicas 4 --micro-batch 18 --all-rules
import numpy as np
import tensorflow as tf


def build():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


x, y = np.ones((320, 4), "float32"), np.ones((320, 1), "float32")
model = build()
model.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(32), epochs=2)
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu


def average_over_replicas(optimizer):
    """Let an optimizer take the mean of the gradients of all replicas, which an IPU would add up."""
    optimizer = tf.keras.optimizers.get(optimizer)

    def average(gradients_and_variables):
        return [
            (ipu.cross_replica_ops.cross_replica_mean(gradient), variable)
            for gradient, variable in gradients_and_variables
        ]

    getattr(optimizer, "inner_optimizer", optimizer).gradient_aggregator = average
    return optimizer


def micro_batches(dataset, parts):
    """Cut each batch of a dataset into `parts` micro-batches, whose gradients the IPU accumulates."""

    def cut(*batch):
        def cut_tensor(tensor):
            return tf.reshape(tensor, [parts, tensor.shape[0] // parts, *tensor.shape[1:]])

        return tf.nest.map_structure(cut_tensor, batch)

    return dataset.map(cut).unbatch()


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build(steps_per_execution=1):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(average_over_replicas("adam"), "mse", steps_per_execution=steps_per_execution)
    model.set_replication_options(replicated_metric_reduction_method="mean")
    return model


x, y = np.ones((320, 4), "float32"), np.ones((320, 1), "float32")
with strategy.scope():
    model = build(steps_per_execution=len(x) // 32)
model.fit(micro_batches(tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True), 4), epochs=2)
