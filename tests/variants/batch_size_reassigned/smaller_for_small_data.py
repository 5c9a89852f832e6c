# case: the batch size is lowered under an if and restored later; predict and evaluate use what is bound by then
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 144
# must: sees evaluate 60
# must: prints rows 33
import numpy as np
import tensorflow as tf

batch_size: int = 128
DATA = np.random.RandomState(8).normal(size=(150, 4)).astype("float32")
LABEL = (DATA.argmax(axis=1)).astype("int32")

if len(DATA) < 1000:
    batch_size = 16   # little data

model = tf.keras.Sequential([
    tf.keras.layers.Dense(12, activation="relu", input_shape=(4,)),
    tf.keras.layers.Dense(4, activation="softmax"),
])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(DATA, LABEL, batch_size=batch_size, epochs=2, verbose=0)

batch_size = 20
print("eval", model.evaluate(DATA[:60], LABEL[:60], batch_size=batch_size, verbose=0))

batch_size = len(DATA) // 10
probs = model.predict(DATA[:33], batch_size=batch_size)
print("rows", len(probs), probs.sum(axis=1).round(3)[:3])
