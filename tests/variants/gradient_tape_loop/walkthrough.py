# case: the walkthrough: loss() and grad() are functions, the loop applies the gradients and updates the metrics itself
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains loss_value, grads = grad(model, x, y)
# must: contains def train_step(x, y):
# must: lacks self
# must: prints Epoch 004
# must: sees loop 448
import numpy as np
import tensorflow as tf


def main():
    rng = np.random.RandomState(4)
    measures = rng.normal(size=(120, 4)).astype("float32")
    species = np.argmax(measures @ rng.normal(size=(4, 3)), axis=1).astype("int32")
    train_dataset = tf.data.Dataset.from_tensor_slices((measures, species)).batch(16)

    model = tf.keras.Sequential(
        [
            tf.keras.layers.Dense(10, activation=tf.nn.relu, input_shape=(4,)),  # input shape required
            tf.keras.layers.Dense(3),
        ]
    )
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def loss(model, x, y, training):
        # training=training is needed only if there are layers with different
        # behavior during training versus inference (e.g. Dropout).
        y_ = model(x, training=training)
        return loss_object(y_true=y, y_pred=y_)

    def grad(model, inputs, targets):
        with tf.GradientTape() as tape:
            loss_value = loss(model, inputs, targets, training=True)
        return loss_value, tape.gradient(loss_value, model.trainable_variables)

    optimizer = tf.keras.optimizers.SGD(learning_rate=0.05)

    # Keep results for plotting
    train_loss_results = []
    train_accuracy_results = []

    for epoch in range(4):
        epoch_loss_avg = tf.keras.metrics.Mean()
        epoch_accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

        # Training loop - using batches of 16
        for x, y in train_dataset:
            # Optimize the model
            loss_value, grads = grad(model, x, y)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))

            # Track progress
            epoch_loss_avg.update_state(loss_value)  # Add current batch loss
            epoch_accuracy.update_state(y, model(x, training=True))

        # End epoch
        train_loss_results.append(epoch_loss_avg.result())
        train_accuracy_results.append(epoch_accuracy.result())

        print(
            "Epoch {:03d}: Loss: {:.3f}, Accuracy: {:.3%}".format(
                epoch, epoch_loss_avg.result(), epoch_accuracy.result()
            )
        )
    print("Epoch 004 never comes")


main()
