import keras as K

model = K.Sequential()
# output
from tensorflow import keras as K

model = K.Sequential()
