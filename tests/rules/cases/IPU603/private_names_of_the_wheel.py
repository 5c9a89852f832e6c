from tensorflow import keras
from tensorflow.python.keras import backend as K
from tensorflow.python.keras.engine.data_adapter import train_validation_split
from tensorflow.python.keras.optimizer_v2 import adam, optimizer_v2
import tensorflow.python.keras.optimizer_v2.optimizer_v2 as v2
from tensorflow.python.keras.optimizer_v2.adam import Adam


class Quiet(optimizer_v2.OptimizerV2):
    pass


print(K.floatx(), v2.OptimizerV2, adam.Adam, Adam, train_validation_split)
# output
from tensorflow import keras
from tensorflow.keras import backend as K
from keras.engine.data_adapter import train_validation_split
from keras.optimizer_v2 import adam, optimizer_v2
import keras.optimizer_v2.optimizer_v2 as v2
from tensorflow.keras.optimizers import Adam


class Quiet(optimizer_v2.OptimizerV2):
    pass


print(K.floatx(), v2.OptimizerV2, adam.Adam, Adam, train_validation_split)
