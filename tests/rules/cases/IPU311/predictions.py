# flags: --replicas 2 --all-rules
import numpy as np
from tensorflow import keras

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


model = build()
model.fit(x, y, epochs=3)
model.evaluate(x, y)
if len(x) > 3:
    print(model.predict(x[:96]).shape)
print(model.predict(x[:64]).shape)
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


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1024, 4).astype("float32"), np.random.rand(1024).astype("float32")


def build(steps_per_execution=1):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(average_over_replicas("sgd"), "mse", steps_per_execution=steps_per_execution)
    model.set_replication_options(replicated_metric_reduction_method="mean")
    return model


with strategy.scope():
    model = build(steps_per_execution=len(x) // 32)
model.fit(x, y, epochs=3, batch_size=16)
model.evaluate(x, y)
model.set_replication_options(replicated_metric_reduction_method="none")
if len(x) > 3:
    print(model.predict(x[:96], batch_size=24).shape)
print(model.predict(x[:64]).shape)
