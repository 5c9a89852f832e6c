# flags: --sdk 2.5
from tensorflow.python import ipu
from tensorflow.python.keras.layers import Dense
from tensorflow.python.keras.optimizers import Adam
from tensorflow.python.keras.losses import LossFunctionWrapper
# output
from tensorflow.python import ipu
from tensorflow.python.keras.layers import Dense
from tensorflow.keras.optimizers import Adam
from tensorflow.python.keras.losses import LossFunctionWrapper
