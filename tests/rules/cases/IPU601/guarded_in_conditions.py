# flags: --select=IPU601
import tensorflow as tf

optimizers = tf.keras.optimizers
AdamW = (hasattr(tf.keras.optimizers, "AdamW") and tf.keras.optimizers.AdamW) or optimizers.Adam
is_plain = not hasattr(tf.keras.optimizers, "AdamW") or tf.keras.optimizers.AdamW is AdamW


class Net(tf.keras.Model):
    def compute_loss(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(y_true - y_pred))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y, self(x))
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return {"loss": loss}
# output
import tensorflow as tf

optimizers = tf.keras.optimizers
AdamW = (hasattr(tf.keras.optimizers, "AdamW") and tf.keras.optimizers.AdamW) or optimizers.Adam
is_plain = not hasattr(tf.keras.optimizers, "AdamW") or tf.keras.optimizers.AdamW is AdamW


class Net(tf.keras.Model):
    def compute_loss(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(y_true - y_pred))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y, self(x))
        self.optimizer.minimize(loss, self.trainable_variables, tape=tape)
        return {"loss": loss}
