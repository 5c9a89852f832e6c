from tensorflow.examples.tutorials.mnist import input_data
from tensorflow.examples.tutorials import mnist as tutorial
import tensorflow.examples.tutorials.mnist
import tensorflow.examples.tutorials.mnist.input_data as reader
import tensorflow as tf

data = input_data.read_data_sets("data", one_hot=True)
more = tf.examples.tutorials.mnist.input_data.read_data_sets("data")
try:
    from tensorflow.examples.saved_model import tool
except ImportError:
    tool = None
# output
# gpu2ipu: IPU606 `tf.examples` is of TensorFlow 1 and gone in 2.6: load the data with `keras.datasets`
from tensorflow.examples.tutorials.mnist import input_data
# gpu2ipu: IPU606 `tf.examples` is of TensorFlow 1 and gone in 2.6: load the data with `keras.datasets`
import tensorflow.examples.tutorials.mnist
# gpu2ipu: IPU606 `tf.examples` is of TensorFlow 1 and gone in 2.6: load the data with `keras.datasets`
import tensorflow.examples.tutorials.mnist.input_data as reader
import tensorflow as tf

data = input_data.read_data_sets("data", one_hot=True)
# gpu2ipu: IPU606 `tf.examples` is of TensorFlow 1 and gone in 2.6: load the data with `keras.datasets`
more = tf.examples.tutorials.mnist.input_data.read_data_sets("data")
try:
    from tensorflow.examples.saved_model import tool
except ImportError:
    tool = None
