# case: no step function: the tape and the update stand in the loop, with comments between; metrics reset each epoch
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains strategy.run(train_step, args=(images, labels))
# must: contains def train_step(images, labels):
# must: contains def test_step(images, labels):
# must: prints Validation acc
# must: sees loop 768
import numpy as np
import tensorflow as tf
from tensorflow import keras

rng = np.random.RandomState(0)
x = rng.rand(500, 8, 8, 1).astype("float32")
y = (x.mean(axis=(1, 2, 3)) > 0.5).astype("int32")
train = tf.data.Dataset.from_tensor_slices((x[:400], y[:400])).batch(64)
valid = tf.data.Dataset.from_tensor_slices((x[400:], y[400:])).batch(64)

model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        keras.layers.Conv2D(4, 3, activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dense(2),
    ]
)
optimizer = keras.optimizers.SGD(learning_rate=0.05)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_acc_metric = keras.metrics.SparseCategoricalAccuracy(name="train_acc")
val_acc_metric = keras.metrics.SparseCategoricalAccuracy(name="val_acc")

for epoch in range(2):
    print("\nStart of epoch %d" % (epoch,))

    for step, (images, labels) in enumerate(train):
        # Open a GradientTape to record the operations run
        # during the forward pass, which enables auto-differentiation.
        with tf.GradientTape() as tape:
            # Run the forward pass of the layer.
            logits = model(images, training=True)
            loss_value = loss_fn(labels, logits)

        # Use the gradient tape to automatically retrieve
        # the gradients of the trainable variables with respect to the loss.
        grads = tape.gradient(loss_value, model.trainable_weights)

        # Run one step of gradient descent by updating
        # the value of the variables to minimize the loss.
        optimizer.apply_gradients(zip(grads, model.trainable_weights))

        # Update training metric.
        train_acc_metric.update_state(labels, logits)

        # Log every 2 batches.
        if step % 2 == 0:
            print("Training loss (for one batch) at step %d: %.4f" % (step, float(loss_value)))
            print("Seen so far: %s samples" % ((step + 1) * 64))

    # Display metrics at the end of each epoch.
    print("Training acc over epoch: %.4f" % (float(train_acc_metric.result()),))
    train_acc_metric.reset_states()

    # Run a validation loop at the end of each epoch.
    for images, labels in valid:
        val_logits = model(images, training=False)
        # Update val metrics
        val_acc_metric.update_state(labels, val_logits)
    val_acc = val_acc_metric.result()
    val_acc_metric.reset_states()
    print("Validation acc: %.4f" % (float(val_acc),))
