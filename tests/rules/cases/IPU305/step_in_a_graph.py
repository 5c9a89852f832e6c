# flags: --all-rules
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.SGD(0.05)
rows = tf.data.Dataset.from_tensor_slices((tf.zeros((200, 4)), tf.zeros((200, 1)))).batch(20, drop_remainder=True)
shared = strategy.experimental_distribute_dataset(rows)


class Trainer:
    def step(self, x, y):
        with tf.GradientTape() as tape:
            losses = tf.reduce_sum(tf.square(model(x, training=True) - y), axis=1)
            loss = tf.nn.compute_average_loss(losses, global_batch_size=20)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    @tf.function
    def train_step(self, x, y):
        losses = strategy.run(self.step, args=(x, y))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


trainer = Trainer()
for x, y in shared:
    print(float(trainer.train_step(x, y)))
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    optimizer = tf.keras.optimizers.SGD(0.05)
rows = tf.data.Dataset.from_tensor_slices((tf.zeros((200, 4)), tf.zeros((200, 1)))).batch(20, drop_remainder=True)
shared = rows


class Trainer:
    def step(self, x, y):
        with tf.GradientTape() as tape:
            losses = tf.reduce_sum(tf.square(model(x, training=True) - y), axis=1)
            loss = tf.nn.compute_average_loss(losses, global_batch_size=20)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    @tf.function
    def train_step(self, x, y):
        losses = strategy.run(self.step, args=(x, y))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


trainer = Trainer()
for x, y in shared:
    print(float(trainer.train_step(x, y)))
