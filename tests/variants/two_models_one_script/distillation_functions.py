# case: two builders, two batch sizes from a dict; the second model learns the first one's predictions
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 150
# must: sees fit 140
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

SIZES = {"teacher": 30, "student": 35}


def teacher_net():
    net = tf.keras.Sequential([layers.Dense(24, activation="relu", input_shape=(6,)), layers.Dense(4)])
    net.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return net


def student_net():
    net = tf.keras.Sequential([layers.Dense(4, input_shape=(6,))])
    net.compile("sgd", "mse")
    return net


x = np.random.RandomState(4).rand(171, 6).astype("float32")
y = x[:, :4].argmax(axis=1).astype("int32")
teacher = teacher_net()
teacher.fit(x, y, batch_size=SIZES["teacher"], epochs=1, verbose=0)
soft = teacher.predict(x)
student = student_net()
student.fit(x, soft, batch_size=SIZES["student"], epochs=1, verbose=0)
print(len(soft), "soft labels")
