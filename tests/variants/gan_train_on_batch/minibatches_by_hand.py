# case: a loop of one's own over shuffled mini-batches with train_on_batch and test_on_batch, metrics by name
# rules: IPU101 IPU102 IPU103 IPU307
# port: left IPU307
# must: contains reset_metrics=True
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(19)
x = rng.rand(128, 6).astype("float32")
y = (x[:, 0] > 0.5).astype("float32")[:, None]

model = tf.keras.Sequential([
    tf.keras.layers.Dense(8, activation="relu", input_shape=(6,)),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer="sgd", loss="binary_crossentropy", metrics=["accuracy"])

BATCH = 32
for epoch in range(2):
    order = rng.permutation(len(x))
    for start in range(0, len(x), BATCH):
        rows = order[start:start + BATCH]
        loss, acc = model.train_on_batch(x[rows], y[rows], reset_metrics=True)
    print("epoch", epoch, dict(zip(model.metrics_names, [round(float(loss), 1), round(float(acc), 1)])))
print("held out", len(model.test_on_batch(x[:32], y[:32])))
model.evaluate(x, y, batch_size=32, verbose=0)
