from keras.models import Sequential
from tensorflow.examples.tutorials.mnist import input_data
from tensorflow.contrib import rnn, layers
from keras.datasets import mnist

(x, y), _ = mnist.load_data()
cell = rnn.BasicLSTMCell(4)
model = Sequential()
# output
from keras.models import Sequential
# gpu2ipu: IPU606 `tf.contrib` is of TensorFlow 1 and gone in 2.6: implement it with Keras
from tensorflow.contrib import rnn, layers
from keras.datasets import mnist

(x, y), _ = mnist.load_data()
cell = rnn.BasicLSTMCell(4)
model = Sequential()
