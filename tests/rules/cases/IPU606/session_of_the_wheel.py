import tensorflow as tf
from keras import backend as K
from tensorflow.keras import backend
from tensorflow.python import ipu

with tf.compat.v1.Session() as session:
    K.set_session(session)
    backend.set_session(session)
# output
import tensorflow as tf
from keras import backend as K
from tensorflow.keras import backend
from tensorflow.python import ipu

with tf.compat.v1.Session() as session:
    K.set_session(session)
    # gpu2ipu: IPU606 `set_session` is not in TensorFlow 2.6: TensorFlow 2 has no sessions: remove it, with what it is given
    backend.set_session(session)
