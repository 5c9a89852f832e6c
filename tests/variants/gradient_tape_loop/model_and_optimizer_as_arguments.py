# case: train_step takes the model and the optimizer as arguments, its batch by keyword; regularisation is added to the loss
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains kwargs={"batch": batch}
# must: prints done
# must: sees loop 256
import numpy as np
import tensorflow as tf
from tensorflow import keras


def build(width):
    inputs = keras.Input((width,))
    hidden = keras.layers.Dense(8, "relu", kernel_regularizer=keras.regularizers.l2(1e-3))(inputs)
    hidden = keras.layers.Dropout(0.25)(hidden)
    return keras.Model(inputs, keras.layers.Dense(1)(hidden))


def compute_loss(model, batch):
    x, y = batch
    predictions = model(x, training=True)
    return tf.reduce_mean(tf.square(predictions - y)) + tf.add_n(model.losses)


@tf.function(experimental_relax_shapes=False)
def train_step(model, optimizer, batch):
    with tf.GradientTape() as tape:
        loss = compute_loss(model, batch)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


def main(epochs=2):
    x = np.random.rand(150, 5).astype("float32")
    y = x.sum(axis=1, keepdims=True)
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(32).prefetch(1)
    model = build(5)
    optimizer = keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(0.01, 2, 0.9))
    for _ in range(epochs):
        for batch in dataset:
            loss = train_step(model, optimizer, batch=batch)
        tf.print("loss", loss)
    print("done")


if __name__ == "__main__":
    main()
