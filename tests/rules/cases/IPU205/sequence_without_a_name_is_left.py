import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 8, 8, 3).astype("float32"), np.random.rand(150, 1).astype("float32")
class Data(tf.keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, i):
        return self.x[i * self.batch_size : (i + 1) * self.batch_size], self.y[i * self.batch_size : (i + 1) * self.batch_size]


model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(8, 8, 3)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(Data(x, y, 16), epochs=1, steps_per_epoch=5)
# output
import numpy as np
import tensorflow as tf

x, y = np.random.rand(150, 8, 8, 3).astype("float32"), np.random.rand(150, 1).astype("float32")
class Data(tf.keras.utils.Sequence):
    def __init__(self, x, y, batch_size):
        self.x, self.y, self.batch_size = x, y, batch_size

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, i):
        return self.x[i * self.batch_size : (i + 1) * self.batch_size], self.y[i * self.batch_size : (i + 1) * self.batch_size]


model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(8, 8, 3)), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
# gpu2ipu: IPU205 `fit` takes its data from a generator, `Data(x, y, 16)`: convert it with `tf.data.Dataset.from_generator(..., output_signature=...)` and pass the number of steps (`steps_per_epoch` may stop it in the middle of its batches)
model.fit(Data(x, y, 16), epochs=1, steps_per_epoch=5)
