import tensorflow as tf
from keras.backend.tensorflow_backend import set_session
from tensorflow.compat.v1.keras.backend import get_session
from tensorflow.keras import backend as K

K.theano_backend.set_device("dev0")
K.clear_session()
tf.compat.v1.keras.backend.set_session(get_session())
# output
import tensorflow as tf
# gpu2ipu: IPU606 `set_session` is not in TensorFlow 2.6: TensorFlow 2 has no sessions: remove it, with what it is given
from keras.backend.tensorflow_backend import set_session
from tensorflow.compat.v1.keras.backend import get_session
from tensorflow.keras import backend as K

# gpu2ipu: IPU606 `theano_backend` is not in TensorFlow 2.6: `keras.backend` itself is that of TensorFlow
K.theano_backend.set_device("dev0")
K.clear_session()
tf.compat.v1.keras.backend.set_session(get_session())
