# case: fit and evaluate stand in two functions; 24 and 35 steps, the model is handed from one to the other
# rules: IPU101 IPU102 IPU103 IPU301
# port: agrees
# must: sees fit 384
# must: sees evaluate 560
import numpy as np
import tensorflow as tf

BATCH_SIZE = 16


def make_model():
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(10, activation="relu", input_shape=(9,)))
    model.add(tf.keras.layers.Dense(3))
    model.compile(
        optimizer="adam",
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    return model


def train(model, x, y):
    model.fit(x, y, batch_size=BATCH_SIZE, epochs=1, verbose=2)


def score(model, x, y):
    return model.evaluate(x, y, batch_size=BATCH_SIZE, verbose=0)[1]


def main():
    rng = np.random.default_rng(3)
    x = rng.random((944, 9)).astype(np.float32)
    y = x[:, :3].argmax(axis=1).astype(np.int32)
    model = make_model()
    train(model, x[:384], y[:384])
    print("accuracy", score(model, x[384:], y[384:]))


main()
