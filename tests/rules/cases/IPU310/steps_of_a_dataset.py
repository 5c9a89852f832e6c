# flags: --gradient-accumulation 4 --all-rules
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)
model = keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.repeat(), steps_per_epoch=int(np.ceil(len(x) / 32)), epochs=2)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu


def micro_batches(dataset, parts):
    """Cut each batch of a dataset into `parts` micro-batches, whose gradients the IPU accumulates."""

    def cut(*batch):
        def cut_tensor(tensor):
            return tf.reshape(tensor, [parts, tensor.shape[0] // parts, *tensor.shape[1:]])

        return tf.nest.map_structure(cut_tensor, batch)

    return dataset.map(cut).unbatch()


ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

x, y = np.random.rand(1010, 4).astype("float32"), np.random.rand(1010).astype("float32")
u, v = np.load("u.npy"), np.load("v.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).batch(32, drop_remainder=True)
with strategy.scope():
    model = keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=len(x) // 32 * 4)
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4, gradient_accumulation_reduction_method="mean")
model.fit(micro_batches(data.repeat(), 4), steps_per_epoch=len(x) // 32 * 4, epochs=2)
