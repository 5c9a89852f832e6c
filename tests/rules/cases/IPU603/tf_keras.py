import tf_keras as keras
from tf_keras.layers import Dense
# output
from tensorflow import keras
from tensorflow.keras.layers import Dense
