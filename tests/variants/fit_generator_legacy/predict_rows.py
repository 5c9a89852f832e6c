# case: an endless generator with a numpy index; predict_generator's answers are compared with labels row by row
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: lacks .predict_generator(
# must: prints 48 answers
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
rng = np.random.RandomState(0)
data = rng.normal(size=(200, 3)).astype(np.float32)
label = (data[:, 0] > data[:, 1]).astype(np.int32)


def forever(rows, targets=None, size=8):
    """Batches without end; without targets for prediction."""
    position = 0
    while True:
        index = np.arange(position, position + size) % len(rows)
        position = (position + size) % len(rows)
        yield rows[index] if targets is None else (rows[index], targets[index])


inputs = tf.keras.Input(shape=(3,))
outputs = tf.keras.layers.Dense(2, activation="softmax")(tf.keras.layers.Dense(8, activation="relu")(inputs))
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="rmsprop", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit_generator(generator=forever(data, label), steps_per_epoch=25, epochs=1, verbose=0)
answers = model.predict_generator(forever(data[:48]), steps=6)
print(len(answers), "answers,", (answers.argmax(axis=1) == label[:48]).mean(), "right")
