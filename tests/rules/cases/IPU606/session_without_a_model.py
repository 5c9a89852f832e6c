import tensorflow as tf
from tensorflow.keras import backend as K


def limit_memory():
    K.set_session(tf.Session())
# output
import tensorflow as tf
from tensorflow.keras import backend as K


def limit_memory():
    # gpu2ipu: IPU606 `set_session` is not in TensorFlow 2.6: TensorFlow 2 has no sessions: remove it, with what it is given
    # gpu2ipu: IPU606 `tf.Session` is of TensorFlow 1; `tf.compat.v1.Session` needs graph mode: implement it with Keras
    K.set_session(tf.Session())
