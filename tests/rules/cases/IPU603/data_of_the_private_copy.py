from tensorflow.python.keras.datasets import mnist
# output
from tensorflow.keras.datasets import mnist
