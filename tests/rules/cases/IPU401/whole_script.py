# flags: --pipeline-stages 2 --all-rules --format
import tensorflow as tf

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train / 255.0
y_train = y_train.astype("int32")

inputs = tf.keras.Input(shape=(28, 28))
x = tf.keras.layers.Flatten()(inputs)
x = tf.keras.layers.Dense(128, activation="relu")(x)
x = tf.keras.layers.Dropout(0.2)(x)
outputs = tf.keras.layers.Dense(10)(x)

model = tf.keras.Model(inputs=inputs, outputs=outputs)
model.summary()
model.compile(
    optimizer="adam",
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
model.fit(x_train, y_train, batch_size=64, epochs=5)
# output
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 2
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

(x_train, y_train), _ = tf.keras.datasets.mnist.load_data()
x_train = x_train / 255.0
y_train = y_train.astype("int32")

train_steps = len(x_train) // 64 * 4
train_size = train_steps * 16

with strategy.scope():
    inputs = tf.keras.Input(shape=(28, 28))
    with tf.keras.ipu.PipelineStage(0):
        x = tf.keras.layers.Flatten()(inputs)
        x = tf.keras.layers.Dense(128, activation="relu")(x)
        x = tf.keras.layers.Dropout(0.2)(x)
    with tf.keras.ipu.PipelineStage(1):
        outputs = tf.keras.layers.Dense(10)(x)

    model = tf.keras.Model(inputs=inputs, outputs=outputs)
    model.summary()
    model.compile(
        optimizer="adam",
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        steps_per_execution=train_steps,
    )
model.set_pipelining_options(
    gradient_accumulation_steps_per_replica=4,
    accumulate_outfeed=True,
    gradient_accumulation_reduction_method="mean",
)
model.fit(x_train[:train_size], y_train[:train_size], batch_size=16, epochs=5)
