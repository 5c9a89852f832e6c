import keras
from keras.optimizers import Adam
from keras.optimizers import schedules
from keras import utils
from tensorflow.python import ipu
from tensorflow.python.keras.layers import Dense

strategy = ipu.ipu_strategy.IPUStrategy()
rate = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
labels = utils.to_categorical([0, 1])
# output
from tensorflow import keras
from tensorflow.keras.optimizers import Adam
from tensorflow.keras.optimizers import schedules
from tensorflow.keras import utils
from tensorflow.python import ipu
from tensorflow.keras.layers import Dense

strategy = ipu.ipu_strategy.IPUStrategy()
rate = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
labels = utils.to_categorical([0, 1])
