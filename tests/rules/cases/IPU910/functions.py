import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K


def hinge(t, p):
    return tf.numpy_function(lambda a, b: abs(a - b), [t, p], tf.float32)


def loss(t, p):
    tf.print("batch", tf.reduce_mean(p))
    rows = tf.where(t[:, 0] > 0.5)
    return tf.reduce_mean(tf.square(tf.gather_nd(p, rows))) + masked(t, p)


def masked(t, p):
    return tf.reduce_mean(tf.boolean_mask(t - p, t > 0))


class Spectrum(keras.layers.Layer):
    def call(self, x):
        return tf.abs(tf.signal.rfft(x))


class Kinds(keras.metrics.Metric):
    def update_state(self, t, p, sample_weight=None):
        self.n = tf.size(tf.unique(tf.reshape(t, [-1]))[0])


model = keras.Sequential([Spectrum(), keras.layers.Lambda(lambda x: K.print_tensor(x)), keras.layers.Dense(1)])
model.compile("sgd", loss, metrics=[hinge, Kinds()])
inputs = keras.Input((4, 4))
other = keras.Model(inputs, keras.layers.Dense(1)(tf.linalg.det(inputs)))
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K


def hinge(t, p):
    # gpu2ipu: IPU910 `tf.numpy_function` cannot run on an IPU: it runs on the host; write it with operations of TensorFlow, or call it in the dataset
    return tf.numpy_function(lambda a, b: abs(a - b), [t, p], tf.float32)


def loss(t, p):
    # gpu2ipu: IPU910 `tf.print` cannot run on an IPU: it runs on the host; remove it, or print in a callback at the end of an epoch, or with `--inspect`
    tf.print("batch", tf.reduce_mean(p))
    # gpu2ipu: IPU910 `tf.where` cannot run on an IPU: the shape of its result depends on the data; keep the shape: `tf.where(condition, x, y)`, or multiply by a mask
    rows = tf.where(t[:, 0] > 0.5)
    return tf.reduce_mean(tf.square(tf.gather_nd(p, rows))) + masked(t, p)


def masked(t, p):
    # gpu2ipu: IPU910 `tf.boolean_mask` cannot run on an IPU: the shape of its result depends on the data; keep the shape: `tf.where(condition, x, y)`, or multiply by a mask
    return tf.reduce_mean(tf.boolean_mask(t - p, t > 0))


class Spectrum(keras.layers.Layer):
    def call(self, x):
        # gpu2ipu: IPU910 `tf.signal.rfft` cannot run on an IPU: Fourier transforms are not supported; compute it in the dataset, where the host runs it
        return tf.abs(tf.signal.rfft(x))


class Kinds(keras.metrics.Metric):
    def update_state(self, t, p, sample_weight=None):
        # gpu2ipu: IPU910 `tf.unique` cannot run on an IPU: the shape of its result depends on the data; compute it in the dataset, where the host runs it
        self.n = tf.size(tf.unique(tf.reshape(t, [-1]))[0])


# gpu2ipu: IPU910 `K.print_tensor` cannot run on an IPU: it runs on the host; remove it, or print in a callback at the end of an epoch, or with `--inspect`
model = keras.Sequential([Spectrum(), keras.layers.Lambda(lambda x: K.print_tensor(x)), keras.layers.Dense(1)])
model.compile("sgd", loss, metrics=[hinge, Kinds()])
inputs = keras.Input((4, 4))
# gpu2ipu: IPU910 `tf.linalg.det` cannot run on an IPU: the compiler has no kernel for it; of positive definite matrices use `tf.linalg.logdet`
other = keras.Model(inputs, keras.layers.Dense(1)(tf.linalg.det(inputs)))
