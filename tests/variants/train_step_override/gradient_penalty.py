# case: train_step is overridden: a penalty on the gradient
# rules: IPU101 IPU102 IPU103 IPU304
# port: agrees
# must: contains IPUStrategy(enable_keras_extensions=False)
# must: lacks steps_per_execution
# must: contains def train_step(self, data):
# must: contains drop_remainder=True
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}

    def penalty(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            out = self(x)
        return tf.reduce_sum(tf.square(tape.gradient(out, x)))

x = np.random.RandomState(0).rand(70, 3).astype("float32")
ds = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(16)
inputs = keras.Input((3,))
model = Net(inputs, keras.layers.Dense(1)(inputs))
model.compile(optimizer=keras.optimizers.SGD(0.1))
model.fit(ds, epochs=1, verbose=0)
