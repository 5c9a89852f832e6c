# case: take and skip count batches here, since they come after batch; the labels come out of range as int64
# rules: IPU101 IPU102 IPU103 IPU201 IPU206 IPU301
# port: agrees
# must: sees fit 150
# must: contains .take(4)
# must: contains .skip(4)
import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense

N = 260
numbers = tf.data.Dataset.range(N)
pairs = numbers.map(lambda i: (tf.stack([tf.cos(tf.cast(i, tf.float32)), tf.sin(tf.cast(i, tf.float32))]), i % 3))
batched = pairs.batch(25)
val_data = batched.take(4)
train_data = batched.skip(4)

net = Sequential()
net.add(Dense(12, activation="tanh", input_shape=(2,)))
net.add(Dense(3, activation="softmax"))
net.compile("adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
log = net.fit(train_data, epochs=1, validation_data=val_data, verbose=2)
print(log.history["val_accuracy"])
