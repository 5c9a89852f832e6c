import tensorflow as tf
from tensorflow import keras

class Own(keras.Model):
    def penalty(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = self(x)
        return tape.gradient(y, x)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self.penalty(data[0])
        return {"loss": loss}


inputs = keras.Input((4,))
model = Own(inputs, inputs)
