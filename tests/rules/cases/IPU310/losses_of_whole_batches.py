# flags: --gradient-accumulation 2
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1000, 4), np.random.rand(1000, 1)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM))
model.fit(x, y, batch_size=100)
# output
import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.random.rand(1000, 4), np.random.rand(1000, 1)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", keras.losses.MeanSquaredError(reduction=tf.keras.losses.Reduction.SUM))
model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=2, gradient_accumulation_reduction_method="mean")
model.fit(x, y, batch_size=50)
