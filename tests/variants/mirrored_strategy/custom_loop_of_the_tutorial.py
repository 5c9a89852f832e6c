# case: a custom loop whose steps a tf.function runs by `strategy.run`, over datasets that the strategy shares out
# rules: IPU101 IPU102 IPU504
# port: agrees
# must: lacks MirroredStrategy
# must: lacks experimental_distribute_dataset
# must: contains strategy.run(train_step, args=(dataset_inputs,))
import numpy as np
import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
BUFFER_SIZE = 512
BATCH_SIZE_PER_REPLICA = 32
GLOBAL_BATCH_SIZE = BATCH_SIZE_PER_REPLICA * strategy.num_replicas_in_sync
EPOCHS = 2

rng = np.random.default_rng(0)
train_images = rng.random((512 + 16, 8, 8, 1)).astype(np.float32)
train_labels = rng.integers(0, 4, 528).astype("int32")
test_images = rng.random((100, 8, 8, 1)).astype(np.float32)
test_labels = rng.integers(0, 4, 100).astype("int32")

train_dataset = (
    tf.data.Dataset.from_tensor_slices((train_images, train_labels)).shuffle(BUFFER_SIZE).batch(GLOBAL_BATCH_SIZE)
)
test_dataset = tf.data.Dataset.from_tensor_slices((test_images, test_labels)).batch(GLOBAL_BATCH_SIZE)
train_dist = strategy.experimental_distribute_dataset(train_dataset)
test_dist = strategy.experimental_distribute_dataset(test_dataset)

with strategy.scope():
    loss_object = tf.keras.losses.SparseCategoricalCrossentropy(
        from_logits=True, reduction=tf.keras.losses.Reduction.NONE
    )

    def compute_loss(labels, predictions, model_losses):
        per_example = loss_object(labels, predictions)
        loss = tf.nn.compute_average_loss(per_example, global_batch_size=GLOBAL_BATCH_SIZE)
        return loss

    test_loss = tf.keras.metrics.Mean(name="test_loss")
    train_accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="train_accuracy")
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(4, 3, activation="relu", input_shape=(8, 8, 1)),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(4, kernel_regularizer=tf.keras.regularizers.l2(1e-4)),
        ]
    )
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.001)


def train_step(inputs):
    images, labels = inputs
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = compute_loss(labels, predictions, model.losses)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_accuracy.update_state(labels, predictions)
    return loss


def test_step(inputs):
    images, labels = inputs
    predictions = model(images, training=False)
    test_loss.update_state(loss_object(labels, predictions))


@tf.function
def distributed_train_step(dataset_inputs):
    per_replica_losses = strategy.run(train_step, args=(dataset_inputs,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica_losses, axis=None)


@tf.function
def distributed_test_step(dataset_inputs):
    return strategy.run(test_step, args=(dataset_inputs,))


for epoch in range(EPOCHS):
    total_loss = 0.0
    num_batches = 0
    for x in train_dist:
        total_loss += distributed_train_step(x)
        num_batches += 1
    train_loss = total_loss / num_batches
    for x in test_dist:
        distributed_test_step(x)
    print(f"epoch {epoch + 1}, loss {train_loss:.4f}, accuracy {train_accuracy.result():.3f}, {test_loss.result():.4f}")
    test_loss.reset_states()
    train_accuracy.reset_states()
