# case: the step is a method of a class, model and optimizer are attributes; the class is used under the main guard
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains strategy.run(self.train_step, args=(x, y))
# must: prints mean loss
# must: sees loop 448
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Trainer:
    """Trains a small network."""

    def __init__(self, units=12, learning_rate=0.02):
        self.model = keras.Sequential([keras.layers.Dense(units, activation="relu"), keras.layers.Dense(3)])
        self.optimizer = keras.optimizers.RMSprop(learning_rate)
        self.loss = keras.losses.CategoricalCrossentropy(from_logits=True)
        self.losses = []

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x, training=True))
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def train(self, dataset, epochs):
        for epoch in range(epochs):
            epoch_losses = []
            for x, y in dataset:
                epoch_losses.append(self.train_step(x, y))
            self.losses.append(float(tf.reduce_mean(epoch_losses)))
            print("epoch", epoch, "mean loss", round(self.losses[-1], 4))


def make_dataset(rows=230, batch_size=32):
    rng = np.random.RandomState(11)
    x = rng.normal(size=(rows, 5)).astype(np.float32)
    y = keras.utils.to_categorical(np.argmax(x[:, :3], axis=1), 3)
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(batch_size)


if __name__ == "__main__":
    tf.random.set_seed(5)
    trainer = Trainer()
    trainer.train(make_dataset(), epochs=2)
    assert trainer.losses[1] < trainer.losses[0]
