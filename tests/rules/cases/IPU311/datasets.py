# flags: --replicas 2 --gradient-accumulation 2 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(99).batch(32).prefetch(2)
test = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
model.fit(data, epochs=2, validation_data=test)
model.fit(data.repeat(), steps_per_epoch=10)
model.evaluate(test)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
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
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(99).batch(32, drop_remainder=True).prefetch(2)
test = tf.data.Dataset.from_tensor_slices((x, y)).batch(101, drop_remainder=True)
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(average_over_replicas(keras.optimizers.Adam(1e-3)), "mse", steps_per_execution=len(data) * 2)
model.set_replication_options(replicated_metric_reduction_method="mean")
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=2, gradient_accumulation_reduction_method="mean")
model.fit(micro_batches(data, 4), epochs=2, validation_data=test)
model.fit(micro_batches(data.repeat(), 4), steps_per_epoch=10 * 4)
model.evaluate(test)
