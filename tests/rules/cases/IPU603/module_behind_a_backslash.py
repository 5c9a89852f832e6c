from tensorflow.python.\
    keras.models import Sequential
from keras \
    . layers import Dense

model = Sequential([Dense(1)])
# output
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense

model = Sequential([Dense(1)])
