from keras.layers import *
from keras.models import *
# output
from tensorflow.keras.layers import *
from tensorflow.keras.models import *
