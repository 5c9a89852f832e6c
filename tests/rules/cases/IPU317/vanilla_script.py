# flags: --device-loop --no-annotate --all-rules
import tensorflow as tf

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train[..., tf.newaxis].astype("float32") / 255
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(10000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_object(labels, model(images, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(3):
    for step, (images, labels) in enumerate(dataset):
        loss = train_step(images, labels)
        if step % 100 == 0:
            print(f"epoch {epoch}, step {step}: {loss:.4f}")
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train[..., tf.newaxis].astype("float32") / 255
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(10000).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    optimizer = tf.keras.optimizers.SGD(0.1)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


@tf.function(jit_compile=True)
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(loss_object(labels, model(images, training=True)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function(jit_compile=True)
def train_steps(iterator, steps):
    for _ in tf.range(steps):
        images, labels = next(iterator)
        train_step_results.enqueue(train_step(images, labels))


with strategy.scope():
    dataset_iterator = iter(dataset.repeat())
    train_step_results = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

for epoch in range(3):
    strategy.run(train_steps, args=(dataset_iterator, len(dataset)))
    for step, loss in enumerate(train_step_results):
        if step % 100 == 0:
            print(f"epoch {epoch}, step {step}: {loss:.4f}")
