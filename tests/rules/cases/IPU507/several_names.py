# flags: --replicas 2 --all-rules
import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.utils import multi_gpu_model, to_categorical

gpus = 2
x, y = np.random.rand(1024, 4).astype("float32"), to_categorical(np.random.randint(0, 3, 1024), 3)
model = Sequential([Dense(3, activation="softmax")])
parallel = multi_gpu_model(model, gpus=gpus)
parallel.compile("sgd", "categorical_crossentropy")
parallel.fit(x, y, batch_size=32 * gpus)
model.save("model.h5")
# output
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.utils import to_categorical
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

gpus = 2
x, y = np.random.rand(1024, 4).astype("float32"), to_categorical(np.random.randint(0, 3, 1024), 3)
with strategy.scope():
    model = Sequential([Dense(3, activation="softmax")])
    parallel = model
    parallel.compile(average_over_replicas("sgd"), "categorical_crossentropy", steps_per_execution=len(x) // (32 * gpus))
parallel.set_replication_options(replicated_metric_reduction_method="mean")
parallel.fit(x, y, batch_size=32 * gpus // 2)
model.save("model.h5")
