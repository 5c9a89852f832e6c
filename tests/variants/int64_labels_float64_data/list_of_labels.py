# case: a Python list of labels becomes an int64 array; the images are float64 after a division; class indices by argmax
# rules: IPU101 IPU102 IPU103 IPU202 IPU206 IPU301
# port: agrees
# must: sees fit 192
# must: prints right of 44
import numpy as np
import tensorflow as tf

np.random.seed(1)
pictures = np.random.randint(0, 255, size=(244, 6, 6)) / 255.0
names = ["dark", "bright"]
labels = []
for picture in pictures:
    labels.append(names.index("bright" if picture.mean() > 0.5 else "dark"))
labels = np.array(labels)
print(pictures.dtype, labels.dtype)

model = tf.keras.Sequential([
    tf.keras.layers.Flatten(input_shape=(6, 6)),
    tf.keras.layers.Dense(8, activation="relu"),
    tf.keras.layers.Dense(len(names), activation="softmax"),
])
model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(pictures[:200], labels[:200], epochs=1, verbose=2)
guess = model.predict(pictures[200:], batch_size=11).argmax(axis=1)
print((guess == labels[200:]).sum() >= 0, "right of", len(guess))
