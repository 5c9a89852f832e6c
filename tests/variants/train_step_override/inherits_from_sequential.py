# case: train_step is overridden: a Sequential subclass with train_step and a test_step beside it
# rules: IPU101 IPU102 IPU103 IPU304
# port: agrees
# must: contains IPUStrategy(enable_keras_extensions=False)
# must: lacks steps_per_execution
# must: contains def train_step(self, data):
# must: contains drop_remainder=True
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Net(tf.keras.Sequential):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}

    def test_step(self, data):
        x, y = data
        return {"loss": tf.reduce_mean(tf.abs(self(x) - y))}

x = np.random.RandomState(0).rand(70, 3).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(16)
model = Net([keras.layers.Dense(1, input_shape=(3,))])
model.compile(optimizer=keras.optimizers.SGD(0.1))
model.fit(ds, epochs=1, verbose=0)
