# flags: --all-rules
import numpy as np
from tensorflow.keras import layers
from tensorflow.python.data.ops.dataset_ops import Dataset
import tensorflow as tf
from tensorflow.python.ipu import config, ipu_strategy

dataset = Dataset.from_tensor_slices((np.ones((8, 8), "float32"), np.ones((8, 1), "float32")))
dataset = dataset.batch(batch_size=2, drop_remainder=True).repeat()

cfg = config.IPUConfig()
cfg.auto_select_ipus = 1
cfg.configure_ipu_system()
strategy = ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([layers.Dense(1)])
    model.compile(loss="mse", steps_per_execution=4)
    model.fit(dataset, steps_per_epoch=4)
