from keras.models import Sequential
from keras.layers import Dense, Dropout
from keras import backend as K
# output
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Dropout
from tensorflow.keras import backend as K
