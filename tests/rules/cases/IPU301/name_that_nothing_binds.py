import numpy as np
import tensorflow as tf

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=16)
model.save("model.h5")
print(model.predict(x_tests))
# output
import numpy as np
import tensorflow as tf

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse", steps_per_execution=len(x) // 16)
model.fit(x, y, batch_size=16)
model.save("model.h5")
print(model.predict(x_tests))
