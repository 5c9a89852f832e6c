# flags: --sdk 2.5
from keras.datasets import mnist
from tensorflow.python import ipu
# output
from tensorflow.keras.datasets import mnist
from tensorflow.python import ipu
