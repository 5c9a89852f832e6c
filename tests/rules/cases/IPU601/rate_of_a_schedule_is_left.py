import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(1e-3, 100, 0.9)), "mse")


class PrintLR(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(float(self.model.optimizer.learning_rate.numpy()))


model.fit(tf.zeros((320, 4)), tf.zeros((320, 1)), callbacks=[PrintLR()])
# output
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(1e-3, 100, 0.9)), "mse")


class PrintLR(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        # gpu2ipu: IPU601 `self.model.optimizer.learning_rate` is a schedule in TensorFlow 2.6, and not the rate of a step: call the schedule, `schedule(optimizer.iterations)`
        print(float(self.model.optimizer.learning_rate.numpy()))


model.fit(tf.zeros((320, 4)), tf.zeros((320, 1)), callbacks=[PrintLR()])
