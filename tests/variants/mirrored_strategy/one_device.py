# case: OneDeviceStrategy in a main function; the scope holds a builder call, callbacks and datasets stand outside
# rules: IPU101 IPU102 IPU201 IPU301 IPU50x
# port: agrees
# must: lacks OneDeviceStrategy
# must: sees fit 120
import numpy as np
import tensorflow as tf


def get_compiled_model():
    inputs = tf.keras.Input(shape=(6,))
    x = tf.keras.layers.Dense(12, activation="relu")(inputs)
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(3)(x))
    model.compile(
        optimizer=tf.keras.optimizers.Adam(),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    return model


def get_dataset(count, batch_size=20):
    r = np.random.RandomState(count)
    x = r.rand(count, 6).astype("float32")
    y = r.randint(0, 3, count).astype("int32")
    return tf.data.Dataset.from_tensor_slices((x, y)).batch(batch_size)


def main():
    strategy = tf.distribute.OneDeviceStrategy(device="/gpu:0")
    print("Number of devices: %d" % strategy.num_replicas_in_sync)
    with strategy.scope():
        model = get_compiled_model()
    model.fit(get_dataset(130), epochs=1, validation_data=get_dataset(60), verbose=2)


if __name__ == "__main__":
    main()
