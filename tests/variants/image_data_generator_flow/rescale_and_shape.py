# case: rescale in the generator, labels one-hot, steps_per_epoch from shape[0]; test data by evaluate on arrays
# rules: IPU101 IPU102 IPU103 IPU202 IPU205 IPU301
# port: agrees
# must: sees fit 128
# must: sees evaluate 30
import numpy as np
import tensorflow as tf

BS = 16
rs = np.random.RandomState(0)
trainX = rs.randint(0, 256, (128, 8, 8, 1)).astype("float32")
trainY = tf.keras.utils.to_categorical(trainX[:, 0, 0, 0] > 127, 2)
testX, testY = trainX[:30] / 255.0, trainY[:30]

aug = tf.keras.preprocessing.image.ImageDataGenerator(rescale=1 / 255.0, width_shift_range=0.2, fill_mode="nearest")

inputs = tf.keras.Input((8, 8, 1))
x = tf.keras.layers.Conv2D(3, 3)(inputs)
x = tf.keras.layers.Activation("relu")(x)
x = tf.keras.layers.Flatten()(x)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(2, activation="softmax")(x))
model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])

print("[INFO] training network...")
H = model.fit(x=aug.flow(trainX, trainY, batch_size=BS), steps_per_epoch=trainX.shape[0] // BS, epochs=1, verbose=1)
print("[INFO] evaluating network...", model.evaluate(testX, testY, batch_size=BS, verbose=0))
